// expect: satisfied
A[] not deadlock
/* a comment */
E<> P(1).cs && forall (i : id_t) x[i] >= 2 /* EXPECT:F,10s */
A<> p \
  || q
sup{P.a}: x, y + 1
p --> q
