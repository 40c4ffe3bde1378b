//! Numbers, texts, lists and the like.

use super::{Binary, Reader, Writer};
use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

/// Memory that is reserved for a list before its items are there: a wrong length does no harm.
const RESERVED: usize = 1 << 20;

impl Binary for f64 {
    fn write(&self, writer: &mut Writer<'_>) {
        writer.bytes(&self.to_le_bytes());
    }
    #[inline(never)]
    fn read(reader: &mut Reader<'_>) -> Self {
        let bytes = reader.bytes(size_of::<Self>());
        bytes.try_into().map_or(0.0, Self::from_le_bytes)
    }
}

impl Binary for u8 {
    fn write(&self, writer: &mut Writer<'_>) {
        writer.bytes(&[*self]);
    }
    #[inline(never)]
    fn read(reader: &mut Reader<'_>) -> Self {
        reader.bytes(1).first().copied().unwrap_or_default()
    }
}

impl Binary for bool {
    fn write(&self, writer: &mut Writer<'_>) {
        writer.number(u64::from(*self));
    }
    fn read(reader: &mut Reader<'_>) -> Self {
        reader.variant(2) == 1
    }
}

macro_rules! unsigned {
    ($($number:ty),*) => {$(
        impl Binary for $number {
            fn write(&self, writer: &mut Writer<'_>) {
                writer.number(*self as u64);
            }
            #[inline(never)]
            fn read(reader: &mut Reader<'_>) -> Self {
                let number = reader.number();
                reader.required(Self::try_from(number).ok())
            }
        }
    )*};
}
unsigned!(u16, u32, u64, usize);

macro_rules! signed {
    ($($number:ty),*) => {$(
        /// Numbers near zero are short: 0, -1, 1, -2 become 0, 1, 2, 3.
        impl Binary for $number {
            fn write(&self, writer: &mut Writer<'_>) {
                let number = i64::from(*self);
                writer.number((number << 1 ^ number >> 63) as u64);
            }
            #[inline(never)]
            fn read(reader: &mut Reader<'_>) -> Self {
                let number = reader.number();
                reader.required(Self::try_from((number >> 1) as i64 ^ -((number & 1) as i64)).ok())
            }
        }
    )*};
}
signed!(i8, i16, i32, i64);

macro_rules! texts {
    ($($text:ty),*) => {$(
        impl Binary for $text {
            fn write(&self, writer: &mut Writer<'_>) {
                writer.text(self);
            }
            fn read(reader: &mut Reader<'_>) -> Self {
                owned(reader).into()
            }
        }
    )*};
}
texts!(String, Box<str>, Arc<str>, Cow<'static, str>);

/// A text; an empty one without memory for it, which is a failure.
#[inline(never)]
fn owned(reader: &mut Reader<'_>) -> String {
    let (text, mut owned) = (reader.text(), String::new());
    if owned.try_reserve_exact(text.len()).is_ok() {
        owned.push_str(text);
    } else {
        reader.fail();
    }
    owned
}

impl<T: Binary> Binary for Option<T> {
    fn write(&self, writer: &mut Writer<'_>) {
        self.is_some().write(writer);
        if let Some(value) = self {
            value.write(writer);
        }
    }
    fn read(reader: &mut Reader<'_>) -> Self {
        bool::read(reader).then(|| T::read(reader))
    }
}

impl<T: Binary> Binary for Vec<T> {
    fn write(&self, writer: &mut Writer<'_>) {
        writer.list(self.iter());
    }
    fn read(reader: &mut Reader<'_>) -> Self {
        let mut list = Self::new();
        let length = reader.length();
        while list.len() < length && !reader.has_failed {
            if list.len() == list.capacity() {
                reserve(&mut list, length, reader);
            }
            // Unless it has failed; a reader that cannot panic has nothing to clean up.
            if list.len() < list.capacity() {
                list.push(T::read(reader));
            }
        }
        list
    }
}

/// Takes memory for more items of a list, which grows to `length`. Without it the reader fails.
#[inline(never)]
fn reserve<T>(list: &mut Vec<T>, length: usize, reader: &mut Reader<'_>) {
    let most = (RESERVED / size_of::<T>().max(1)).max(1);
    if list.try_reserve_exact((length - list.len()).min(most)).is_err() {
        reader.fail();
    }
}

macro_rules! slices {
    ($($slice:ident),*) => {$(
        impl<T: Binary> Binary for $slice<[T]> {
            fn write(&self, writer: &mut Writer<'_>) {
                writer.list(self.iter());
            }
            fn read(reader: &mut Reader<'_>) -> Self {
                Vec::read(reader).into()
            }
        }
    )*};
}
slices!(Box, Arc);

impl<T: Binary, const N: usize> Binary for [T; N] {
    fn write(&self, writer: &mut Writer<'_>) {
        self.iter().for_each(|item| item.write(writer));
    }
    fn read(reader: &mut Reader<'_>) -> Self {
        std::array::from_fn(|_| T::read(reader))
    }
}

macro_rules! pointers {
    ($($pointer:ident),*) => {$(
        impl<T: Binary> Binary for $pointer<T> {
            fn write(&self, writer: &mut Writer<'_>) {
                (**self).write(writer);
            }
            fn read(reader: &mut Reader<'_>) -> Self {
                Self::new(T::read(reader))
            }
        }
    )*};
}
pointers!(Box, Arc);

macro_rules! tuples {
    ($(($($name:ident $k:tt),+))*) => {$(
        impl<$($name: Binary),+> Binary for ($($name,)+) {
            fn write(&self, writer: &mut Writer<'_>) {
                $(self.$k.write(writer);)+
            }
            fn read(reader: &mut Reader<'_>) -> Self {
                ($($name::read(reader),)+)
            }
        }
    )*};
}
tuples! { (A 0, B 1) (A 0, B 1, C 2) (A 0, B 1, C 2, D 3) (A 0, B 1, C 2, D 3, E 4) (A 0, B 1, C 2, D 3, E 4, F 5) }

impl<T: Binary> Binary for Range<T> {
    fn write(&self, writer: &mut Writer<'_>) {
        self.start.write(writer);
        self.end.write(writer);
    }
    fn read(reader: &mut Reader<'_>) -> Self {
        T::read(reader)..T::read(reader)
    }
}
