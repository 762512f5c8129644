// expect: satisfied
A[] work <= 4 or Task.done
// expect: satisfied
A[] Task.held imply work <= 4
