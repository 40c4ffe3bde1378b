//! A picture with at most 256 colours, one byte for a pixel: as PNG it takes a third of what four bytes for a pixel take.

use std::iter;

/// Opacity, red, green, blue, from the highest byte to the lowest.
pub type Colour = u32;

/// As many as a byte counts.
const MOST: usize = 256;

/// Colours of a picture, the most transparent first, and for each pixel the number of its colour.
pub struct Palette {
    pub colours: Vec<Colour>,
    pub numbers: Vec<u8>,
}

impl Palette {
    /// Halves the set of colours that differ most in a channel, until there are enough sets. Each set becomes its mean; a picture of few colours
    /// stays as it is. The same on every platform: whole numbers only.
    pub fn of(pixels: &[Colour]) -> Self {
        let mut sorted = pixels.to_vec();
        sorted.sort_unstable();
        let counts: Vec<u32> = sorted.chunk_by(|a, b| a == b).map(|same| same.len() as u32).collect();
        sorted.dedup();
        let mut sets = vec![Set::new(&sorted, (0..sorted.len()).collect())];
        while sets.len() < MOST {
            let widest = sets.iter().enumerate().max_by_key(|(_, set)| set.spread);
            let Some((at, _)) = widest.filter(|(_, set)| set.spread > 0) else { break };
            let halves = sets.swap_remove(at).halves(&sorted);
            sets.extend(halves);
        }
        let means: Vec<Colour> = sets.iter().map(|set| set.mean(&sorted, &counts)).collect();
        let mut colours = means.clone();
        colours.sort_unstable();
        colours.dedup();
        let place = |colours: &[Colour], colour: Colour| colours.binary_search(&colour).unwrap_or_default();
        let mut of_sorted = vec![0; sorted.len()];
        for (set, mean) in sets.iter().zip(means) {
            let number = place(&colours, mean) as u8;
            set.members.iter().for_each(|k| of_sorted[*k] = number);
        }
        let runs = pixels.chunk_by(|a, b| a == b);
        let numbers = runs.flat_map(|run| iter::repeat_n(of_sorted[place(&sorted, run[0])], run.len())).collect();
        Self { colours, numbers }
    }
}

/// Colours that become one.
struct Set {
    members: Vec<usize>,
    /// Bits to the right of the channel in which they differ most.
    shift: u32,
    spread: u8,
    middle: u8,
}

fn channel(colour: Colour, shift: u32) -> u8 {
    (colour >> shift) as u8
}

impl Set {
    fn new(colours: &[Colour], members: Vec<usize>) -> Self {
        let mut set = Self { members, shift: 0, spread: 0, middle: 0 };
        for shift in [0, 8, 16, 24] {
            let values = set.members.iter().map(|k| channel(colours[*k], shift));
            let (low, high) = values.fold((u8::MAX, 0), |(low, high), value| (value.min(low), value.max(high)));
            let spread = high.saturating_sub(low);
            if spread > set.spread {
                (set.shift, set.spread, set.middle) = (shift, spread, low + spread / 2);
            }
        }
        set
    }

    fn halves(self, colours: &[Colour]) -> [Self; 2] {
        let is_low = |k: &usize| channel(colours[*k], self.shift) <= self.middle;
        let (low, high) = self.members.into_iter().partition(is_low);
        [Self::new(colours, low), Self::new(colours, high)]
    }

    /// Of all pixels, rounded.
    fn mean(&self, colours: &[Colour], counts: &[u32]) -> Colour {
        let count: u32 = self.members.iter().map(|k| counts[*k]).sum();
        [24, 16, 8, 0].into_iter().fold(0, |mean, shift| {
            let sum: u64 =
                self.members.iter().map(|k| u64::from(channel(colours[*k], shift)) * u64::from(counts[*k])).sum();
            mean << 8 | ((sum + u64::from(count / 2)) / u64::from(count.max(1))) as Colour
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_colours_stay() {
        let pixels = [0xff_ff_00_00, 0, 0x7f_00_00_ff, 0];
        let palette = Palette::of(&pixels);
        assert_eq!(palette.colours, [0, 0x7f_00_00_ff, 0xff_ff_00_00]);
        assert_eq!(palette.numbers, [2, 0, 1, 0]);
        assert_eq!(Palette::of(&[]).numbers, []);
    }

    /// Two shaded surfaces and a single pixel of another colour.
    #[test]
    fn many_colours_are_near_to_those_of_the_picture() {
        let shades = (0..256).flat_map(|k| [0xff_00_00_1e + (k << 16) + ((k / 2) << 8); 7]);
        let pixels: Vec<Colour> =
            shades.chain([0xff_00_ff_00]).chain((0..256).map(|k| 0x5a_5a_5a + (k << 24))).collect();
        let palette = Palette::of(&pixels);
        assert_eq!(palette.colours.len(), 256);
        for (pixel, number) in pixels.iter().zip(&palette.numbers) {
            let colour = palette.colours[usize::from(*number)];
            for (a, b) in pixel.to_be_bytes().into_iter().zip(colour.to_be_bytes()) {
                assert!(a.abs_diff(b) <= 2, "{pixel:x} {colour:x}");
            }
        }
        assert_eq!(palette.colours[usize::from(palette.numbers[7 * 256])], 0xff_00_ff_00);
    }
}
