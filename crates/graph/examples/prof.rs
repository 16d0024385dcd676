#[path = "../tests/families/mod.rs"]
mod families;
use families::*;
use graph::*;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let n: usize = a[1].parse().unwrap();
    let reps: usize = a[2].parse().unwrap();
    let formed = a.len() > 3;
    let mut r = Random(99);
    let gs: Vec<SmallDigraph> = (0..200)
        .map(|_| {
            let g = state_like(&mut r, n, 4, 1, 2);
            let mut s = SmallDigraph::new();
            s.reset(n).unwrap();
            for (v, &c) in g.colours().iter().enumerate() {
                s.set_colour(Vertex(v as u32), c).unwrap();
            }
            for x in g.arcs() {
                s.add_arc(x.from, x.to, x.colour).unwrap();
            }
            s
        })
        .collect();
    let mut sc = SmallScratch::default();
    let mut f = SmallForm::default();
    let t = std::time::Instant::now();
    for _ in 0..reps {
        for g in &gs {
            let l = label_small(g, &mut sc, WorkLimit::NONE).unwrap();
            if formed {
                g.form_under(l, &mut f);
            }
            std::hint::black_box(&f);
        }
    }
    println!("{:.1} ns", t.elapsed().as_secs_f64() * 1e9 / (reps * 200) as f64);
}
