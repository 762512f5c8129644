Pr[<=30](<> P.a) >= 0.5
simulate 10 [<=10] {x}
E[<=10; 100](max: x)
control: A[] p
strategy S = minE(x)[<=10]: <> p
A[] p under S
A[ p U q ]
sat: L
E<> numOf(C) > foreach (c : C) c.x
{x} control: A<> p
