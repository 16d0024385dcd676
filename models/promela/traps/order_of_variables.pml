//! about = "Two variables that hold ids are compared by size"
//! [[run]]
//! verdict = "violated"
//! violation = "assertion"
//! states = 29
//! group = "1"

// The six orders of arrival are one orbit of the three processes. The assertion fails in one of them,
// 2 before 1 before 3, which is neither the smallest nor the largest of the six.

byte arrived = 0
pid first = 0
pid second = 0
pid third = 0

proctype contender() {
  atomic {
    arrived++;
    if
    :: arrived == 1 -> first = _pid
    :: arrived == 2 -> second = _pid
    :: arrived == 3 -> third = _pid
    fi
  };
end_done:
  false
}

proctype judge() {
  arrived == 3;
  assert(!(second < first && first < third));
end_done:
  false
}

init {
  atomic {
    run contender();
    run contender();
    run contender();
    run judge()
  }
}
