// expect: satisfied
E<> F.fed == PARTS and on_belt == 0
// expect: satisfied
A[] B.moving imply way <= 2
// expect: satisfied
A[] on_belt <= PARTS
