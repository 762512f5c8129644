// expect: satisfied
E<> count == 40
// expect: not-satisfied
A[] mask != 3
// expect: satisfied
E[] count < 3
