// expect: satisfied
A[] turn < 2
// expect: satisfied
E<> P(2).Busy && P(3).Busy
// expect: not-satisfied
A[] not P(0).Busy
