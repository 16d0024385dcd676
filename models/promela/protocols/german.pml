//! about = "German's directory protocol: N clients keep copies of one line of memory; the directory grants and invalidates"
//! [[run]]
//! define = ["N=2"]
//! verdict = "holds"
//! states = 3391
//! group = "4"
//! orbits = 853
//! not_exact = ["minimising-set", "minimising-set-steepest", "disjoint", "wreath", "fast", "sorted", "markers", "first-appearance"]
//! refused_by = ["lazy", "lazy-without-subsumption"]
//! [[run]]
//! define = ["N=3"]
//! methods = ["none", "auto", "refine", "label", "enumerate"]
//! verdict = "holds"
//! states = 58105
//! group = "12"
//! orbits = 5236
//! [[run]]
//! define = ["N=3", "BROKEN=1"]
//! large = true
//! verdict = "violated"
//! violation = "assertion"
//! group = "12"

// Steven German's protocol as it went round in the literature on parameterised verification. Clients are
// interchangeable and so are the two values: N! * 2. Every rule is one step, taken by the client it is about, so that
// the same system can be written as Murphi rules (models/murphi/german.m). BROKEN grants exclusively
// without waiting for the sharers.

#ifndef N
#define N 3
#endif

mtype:cmd = { silent, req_shared, req_exclusive, invalidate, inv_ack, grant_shared, grant_exclusive }
mtype:mode = { invalid, shared, exclusive }
mtype:value = { unknown, red, blue }

mtype:mode mode[N + 1] = invalid
mtype:value held[N + 1] = unknown
mtype:cmd request[N + 1] = silent
mtype:cmd order[N + 1] = silent
mtype:value order_value[N + 1] = unknown
mtype:cmd answer[N + 1] = silent
mtype:value answer_value[N + 1] = unknown
bool sharer[N + 1] = false
bool to_invalidate[N + 1] = false
bool granted_exclusive = false
mtype:cmd current = silent
pid client_served = 0
mtype:value memory = unknown
mtype:value newest = unknown

#define NOBODY2 !sharer[1] && !sharer[2]
#define NOBODY3 NOBODY2 && !sharer[3]
#define NOBODY4 NOBODY3 && !sharer[4]
#define NOBODY5 NOBODY4 && !sharer[5]
#if defined(BROKEN)
#define NOBODY true
#elif N == 2
#define NOBODY NOBODY2
#elif N == 3
#define NOBODY NOBODY3
#elif N == 4
#define NOBODY NOBODY4
#else
#define NOBODY NOBODY5
#endif

proctype client() {
  do
  :: d_step { mode[_pid] == exclusive -> held[_pid] = red; newest = red }
  :: d_step { mode[_pid] == exclusive -> held[_pid] = blue; newest = blue }
  :: d_step { request[_pid] == silent && mode[_pid] == invalid -> request[_pid] = req_shared }
  :: d_step { request[_pid] == silent && mode[_pid] != exclusive -> request[_pid] = req_exclusive }
  :: d_step {
       current == silent && request[_pid] != silent ->
       current = request[_pid];
       client_served = _pid;
       request[_pid] = silent;
       to_invalidate[1] = sharer[1];
       to_invalidate[2] = sharer[2];
#if N >= 3
       to_invalidate[3] = sharer[3];
#endif
#if N >= 4
       to_invalidate[4] = sharer[4];
#endif
#if N >= 5
       to_invalidate[5] = sharer[5];
#endif
     }
  :: d_step {
       order[_pid] == silent && to_invalidate[_pid] &&
       (current == req_exclusive || (current == req_shared && granted_exclusive)) ->
       order[_pid] = invalidate;
       to_invalidate[_pid] = false
     }
  :: d_step {
       order[_pid] == invalidate && answer[_pid] == silent && mode[_pid] == exclusive ->
       order[_pid] = silent;
       answer[_pid] = inv_ack;
       answer_value[_pid] = held[_pid];
       mode[_pid] = invalid;
       held[_pid] = unknown
     }
  :: d_step {
       order[_pid] == invalidate && answer[_pid] == silent && mode[_pid] != exclusive ->
       order[_pid] = silent;
       answer[_pid] = inv_ack;
       mode[_pid] = invalid;
       held[_pid] = unknown
     }
  :: d_step {
       answer[_pid] == inv_ack && current != silent && granted_exclusive ->
       answer[_pid] = silent;
       sharer[_pid] = false;
       granted_exclusive = false;
       memory = answer_value[_pid];
       answer_value[_pid] = unknown
     }
  :: d_step {
       answer[_pid] == inv_ack && current != silent && !granted_exclusive ->
       answer[_pid] = silent;
       sharer[_pid] = false
     }
  :: d_step {
       current == req_shared && client_served == _pid && order[_pid] == silent && !granted_exclusive ->
       order[_pid] = grant_shared;
       order_value[_pid] = memory;
       sharer[_pid] = true;
       current = silent;
       client_served = 0
     }
  :: d_step {
       current == req_exclusive && client_served == _pid && order[_pid] == silent && !granted_exclusive && (NOBODY) ->
       order[_pid] = grant_exclusive;
       order_value[_pid] = memory;
       sharer[_pid] = true;
       granted_exclusive = true;
       current = silent;
       client_served = 0
     }
  :: d_step {
       order[_pid] == grant_shared ->
       mode[_pid] = shared;
       held[_pid] = order_value[_pid];
       order[_pid] = silent;
       order_value[_pid] = unknown;
       assert(held[_pid] == newest)
     }
  :: d_step {
       order[_pid] == grant_exclusive ->
       mode[_pid] = exclusive;
       held[_pid] = order_value[_pid];
       order[_pid] = silent;
       order_value[_pid] = unknown;
       assert(held[_pid] == newest)
     }
  od
}

init {
  byte started;
  atomic {
    do
    :: started < N -> run client(); started++
    :: else -> break
    od;
    if
    :: memory = red
    :: memory = blue
    fi;
    newest = memory
  }
}
