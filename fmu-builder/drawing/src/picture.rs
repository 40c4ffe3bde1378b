//! Pixels as PNG.

use png::{BitDepth, ColorType, Encoder, EncodingError, Filter};

use crate::palette::{Colour, Palette};

/// A picture with a transparent ground.
pub struct Picture {
    /// Line by line, from the top: opacity, red, green, blue, from the highest byte to the lowest.
    pub pixels: Vec<Colour>,
    /// Width and height, pixels.
    pub size: [u32; 2],
}

impl Picture {
    /// In all its colours.
    pub fn png(&self) -> Result<Vec<u8>, EncodingError> {
        let bytes: Vec<u8> = self.pixels.iter().flat_map(|pixel| pixel.rotate_left(8).to_be_bytes()).collect();
        self.encoded(ColorType::Rgba, &bytes, |_| ())
    }

    /// In 256 colours at most, a third as large.
    pub fn small_png(&self) -> Result<Vec<u8>, EncodingError> {
        let Palette { colours, numbers } = Palette::of(&self.pixels);
        self.encoded(ColorType::Indexed, &numbers, |encoder| {
            encoder.set_filter(Filter::NoFilter);
            let channels = colours.iter().map(|colour| colour.to_be_bytes());
            encoder.set_palette(
                channels.clone().flat_map(|[_, red, green, blue]| [red, green, blue]).collect::<Vec<u8>>(),
            );
            let opacities: Vec<u8> =
                channels.map(|[opacity, ..]| opacity).take_while(|opacity| *opacity < u8::MAX).collect();
            if !opacities.is_empty() {
                encoder.set_trns(opacities);
            }
        })
    }

    fn encoded(
        &self,
        kind: ColorType,
        bytes: &[u8],
        prepare: impl FnOnce(&mut Encoder<&mut Vec<u8>>),
    ) -> Result<Vec<u8>, EncodingError> {
        let mut file = Vec::new();
        let [width, height] = self.size;
        let mut encoder = Encoder::new(&mut file, width, height);
        encoder.set_color(kind);
        encoder.set_depth(BitDepth::Eight);
        prepare(&mut encoder);
        let mut writer = encoder.write_header()?;
        writer.write_image_data(bytes)?;
        writer.finish()?;
        Ok(file)
    }
}
