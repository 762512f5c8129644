// expect: satisfied
E<> served == 4
// expect: satisfied
A[] not Server.choose or z >= 0
// expect: satisfied
E<> A.eager and B.eager
