-- Mutual exclusion as in models/promela/papers/simple_mutex.pml.
const N: 20;

type
  competitor: scalarset(N);
  state: enum { noncritical, trying, critical };

var
  at: array [competitor] of state;

ruleset i: competitor do
  rule "try" at[i] = noncritical ==> at[i] := trying; end;
  rule "enter" at[i] = trying & forall j: competitor do at[j] != critical end ==> at[i] := critical; end;
  rule "leave" at[i] = critical ==> at[i] := noncritical; end;
end;

startstate
  for i: competitor do at[i] := noncritical; end;
end;
