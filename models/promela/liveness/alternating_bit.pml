//! about = "The alternating bit protocol over channels that lose messages: loss for ever is a weakly fair run"
//! [[run]]
//! claim = "checked"
//! cycles = true
//! verdict = "violated"
//! violation = "claim"
//! properties = { safety = "holds", goes_on = "violated", if_something_arrives = "holds" }
//! [[run]]
//! claim = "checked"
//! cycles = true
//! weakly_fair = true
//! verdict = "violated"
//! violation = "claim"
//! properties = { safety = "holds", goes_on = "violated", if_something_arrives = "holds" }

mtype = { data, ack }
chan forward = [1] of { mtype, bit }
chan backward = [1] of { mtype, bit }
bool delivered

active proctype sender() {
  bit own, seen;
  do
  :: forward!data(own)
  :: backward?ack(seen) ->
     if
     :: seen == own -> own = 1 - own
     :: else
     fi
  od
}

active proctype receiver() {
  bit wanted, seen;
  do
  :: forward?data(seen) ->
     if
     :: seen == wanted -> delivered = true; delivered = false; wanted = 1 - wanted
     :: else
     fi;
     backward!ack(seen)
  od
}

active proctype loss() {
  do
  :: forward?_,_
  :: backward?_,_
  od
}

ltl goes_on { []<> delivered }
ltl if_something_arrives { []<> (len(backward) > 0) -> []<> (len(forward) > 0) }
