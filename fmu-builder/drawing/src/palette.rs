//! A picture with at most 256 colours, one byte for a pixel: as PNG it takes a third of what four bytes for a pixel take.

use std::cmp::Reverse;

/// Red, green, blue, opacity.
pub type Colour = [u8; 4];

/// As many as a byte counts.
const MOST: usize = 256;

/// Colours of a picture, the most transparent first, and the number of its colour for each pixel.
pub struct Palette {
    /// All that is left of the picture's colours.
    pub colours: Vec<Colour>,
    /// For each pixel.
    pub numbers: Vec<u8>,
}

impl Palette {
    /// Halves the set of colours that differ most in a channel, until there are enough sets. Each set becomes its mean; a picture of few colours
    /// stays as it is. The same on every platform: whole numbers only.
    pub fn of(pixels: &[Colour]) -> Self {
        let mut sorted = pixels.to_vec();
        sorted.sort_unstable();
        let counted = sorted.chunk_by(|a, b| a == b).map(|same| (same[0], same.len() as u64));
        let mut sets = vec![Set::new(counted.collect())];
        while sets.len() < MOST {
            let widest = sets.iter().enumerate().max_by_key(|(_, set)| set.spread);
            let Some((at, _)) = widest.filter(|(_, set)| set.spread > 0) else { break };
            let [low, high] = sets.swap_remove(at).halves();
            sets.extend([low, high]);
        }
        let mut sets: Vec<(Colour, Set)> = sets.into_iter().map(|set| (set.mean(), set)).collect();
        sets.sort_by_key(|(mean, _)| (mean[3], *mean));
        let members = sets
            .iter()
            .zip(0..=u8::MAX)
            .flat_map(|((_, set), number)| set.colours.iter().map(move |(colour, _)| (*colour, number)));
        let mut numbers: Vec<(Colour, u8)> = members.collect();
        numbers.sort_unstable();
        let number =
            |pixel: &Colour| numbers.binary_search_by_key(pixel, |(colour, _)| *colour).map_or(0, |at| numbers[at].1);
        Self { numbers: pixels.iter().map(number).collect(), colours: sets.into_iter().map(|(mean, _)| mean).collect() }
    }
}

/// Colours that become one, with the number of pixels for each.
struct Set {
    colours: Vec<(Colour, u64)>,
    /// The channel in which they differ most, and by how much.
    channel: usize,
    spread: u8,
    middle: u8,
}

impl Set {
    fn new(colours: Vec<(Colour, u64)>) -> Self {
        let range = |channel: usize| {
            let values = colours.iter().map(|(colour, _)| colour[channel]);
            values.fold((u8::MAX, 0), |(low, high), value| (low.min(value), high.max(value)))
        };
        let ranges = (0..4).map(|channel| (channel, range(channel)));
        let widest = ranges.max_by_key(|(channel, (low, high))| (high.saturating_sub(*low), Reverse(*channel)));
        let (channel, (low, high)) = widest.unwrap_or_default();
        let spread = high.saturating_sub(low);
        Self { colours, channel, spread, middle: low.saturating_add(spread / 2) }
    }

    fn halves(self) -> [Self; 2] {
        let (low, high) = self.colours.into_iter().partition(|(colour, _)| colour[self.channel] <= self.middle);
        [Self::new(low), Self::new(high)]
    }

    /// Of all pixels, rounded.
    fn mean(&self) -> Colour {
        let count = self.colours.iter().map(|(_, count)| count).sum::<u64>().max(1);
        let sum =
            |channel: usize| self.colours.iter().map(|(colour, count)| u64::from(colour[channel]) * count).sum::<u64>();
        [0, 1, 2, 3].map(|channel| ((sum(channel) + count / 2) / count) as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_colours_stay() {
        let pixels = [[255, 0, 0, 255], [0; 4], [0, 0, 255, 127], [0; 4]];
        let palette = Palette::of(&pixels);
        assert_eq!(palette.colours, [[0; 4], [0, 0, 255, 127], [255, 0, 0, 255]]);
        assert_eq!(palette.numbers, [2, 0, 1, 0]);
    }

    /// A shaded ball has a range of some 150 in each channel, in 256 sets at most two wide; a single pixel of another colour keeps it.
    #[test]
    fn many_colours_are_near_to_those_of_the_picture() {
        let shade = |k: u32| [(k / 7 % 256) as u8, (k / 14 % 128) as u8, 30, 255];
        let mut pixels: Vec<Colour> = (0..7 * 256).map(shade).collect();
        pixels.push([0, 255, 0, 255]);
        pixels.extend((0..256).map(|k| [90, 90, 90, k as u8]));
        let palette = Palette::of(&pixels);
        assert_eq!(palette.colours.len(), 256);
        for (pixel, number) in pixels.iter().zip(&palette.numbers) {
            let colour = palette.colours[usize::from(*number)];
            let error = pixel.iter().zip(colour).map(|(a, b)| a.abs_diff(b)).max();
            assert!(error <= Some(2), "{pixel:?} {colour:?}");
        }
        assert_eq!(palette.colours[usize::from(palette.numbers[7 * 256])], [0, 255, 0, 255]);
    }
}
