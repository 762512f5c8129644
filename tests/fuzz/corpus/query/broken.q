A [] p
E<> (p
A[] p; q
p --> q --> r
