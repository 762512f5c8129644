// expect: satisfied
E<> Pair.end and c[0] - c[1] > 9
// expect: not-satisfied
E<> Pair.end and c[0] - c[1] > 10
// expect: satisfied
A[] Pair.second imply c[1] < 8
// expect: not-satisfied
Pair.first --> Pair.end
