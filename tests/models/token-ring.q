// expect: satisfied
A[] (sum (i : place_t) Station(i).holding) <= 1
// expect: satisfied
E<> Station(3).holding
// expect: not-satisfied
A[] not Station(2).holding
