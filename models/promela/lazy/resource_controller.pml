//! about = "Resource controller: clients in priority classes, three service states, the highest class that asks is served first (Wahl and D'Silva, section 10)"
//! [[run]]
//! define = ["CLASSES=2", "SIZE=2"]
//! verdict = "holds"
//! states = 76
//! group = "4"
//! orbits = 33
//! lazy_without_subsumption = 36
//! lazy = 29
//! [[run]]
//! define = ["CLASSES=3", "SIZE=2"]
//! verdict = "holds"
//! states = 316
//! group = "8"
//! orbits = 105
//! lazy_without_subsumption = 137
//! lazy = 61
//! [[run]]
//! define = ["CLASSES=2", "SIZE=5"]
//! verdict = "holds"
//! states = 8944
//! group = "14400"
//! orbits = 141
//! lazy_without_subsumption = 150
//! lazy = 116
//! [[run]]
//! define = ["CLASSES=6", "SIZE=2"]
//! methods = ["none", "auto", "refine", "label", "enumerate", "lazy", "lazy-without-subsumption"]
//! verdict = "holds"
//! states = 20476
//! group = "64"
//! orbits = 2913
//! lazy_without_subsumption = 6623
//! lazy = 229
//! [[run]]
//! define = ["CLASSES=9", "SIZE=2"]
//! large = true
//! verdict = "holds"
//! states = { O0 = 1310716, O1 = 1310716 }
//! group = "512"
//! orbits = 78729
//! lazy = { O1 = 505 }
//! [[run]]
//! define = ["CLASSES=2", "SIZE=9"]
//! large = true
//! verdict = "holds"
//! states = { O0 = 3808000, O1 = 3808000 }
//! group = "131681894400"
//! orbits = 397
//! lazy_without_subsumption = { O1 = 414 }
//! lazy = { O1 = 316 }
//! [[run]]
//! define = ["CLASSES=30", "SIZE=2"]
//! large = true
//! verdict = "holds"
//! group = "1073741824"
//! lazy = { O1 = 5461 }
//! [[run]]
//! define = ["CLASSES=2", "SIZE=30"]
//! large = true
//! verdict = "holds"
//! group = "70359079638545882374689246780656119576032161719910400000000000000"
//! orbits = 3841
//! lazy = { O1 = 2941 }
//! [[run]]
//! define = ["CLASSES=35", "SIZE=2"]
//! large = true
//! verdict = "holds"
//! group = "34359738368"
//! lazy = { O1 = 7421 }
//! [[run]]
//! define = ["CLASSES=2", "SIZE=35"]
//! large = true
//! verdict = "holds"
//! group = "106773946895230122545281450559425330223858126205527071528310538240000000000000000"
//! orbits = 5181
//! lazy = { O1 = 3956 }
//! [[run]]
//! define = ["CLASSES=40", "SIZE=2"]
//! large = true
//! verdict = "holds"
//! group = "1099511627776"
//! lazy = { O1 = 9681 }
//! [[run]]
//! define = ["CLASSES=2", "SIZE=40"]
//! large = true
//! verdict = "holds"
//! group = "665717749437497189208769764374695648426401518406663862032185661739706282409984000000000000000000"
//! orbits = 6721
//! lazy = { O1 = 5121 }
//! [[run]]
//! define = ["CLASSES=2", "SIZE=1", "N=80"]
//! large = true
//! verdict = "holds"
//! group = "894618213078297528685144171539831652069808216779571907213868063227837990693501860533361810841010176000000000000000000"
//! orbits = 637
//! lazy = { O1 = 558 }
//! [[run]]
//! define = ["CLASSES=3", "SIZE=1", "N=80"]
//! large = true
//! verdict = "holds"
//! group = "11324281178206297831457521158732046228731749579488251990048962825668835325234200766245086213177344000000000000000000"
//! orbits = 1261
//! lazy = { O1 = 792 }
//! [[run]]
//! define = ["CLASSES=5", "SIZE=1", "N=80"]
//! large = true
//! verdict = "holds"
//! group = "1885494701666050254987932260861146558230394535379329335672487982961844043495537923117729972224000000000000000000"
//! orbits = 4925
//! lazy = { O1 = 1251 }
//! [[run]]
//! define = ["CLASSES=7", "SIZE=1", "N=80"]
//! large = true
//! verdict = "holds"
//! group = "330788544151938641225953028221253782145683251820934971170611926835411235700971565459250872320000000000000000"
//! orbits = 19197
//! lazy = { O1 = 1698 }
//! [[run]]
//! define = ["CLASSES=10", "SIZE=1", "N=80"]
//! large = true
//! verdict = "holds"
//! group = "850478588567862317521167644239926010288584608120796235886430763388588680378079017697280000000000000000"
//! orbits = 147453
//! lazy = { O1 = 2346 }
//! [[run]]
//! define = ["CLASSES=15", "SIZE=1", "N=80"]
//! large = true
//! verdict = "holds"
//! group = "544344939077443064003729240247842752644293064388798874532860126869671081148416000000000000000"
//! lazy = { O1 = 3366 }
//! [[run]]
//! define = ["CLASSES=20", "SIZE=1", "N=80"]
//! large = true
//! verdict = "holds"
//! group = "507580213877224798800856812176625227226004528988036003099405939480985600000000000000"
//! lazy = { O1 = 4311 }
//! [[run]]
//! define = ["CLASSES=25", "SIZE=1", "N=80"]
//! large = true
//! verdict = "holds"
//! group = "710998587804863451854045647463724949736497978881168458687447040000000000000"
//! lazy = { O1 = 5181 }
//! [[run]]
//! define = ["CLASSES=2", "SIZE=2", "N=80"]
//! large = true
//! verdict = "holds"
//! group = "22648562356412595662915042317464092457463499158976503980097925651337670650468401532490172426354688000000000000000000"
//! orbits = 945
//! lazy = { O1 = 789 }
//! [[run]]
//! define = ["CLASSES=3", "SIZE=2", "N=80"]
//! large = true
//! verdict = "holds"
//! group = "7541978806664201019951729043444586232921578141517317342689951931847376173982151692470919888896000000000000000000"
//! orbits = 2769
//! lazy = { O1 = 1245 }
//! [[run]]
//! define = ["CLASSES=5", "SIZE=2", "N=80"]
//! large = true
//! verdict = "holds"
//! group = "979751334030177389784385126164394763852449468555157263741168239423654159795547028387266560000000000000000"
//! orbits = 23649
//! lazy = { O1 = 2121 }
//! [[run]]
//! define = ["CLASSES=7", "SIZE=2", "N=80"]
//! large = true
//! verdict = "holds"
//! group = "158722274715957158374463386788426981187033548886743531031789487233166172525579730944000000000000000"
//! orbits = 201201
//! lazy = { O1 = 2949 }
//! [[run]]
//! define = ["CLASSES=10", "SIZE=2", "N=80"]
//! large = true
//! verdict = "holds"
//! group = "16112626309318624013134398645734791213062287768196214882387542142884406886400000000000000"
//! lazy = { O1 = 4101 }
//! [[run]]
//! define = ["CLASSES=15", "SIZE=2", "N=80"]
//! large = true
//! verdict = "holds"
//! group = "1321503542000744506518087874255319318123143257143431623868416000000000000"
//! lazy = { O1 = 5781 }
//! [[run]]
//! define = ["CLASSES=20", "SIZE=2", "N=80"]
//! large = true
//! verdict = "holds"
//! group = "736627847464421896247387150742722481978806894592000000000"
//! lazy = { O1 = 7161 }
//! [[run]]
//! define = ["CLASSES=25", "SIZE=2", "N=80"]
//! large = true
//! verdict = "holds"
//! group = "4414602887497354033417932709098946560000000"
//! lazy = { O1 = 8241 }

// CLASSES classes of SIZE clients each, class 0 first. With N given as well there are N clients, and the
// last class holds all that are left: -D CLASSES=k -D SIZE=1 -D N=80 is the family "1, ..., 1, rest", SIZE=2 is
// "2, ..., 2, rest". While the server is idle, idle clients may ask; a client is served if it asks and no
// client of a higher class does; service takes three states, in which nobody may ask.
// Plain count: 2^n + 3 * (sum over classes i of c_i * 2^(c_i - 1) * 2^(r_i)), r_i clients in later classes.
// It has N processes, so N is at most 255; runs marked large are beyond a plain search or slow in it.

#ifndef CLASSES
#define CLASSES 3
#endif
#ifndef SIZE
#define SIZE 2
#endif
#ifndef N
#define N (CLASSES * SIZE)
#endif

mtype = { idle, asking, served }

mtype client_is[N] = idle
byte busy = 0

// CLEAR says that no client of a class above this process's own is asking. It is a conjunction over all
// clients 0 .. N-1, put together from blocks whose sizes are the binary digits of N.
#define BELOW(j) ((j) / SIZE >= CLASSES - 1 || (j) / SIZE >= _pid / SIZE || client_is[j] != asking)
#define BELOW2(j) BELOW(j) && BELOW(j + 1)
#define BELOW4(j) BELOW2(j) && BELOW2(j + 2)
#define BELOW8(j) BELOW4(j) && BELOW4(j + 4)
#define BELOW16(j) BELOW8(j) && BELOW8(j + 8)
#define BELOW32(j) BELOW16(j) && BELOW16(j + 16)
#define BELOW64(j) BELOW32(j) && BELOW32(j + 32)
#define BELOW128(j) BELOW64(j) && BELOW64(j + 64)
#if N & 1
#define CLEAR1 && BELOW(0)
#else
#define CLEAR1
#endif
#if N & 2
#define CLEAR2 && BELOW2(N % 2)
#else
#define CLEAR2
#endif
#if N & 4
#define CLEAR4 && BELOW4(N % 4)
#else
#define CLEAR4
#endif
#if N & 8
#define CLEAR8 && BELOW8(N % 8)
#else
#define CLEAR8
#endif
#if N & 16
#define CLEAR16 && BELOW16(N % 16)
#else
#define CLEAR16
#endif
#if N & 32
#define CLEAR32 && BELOW32(N % 32)
#else
#define CLEAR32
#endif
#if N & 64
#define CLEAR64 && BELOW64(N % 64)
#else
#define CLEAR64
#endif
#if N & 128
#define CLEAR128 && BELOW128(N % 128)
#else
#define CLEAR128
#endif
#define CLEAR true CLEAR1 CLEAR2 CLEAR4 CLEAR8 CLEAR16 CLEAR32 CLEAR64 CLEAR128

active [N] proctype client() {
  do
  :: d_step { busy == 0 && client_is[_pid] == idle -> client_is[_pid] = asking }
  :: d_step { busy == 0 && client_is[_pid] == asking && (CLEAR) -> client_is[_pid] = served; busy = 1 }
  :: d_step { client_is[_pid] == served && busy < 3 -> busy++ }
  :: d_step { client_is[_pid] == served && busy == 3 -> client_is[_pid] = idle; busy = 0 }
  od
}
