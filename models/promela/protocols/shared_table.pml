//! about = "insertion into a hash table that threads share: no word is added twice"
//! [[run]]
//! methods = ["none", "auto", "refine", "label", "enumerate"]
//! verdict = "holds"
//! states = { O0 = 22693, O1 = 20827, O2 = 7151 }
//! group = "12"
//! orbits = { O0 = 1778, O1 = 1638, O2 = 577 }
//! [[run]]
//! define = ["BROKEN=1"]
//! methods = ["none", "auto", "refine", "label", "enumerate"]
//! verdict = "violated"
//! violation = "assertion"
//! states = { O0 = 45041, O1 = 41793, O2 = 15795 }
//! group = "12"
//! orbits = { O0 = 3452, O1 = 3210, O2 = 1253 }
/* The insertion of the index of Quotient's state store (engine/store/src/index.rs): threads append numbers to buckets.
 *
 * A thread reads the length of a bucket, compares the slots below it, and goes on to the next bucket if this one is full. What it did
 * not find it adds to the first bucket with room, if that still has the length that was read: a compare-and-swap of the
 * length takes the lock. The slot is written before the length that makes it visible. BROKEN leaves the comparison out.
 */
#ifndef N
#define N 3
#endif
#define SLOTS 1
#define BUCKETS 3

byte length[BUCKETS];
bit locked[BUCKETS];
byte slot[BUCKETS];
byte added[3];

#ifdef BROKEN
#define AS_IT_WAS (!locked[at])
#else
#define AS_IT_WAS (!locked[at] && length[at] == seen)
#endif

active [N] proctype inserter() {
	byte word, at, seen;
	if
	:: word = 1
	:: word = 2
	fi;
again:
	at = 0;
look:
	seen = length[at];
	if
	:: seen > 0 && slot[at] == word -> goto done
	:: else
	fi;
	if
	:: seen == SLOTS -> at++; goto look
	:: else
	fi;
	atomic {
		if
		:: AS_IT_WAS -> locked[at] = 1
		:: else -> goto again
		fi
	};
	slot[at] = word;
	atomic { length[at] = seen + 1; locked[at] = 0 };
	added[word]++;
	assert(added[word] == 1);
done:
	skip
}
