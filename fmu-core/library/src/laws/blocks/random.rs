//! Generator of uniform random numbers: xorshift128+, started by xorshift64* (S. Vigna, An experimental exploration of Marsaglia's
//! xorshift generators, scrambled).

/// Number of held values: the state in pieces of 32 bits, and the number drawn.
pub const SIZE: usize = STATE + 1;
const STATE: usize = 4;

/// Iterations after which a bad seed has no effect.
const WARM_UP: usize = 10;

/// Writes the state for these seeds, and the first number.
pub fn start(seeds: [f64; 2], held: &mut [f64]) {
    let [local, global] = seeds.map(|seed| u64::from(seed.round() as i64 as u32));
    let seed = if local == 0 && global == 0 { 126_247_697 } else { local | global << 32 };
    let first = (0..WARM_UP).fold(seed, |state, _| scrambled(state));
    write([first, scrambled(first)], held);
    held[STATE] = draw(read(held)).1;
}

/// Draws the next number from the state in `old`.
pub fn next(old: &[f64], new: &mut [f64]) {
    let (state, number) = draw(read(old));
    write(state, new);
    new[STATE] = number;
}

/// A step of xorshift64*.
fn scrambled(mut x: u64) -> u64 {
    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    x.wrapping_mul(2_685_821_657_736_338_717)
}

/// A step of xorshift128+, and its number in (0, 1].
fn draw([mut a, b]: [u64; 2]) -> ([u64; 2], f64) {
    a ^= a << 23;
    let sum = (a ^ b ^ (a >> 17) ^ (b >> 26)).wrapping_add(b);
    ([b, sum], sum.cast_signed() as f64 * 0.5_f64.powi(64) + 0.5)
}

fn read(held: &[f64]) -> [u64; 2] {
    [0, 2].map(|k| held[k] as u64 | (held[k + 1] as u64) << 32)
}

fn write(state: [u64; 2], held: &mut [f64]) {
    for (pair, word) in held.chunks_mut(2).zip(state) {
        (pair[0], pair[1]) = (f64::from(word as u32), f64::from((word >> 32) as u32));
    }
}
