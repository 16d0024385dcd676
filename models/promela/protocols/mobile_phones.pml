//! about = "Mobile phones: a centre moves cars from one base station to another by sending channels over channels"
//! [[run]]
//! define = ["BASES=3"]
//! verdict = "holds"
//! states = { O0 = 143791, O1 = 103568, O2 = 13755 }
//! group = "1"
//! refused_by = ["lazy", "lazy-without-subsumption"]
//! [[run]]
//! define = ["BASES=3", "BROKEN=1"]
//! large = true
//! verdict = "violated"
//! violation = "assertion"
//! states = { O0 = 700287, O1 = 589120, O2 = 86543 }
//! group = "1"
//! [[run]]
//! define = ["BASES=4"]
//! large = true
//! verdict = "holds"
//! states = { O0 = 2036489, O1 = 1494087, O2 = 80740 }
//! group = "1"

// After the example of the pi-calculus (Milner, Parrow and Walker, A calculus of mobile processes, 1992): a car talks over
// the channel of the base it was last told of; the centre releases it there and alerts an idle base, which tells the car
// its own channel. Words that were under way when the car moved are dropped. No car is ever served by two bases; BROKEN
// alerts the new base before it releases the old one.
#ifndef CARS
#define CARS 1
#endif
#ifndef BASES
#define BASES 3
#endif

mtype = { word, turn_to, release, alert }

chan ear[CARS] = [1] of { mtype, chan }          /* what a car hears */
chan air[BASES] = [1] of { mtype, chan }         /* what a base hears */
chan order[BASES] = [1] of { mtype, chan, byte } /* what the centre tells a base */
chan released = [0] of { bool }
byte served[CARS]

active [CARS] proctype car() {
	chan base;
	chan me = ear[_pid];
	me?turn_to(base);
	do
	:: base!word(me)
	:: me?word(_)
	:: me?turn_to(base)
	od
}

active [BASES] proctype base_station() {
	byte here = _pid - CARS;
	byte number;
	chan mine;
	chan from;
idle:
	do
	:: order[here]?alert(mine, number) ->
		served[number]++;
		assert(served[number] == 1);
		mine!turn_to(air[here]);
		break
	:: air[here]?word(_)
	od;
	do
	:: air[here]?word(from) ->
		if
		:: from == mine -> mine!word(air[here])
		:: else
		fi
	:: order[here]?release(_, _) ->
		served[number]--;
		released!true;
		goto idle
	od
}

active proctype centre() {
	byte at[CARS];
	bool taken[BASES];
	byte c;
	byte b;
	for (c : 0 .. CARS - 1) {
		at[c] = c;
		taken[c] = true;
		order[c]!alert(ear[c], c)
	}
	do
	:: select (c : 0 .. CARS - 1);
		select (b : 0 .. BASES - 1);
		if
		:: !taken[b] ->
#ifdef BROKEN
			order[b]!alert(ear[c], c);
			order[at[c]]!release(ear[c], c);
			released?true;
#else
			order[at[c]]!release(ear[c], c);
			released?true;
			order[b]!alert(ear[c], c);
#endif
			taken[at[c]] = false;
			taken[b] = true;
			at[c] = b
		:: else
		fi
	od
}
