//! about = "N caches keep one line coherent by the MSI protocol on an atomic bus; two data values"
//! [[run]]
//! define = ["N=2"]
//! verdict = "holds"
//! states = { O0 = 257, O1 = 257, O2 = 145 }
//! group = "4"
//! orbits = { O0 = 69, O1 = 69, O2 = 40 }
//! not_exact = ["minimising-set", "minimising-set-steepest", "disjoint", "wreath", "fast", "sorted", "markers", "first-appearance"]
//! refused_by = ["lazy", "lazy-without-subsumption"]
//! [[run]]
//! define = ["N=4"]
//! methods = ["none", "auto", "refine", "label", "enumerate"]
//! verdict = "holds"
//! states = { O0 = 12289, O1 = 12289, O2 = 3889 }
//! group = "48"
//! orbits = { O0 = 491, O1 = 491, O2 = 187 }
//! [[run]]
//! define = ["N=5"]
//! methods = ["none", "auto", "refine", "label", "enumerate"]
//! verdict = "holds"
//! states = { O0 = 86017, O1 = 86017, O2 = 20413 }
//! group = "240"
//! orbits = { O0 = 1073, O1 = 1073, O2 = 343 }
//! [[run]]
//! define = ["N=3", "BROKEN=1"]
//! verdict = "violated"
//! violation = "assertion"
//! states = { O0 = 2945, O1 = 2945, O2 = 1243 }
//! group = "12"
//! orbits = { O0 = 305, O1 = 305, O2 = 138 }
//! not_exact = ["minimising-set", "minimising-set-steepest", "disjoint", "wreath", "fast", "sorted", "markers", "first-appearance"]
//! refused_by = ["lazy", "lazy-without-subsumption"]

// Caches are interchangeable and so are the two values red and blue: N! * 2. (The initial memory
// is chosen, not given, so that no value is special.) BROKEN forgets to write a modified line back
// before another cache reads it.

#ifndef N
#define N 4
#endif

mtype = { invalid, shared, modified }
mtype:wish = { nothing, to_read, to_write }
mtype:colour = { unknown, red, blue }

mtype mode[N + 1] = invalid
mtype:colour held[N + 1] = unknown
mtype:colour memory = unknown
mtype:colour newest = unknown
pid owner = 0

inline write_back() {
  if
  :: owner != 0 ->
#ifndef BROKEN
     memory = held[owner];
#endif
     mode[owner] = shared;
     owner = 0
  :: else
  fi
}

proctype cache() {
  mtype:wish want = nothing;

  do
  :: want == nothing ->
     if
     :: want = to_read
     :: want = to_write
     fi
  :: atomic {
       want == to_read ->
       want = nothing;
       if
       :: mode[_pid] == invalid ->
          write_back();
          held[_pid] = memory;
          mode[_pid] = shared
       :: else
       fi;
       assert(held[_pid] == newest)
     }
  :: atomic {
       want == to_write ->
       want = nothing;
       if
       :: owner != _pid -> write_back()
       :: else
       fi;
       do
       :: _pid != 1 && mode[1] != invalid -> mode[1] = invalid; held[1] = unknown
       :: _pid != 2 && mode[2] != invalid -> mode[2] = invalid; held[2] = unknown
#if N >= 3
       :: _pid != 3 && mode[3] != invalid -> mode[3] = invalid; held[3] = unknown
#endif
#if N >= 4
       :: _pid != 4 && mode[4] != invalid -> mode[4] = invalid; held[4] = unknown
#endif
#if N >= 5
       :: _pid != 5 && mode[5] != invalid -> mode[5] = invalid; held[5] = unknown
#endif
#if N >= 6
       :: _pid != 6 && mode[6] != invalid -> mode[6] = invalid; held[6] = unknown
#endif
       :: else -> break
       od;
       mode[_pid] = modified;
       owner = _pid;
       if
       :: held[_pid] = red
       :: held[_pid] = blue
       fi;
       newest = held[_pid]
     }
  :: atomic {
       mode[_pid] == modified ->
       memory = held[_pid];
       mode[_pid] = invalid;
       held[_pid] = unknown;
       owner = 0
     }
  od
}

init {
  byte started;
  atomic {
    do
    :: started < N -> run cache(); started++
    :: else -> break
    od;
    if
    :: memory = red
    :: memory = blue
    fi;
    newest = memory
  }
}
