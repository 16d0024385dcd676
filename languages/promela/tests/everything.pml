/* One of everything, for tests that take it apart. */
#define N 3
#define MAX(a, b) ((a > b) -> a : b)
#if defined(N) && N > 2
#define BIG
#endif

mtype = { red, green };
mtype:fruit = { apple, pear };
typedef Inner { bit flag; byte cells[2] };
typedef Flags { bit up, down };
typedef Record { Inner inner; short n = 2; chan reply };
typedef Narrow { unsigned bits : 5 };

hidden int scratch;
show byte shown = 4;
local byte mine;
byte numbers[N] = { 1, 2, 3 };
chan q = [2] of { mtype, byte };
chan pair[2] = [1] of { byte };
chan sync = [1] of { Inner };
chan whole = [3] of { Record };
Record record;
Flags flags;
Narrow narrow;
mtype:fruit favourite = pear;

inline swap(a, b) {
	byte tmp_;
	tmp_ = a
	a = b
	b = tmp_
}

inline twice(x) { swap(x, shown); swap(x, shown) }

inline largest(a) {
	return (a > 1 -> a : 1)
}

proctype Worker(byte id; chan in_, out; Flags i) priority 2 provided (shown > 0)
{
	mtype colour; byte k;
	xr in_;
endwait:
	do
	:: in_?colour,k -> out!k
	:: in_??red,eval(id) -> skip
	:: in_?<green,k>; k++
	:: atomic { nempty(in_) -> in_?_,_ }
	:: in_?[red, _] && len(in_) > 1 -> break
	:: timeout -> goto endwait
	od;
	if
	:: k == 0 ->
progress1:	k = 1
	:: else
	fi
}

D_proctype Det() { skip }

active [2] proctype Main() {
	byte x = 1, y; int z = x + 1;
	pid p;
	{ skip; x = 2 } unless { x > 200 -> assert(false) };
	d_step { x = 0; do :: x < N -> x++ :: else -> break od };
	for (x : 0 .. N - 1) { numbers[x] = x * 2 }
	for (x in numbers) { z = z + numbers[x] }
	for (record in whole) { shown = record.n }
	select (y : 1 .. 3);
	select (y : x .. 7);
	twice(y);
	y = largest(x + 2);
	q!red,1; q!!green(2);
	sync!record.inner;
	p = run Worker(x, pair[0], pair[1], flags) priority 3;
	printf("%d %e\n", MAX(x, y), red);
	printm(red);
	z = ~x ^ (y << 2) | -z & 'a';
	set_priority(p, get_priority(_pid) + 1);
	assert(_nr_pr > 0 && !(x == y || favourite == apple));
	_ = z; narrow.bits = 3;
	record.inner.cells[1]--
}

init priority 1 {
	byte late;
	late = 1;
	byte later = late;
	goto done;
done:	skip
}

never claim1 {
accept:
	do
	:: Main[1]:x > 3 && np_ -> break
	:: !(Worker@progress1) || enabled(1) || pc_value(0) > _last
	od
}

trace { do :: q!red,1 ; q?red,1 od }

ltl safe { [] (shown < 9 -> <> (shown == 0)) && (mine == 0 U shown > 1) }
ltl { (mine W shown V !(mine <-> shown)) }
