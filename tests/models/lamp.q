// expect: satisfied
E<> Lamp.bright
// expect: satisfied
A[] Lamp.bright imply x <= 9
// expect: not-satisfied
A[] not Lamp.bright
// expect: satisfied
A[] not deadlock
