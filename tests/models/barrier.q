// expect: satisfied
A[] arrived == (sum (i : id_t) inside[i])
// expect: satisfied
E<> arrived == N - 1
// expect: satisfied
A[] not deadlock
// expect: not-satisfied
A[] forall (i : id_t) forall (j : id_t) (Worker(i).wait and Worker(j).wait) imply i == j
