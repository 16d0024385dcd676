-- Peterson's mutual exclusion, statement by statement as in models/promela/papers/peterson.pml with SPIN's reductions (-O1): what
-- is merged there is one rule here. Without symmetry reduction
-- the two have the same number of states (3 processes: 2635, 4: 60576) but for the one before all processes exist.
const N: 6;

type
  climber: scalarset(N);
  level_number: 0..N;
  place: enum { start, loop, announce, arrive, wait, enter, leave, reset };

var
  pc: array [climber] of place;
  at: array [climber] of level_number;
  level: array [climber] of level_number;
  last: array [level_number] of climber;
  inside: 0..2;

ruleset i: climber do
  rule "begin" pc[i] = start ==> at[i] := 1; pc[i] := loop; end;
  rule "climb" pc[i] = loop & at[i] < N ==> pc[i] := announce; end;
  rule "top" pc[i] = loop & at[i] = N ==> pc[i] := enter; end;
  rule "announce" pc[i] = announce ==> level[i] := at[i]; pc[i] := arrive; end;
  rule "be last" pc[i] = arrive ==> last[at[i]] := i; pc[i] := wait; end;
  rule "pass"
    pc[i] = wait & (forall j: climber do j = i | level[j] < at[i] end | last[at[i]] != i) ==>
    at[i] := at[i] + 1;
    pc[i] := loop;
  end;
  rule "enter" pc[i] = enter ==> inside := inside + 1; assert inside = 1; pc[i] := leave; end;
  rule "leave" pc[i] = leave ==> inside := inside - 1; pc[i] := reset; end;
  rule "reset" pc[i] = reset ==> level[i] := 0; pc[i] := start; end;
end;

startstate
  for i: climber do
    pc[i] := start;
    at[i] := 0;
    level[i] := 0;
  end;
  for l: level_number do undefine last[l]; end;
  inside := 0;
end;
