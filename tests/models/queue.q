// expect: satisfied
A[] forall (i : id_t) Client(i).queued imply waits(i)
// expect: satisfied
E<> length == N and Client(2).queued
// expect: not-satisfied
A[] length < N
// expect: satisfied
A[] not deadlock
// expect: not-satisfied
Client(0).queued --> Client(0).served
