use bmachine::compose::{compose, NoFiles};
fn main() {
    let mut bad = 0; let mut n = 0;
    for path in std::env::args().skip(1) {
        let Ok(bytes) = std::fs::read(&path) else { continue };
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let mut map = diagnostics::SourceMap::new();
        let id = map.add(path.clone(), text.clone());
        n += 1;
        let result = compose(&mut map, id, &mut NoFiles).and_then(|c| bmachine::typing::infer(&c).map(|_| ()));
        if let Err(es) = result { bad += 1; let e=&es[0]; println!("{path}:{}: {}", map.line(e.span), e.message); }
    }
    println!("{bad} of {n} fail");
}
