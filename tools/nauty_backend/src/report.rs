//! What nauty says while it runs: generators and orbit lengths, by callbacks.

use std::cell::RefCell;
use std::os::raw::c_int;

use nauty_Traces_sys::{optionblk, statsblk};

/// The automorphism group that nauty found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Generators; each maps vertex `v` to its `v`-th entry.
    pub generators: Vec<Box<[u32]>>,
    /// Orbit lengths along nauty's base, without ones; their product is the order of the group.
    pub orbit_lengths: Vec<u32>,
}

thread_local! {
    static REPORT: RefCell<Report> = const { RefCell::new(Report { generators: Vec::new(), orbit_lengths: Vec::new() }) };
}

/// Makes nauty report the group to this thread's [`Report`].
pub(crate) fn listen(options: &mut optionblk) {
    REPORT.take();
    options.userautomproc = Some(on_automorphism);
    options.userlevelproc = Some(on_level);
}

/// What was reported since [`listen`].
pub(crate) fn take() -> Report {
    REPORT.take()
}

extern "C" fn on_automorphism(_: c_int, image: *mut c_int, _: *mut c_int, _: c_int, _: c_int, n: c_int) {
    // SAFETY: nauty passes a permutation of its `n` vertices that stays valid during the call.
    let image = unsafe { std::slice::from_raw_parts(image, n as usize) };
    REPORT.with_borrow_mut(|report| report.generators.push(image.iter().map(|&v| v as u32).collect()));
}

#[allow(clippy::too_many_arguments)] // the signature is nauty's
extern "C" fn on_level(
    _lab: *mut c_int,
    _ptn: *mut c_int,
    _level: c_int,
    _orbits: *mut c_int,
    _stats: *mut statsblk,
    _fixed: c_int,
    index: c_int,
    _cell: c_int,
    _cells: c_int,
    _children: c_int,
    _n: c_int,
) {
    if index > 1 {
        REPORT.with_borrow_mut(|report| report.orbit_lengths.push(index as u32));
    }
}
