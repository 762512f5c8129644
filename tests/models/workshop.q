// expect: satisfied
E<> all_done()
// expect: satisfied
A[] all_done() imply total == sum (j : job_t) (work[j].steps[0] + work[j].steps[1])
// expect: satisfied
A[] not (First.working and Second.working)
// expect: satisfied
A[] longest() == 4 and Door.heard <= JOBS
// expect: not-satisfied
A[] not deadlock
