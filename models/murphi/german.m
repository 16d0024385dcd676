-- German's directory protocol, rule by rule as in models/promela/protocols/german.pml.
const N: 3;

type
  client: scalarset(N);
  value: scalarset(2);
  cmd: enum { empty, req_shared, req_exclusive, invalidate, inv_ack, grant_shared, grant_exclusive };
  state: enum { invalid, shared, exclusive };

var
  mode: array [client] of state;
  held: array [client] of value;
  request: array [client] of cmd;
  order: array [client] of cmd;
  order_value: array [client] of value;
  answer: array [client] of cmd;
  answer_value: array [client] of value;
  sharer: array [client] of boolean;
  to_invalidate: array [client] of boolean;
  granted_exclusive: boolean;
  current: cmd;
  served: client;
  memory: value;
  newest: value;

ruleset i: client do
  ruleset d: value do
    rule "store" mode[i] = exclusive ==> held[i] := d; newest := d; end;
  end;
  rule "ask to share" request[i] = empty & mode[i] = invalid ==> request[i] := req_shared; end;
  rule "ask to own" request[i] = empty & mode[i] != exclusive ==> request[i] := req_exclusive; end;
  rule "take request" current = empty & request[i] != empty ==>
    current := request[i];
    served := i;
    request[i] := empty;
    for j: client do to_invalidate[j] := sharer[j]; end;
  end;
  rule "invalidate"
    order[i] = empty & to_invalidate[i] & (current = req_exclusive | (current = req_shared & granted_exclusive)) ==>
    order[i] := invalidate;
    to_invalidate[i] := false;
  end;
  rule "acknowledge" order[i] = invalidate & answer[i] = empty ==>
    order[i] := empty;
    answer[i] := inv_ack;
    if mode[i] = exclusive then answer_value[i] := held[i]; end;
    mode[i] := invalid;
    undefine held[i];
  end;
  rule "take acknowledgement" answer[i] = inv_ack & current != empty ==>
    answer[i] := empty;
    sharer[i] := false;
    if granted_exclusive then
      granted_exclusive := false;
      memory := answer_value[i];
      undefine answer_value[i];
    end;
  end;
  rule "grant shared"
    current = req_shared & served = i & order[i] = empty & !granted_exclusive ==>
    order[i] := grant_shared;
    order_value[i] := memory;
    sharer[i] := true;
    current := empty;
    undefine served;
  end;
  rule "grant exclusive"
    current = req_exclusive & served = i & order[i] = empty & !granted_exclusive & forall j: client do !sharer[j] end ==>
    order[i] := grant_exclusive;
    order_value[i] := memory;
    sharer[i] := true;
    granted_exclusive := true;
    current := empty;
    undefine served;
  end;
  rule "share" order[i] = grant_shared ==>
    mode[i] := shared;
    held[i] := order_value[i];
    order[i] := empty;
    undefine order_value[i];
    assert held[i] = newest;
  end;
  rule "own" order[i] = grant_exclusive ==>
    mode[i] := exclusive;
    held[i] := order_value[i];
    order[i] := empty;
    undefine order_value[i];
    assert held[i] = newest;
  end;
end;

ruleset d: value do
  startstate
    for i: client do
      mode[i] := invalid;
      undefine held[i];
      request[i] := empty;
      order[i] := empty;
      undefine order_value[i];
      answer[i] := empty;
      undefine answer_value[i];
      sharer[i] := false;
      to_invalidate[i] := false;
    end;
    granted_exclusive := false;
    current := empty;
    undefine served;
    memory := d;
    newest := d;
  end;
end;
