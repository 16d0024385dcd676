//! about = "A directory keeps N caches coherent by messages"
//! [[run]]
//! define = ["N=2"]
//! verdict = "holds"
//! states = { O0 = 117, O1 = 117, O2 = 77 }
//! group = "1"
//! [[run]]
//! define = ["N=3"]
//! verdict = "holds"
//! states = { O0 = 1135, O1 = 1135, O2 = 685 }
//! group = "1"
//! [[run]]
//! define = ["N=2", "BROKEN=1"]
//! verdict = "violated"
//! violation = "assertion"
//! states = { O0 = 431, O1 = 431, O2 = 403 }
//! group = "1"

// Caches ask the directory for shared or exclusive copies; the directory takes the line back from others first, waiting for each to give it up.
// BROKEN grants an exclusive copy without waiting.

#ifndef N
#define N 2
#endif

mtype = { invalid, shared, exclusive }
mtype = { get_shared, get_exclusive, grant_shared, grant_exclusive, recall, given_up }

mtype copy[N] = invalid
byte sharers = 0
byte owners = 0
chan to_directory = [N] of { mtype, byte }
chan to_cache[N] = [2] of { mtype }
bool has_copy[N] = false

inline give_up() {
  if
  :: copy[_pid] == shared -> sharers--
  :: copy[_pid] == exclusive -> owners--
  :: else
  fi;
  copy[_pid] = invalid
}

active [N] proctype cache() {
  bool waiting = false;

end:
  do
  :: atomic { !waiting && copy[_pid] == invalid -> to_directory!get_shared, _pid; waiting = true }
  :: atomic { !waiting && copy[_pid] == invalid -> to_directory!get_exclusive, _pid; waiting = true }
  :: atomic { to_cache[_pid]?grant_shared -> copy[_pid] = shared; sharers++; waiting = false; assert(owners == 0) }
  :: atomic { to_cache[_pid]?grant_exclusive -> copy[_pid] = exclusive; owners++; waiting = false; assert(owners == 1 && sharers == 0) }
  :: atomic { to_cache[_pid]?recall -> give_up(); to_directory!given_up, _pid }
  od
}

active proctype directory() {
  byte who, other, pending;
  mtype kind;

end:
  do
  :: atomic {
       to_directory?kind, who ->
       pending = 0;
       for (other : 0 .. (N - 1)) {
         if
         :: has_copy[other] && other != who -> to_cache[other]!recall; has_copy[other] = false; pending++
         :: else
         fi
       };
       other = 0
     };
#ifdef BROKEN
     goto grant;
#endif
     do
     :: pending > 0 -> atomic { to_directory??given_up, _ -> pending-- }
     :: pending == 0 -> break
     od;
grant:
     atomic {
       if
       :: kind == get_shared -> to_cache[who]!grant_shared; has_copy[who] = true
       :: kind == get_exclusive -> to_cache[who]!grant_exclusive; has_copy[who] = true
       :: else
       fi;
       who = 0; kind = 0; pending = 0
     }
  od
}
