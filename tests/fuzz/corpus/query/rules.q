E<> g==1
A[] P(0).a or P(1).b
E<> P(0).y>3 and x<2
A<> P(1).b
P(0).a --> P(0).b
E[] not P(0).b
A[] (P(0).y - x <= 3)
sup: g
sup{P(0).a}: P(0).y, x
inf{g>2}: g
bounds{P(0).a}: x
A[] not deadlock
E<> deadlock and g==1
A[] forall(i:int[0,2]) P(i).a imply P(i).v==0
E<> (sum(i:int[0,2]) P(i).b) >= 2
E<> P(0).location==1
A[]g==1
E<>g==1
A[] (P(0).y>3 || x!=2)
A[] !(x>3)
E<> P(0).id==0
A[] true
E<> false
A[] g>=0 && g<=3 and not (g==5)
E<> exists(i:int[0,2]) P(i).y>x
r A [] g==1
r not E<> g==1
r E<> E<> g==1
A[] g=1
A[] g++>1
E<> P.a
E<> P(3).a
E<> P(0).nope
E<> nope
E<> x
A<> deadlock
E<> P
 g==1
A[] g==1;
E<> P(0)
A[] P(0,1).a
E[<=3] (max: g)
Pr[<=3](<>g)
E<> g == 1.5
A[] g --> g --> g
sup: P(0)
r E<> (A[] g)
A[]

E<> g==1 )
E<> g == "a"
