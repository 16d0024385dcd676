//! about = "One formula for each of four clients that are alike, all of one shape: one is checked and the others follow; a fifth names two of them"
//! [[run]]
//! claim = "checked"
//! cycles = true
//! verdict = "violated"
//! violation = "claim"
//! properties = { safety = "holds", served_0 = "violated", served_1 = "violated", served_2 = "violated", served_3 = "violated", frees_0 = "holds", frees_2 = "holds", apart_0 = "holds", apart_1 = "holds" }
//! [[run]]
//! claim = "checked"
//! cycles = true
//! weakly_fair = true
//! verdict = "violated"
//! violation = "claim"
//! properties = { safety = "holds", served_0 = "violated", served_1 = "violated", served_2 = "violated", served_3 = "violated", frees_0 = "holds", frees_2 = "holds", apart_0 = "holds", apart_1 = "holds" }
//! [[run]]
//! claim = "checked"
//! cycles = true
//! strongly_fair = true
//! verdict = "holds"
//! properties = { safety = "holds", served_0 = "holds", served_1 = "holds", served_2 = "holds", served_3 = "holds", frees_0 = "holds", frees_2 = "holds", apart_0 = "holds", apart_1 = "holds" }

#define N 4

bool wants[N];
bool has[N];
byte holder = 255;

active [N] proctype client() {
  do
  :: wants[_pid] = true;
     atomic { holder == 255 -> holder = _pid; has[_pid] = true };
     atomic { holder = 255; has[_pid] = false; wants[_pid] = false }
  od
}

ltl served_0 { [] (wants[0] -> <> has[0]) }
ltl served_1 { [] (wants[1] -> <> has[1]) }
ltl served_2 { [] (wants[2] -> <> has[2]) }
ltl served_3 { [] (wants[3] -> <> has[3]) }
ltl frees_0 { [] (has[0] -> <> !has[0]) }
ltl frees_2 { [] (has[2] -> <> !has[2]) }
ltl apart_0 { [] (!has[0] || !has[1]) }
ltl apart_1 { [] (!has[1] || !has[3]) }
