//! about = "A bus with daisy-chain arbitration: the requesting master nearest to the arbiter gets the bus"
//! [[run]]
//! define = ["N=3"]
//! verdict = "holds"
//! states = 81
//! group = "1"
//! lazy_without_subsumption = 118
//! lazy = 52
//! [[run]]
//! define = ["N=8"]
//! slow_methods = ["lazy-without-subsumption"]
//! verdict = "holds"
//! states = 41553
//! group = "1"
//! not_exact = ["auto"]
//! lazy = 1629
//! [[run]]
//! define = ["N=4", "BROKEN=1"]
//! verdict = "violated"
//! violation = "assertion"
//! states = 1604
//! group = "1"
//! lazy_without_subsumption = 2082
//! lazy = 1393

// The bus remembers its master: a shared variable that holds a process id and has to be respected by any
// permutation. Transfers take an address and a data cycle. BROKEN lets a master nearer to the
// arbiter seize the bus between the two.

#ifndef N
#define N 4
#endif
#define NOBODY N

mtype = { quiet, requesting }
mtype:cycle = { free, address, data }

mtype line[N] = quiet
byte master = NOBODY
mtype:cycle phase = free

#define SILENT(j) ((j) >= _pid || line[j] != requesting)
#define SILENT2(j) SILENT(j) && SILENT(j + 1)
#define SILENT4(j) SILENT2(j) && SILENT2(j + 2)
#define SILENT8(j) SILENT4(j) && SILENT4(j + 4)
#if N & 1
#define NEAREST1 && SILENT(0)
#else
#define NEAREST1
#endif
#if N & 2
#define NEAREST2 && SILENT2(N % 2)
#else
#define NEAREST2
#endif
#if N & 4
#define NEAREST4 && SILENT4(N % 4)
#else
#define NEAREST4
#endif
#if N & 8
#define NEAREST8 && SILENT8(N % 8)
#else
#define NEAREST8
#endif
#define NEAREST true NEAREST1 NEAREST2 NEAREST4 NEAREST8

active [N] proctype device() {
  do
  :: line[_pid] == quiet -> line[_pid] = requesting
  :: atomic {
#ifdef BROKEN
       line[_pid] == requesting && phase != data && master != _pid && (NEAREST) ->
#else
       line[_pid] == requesting && phase == free && (NEAREST) ->
#endif
       master = _pid;
       phase = address
     };
     atomic {
       assert(master == _pid && phase == address);
       phase = data
     };
     atomic {
       assert(master == _pid && phase == data);
       phase = free;
       master = NOBODY;
       line[_pid] = quiet
     }
  od
}
