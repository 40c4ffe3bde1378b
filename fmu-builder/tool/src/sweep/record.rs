//! Stored result of one run.

/// Outcome of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// At the stop time, or where the FMU wanted to end.
    Done,
    /// With an error, and this reason.
    Failed(String),
}

/// A run that is over.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Record {
    /// Time of the last row, s; NaN where there is none.
    pub end_time: f64,
    pub ending: Ending,
    /// The numbers of each variable, one after the other; none of a run that failed.
    pub numbers: Vec<f64>,
    /// Time and values of each row, one after the other, where trajectories are kept.
    pub trajectory: Vec<f64>,
}

impl Record {
    /// Appends it to `bytes`.
    pub(super) fn encode(&self, bytes: &mut Vec<u8>) {
        let reason = match &self.ending {
            Ending::Done => None,
            Ending::Failed(reason) => Some(reason.as_bytes()),
        };
        bytes.push(u8::from(reason.is_some()));
        bytes.extend(self.end_time.to_le_bytes());
        let length = |count: usize| (count as u64).to_le_bytes();
        bytes.extend(length(reason.map_or(0, <[u8]>::len)));
        bytes.extend(reason.unwrap_or_default());
        for numbers in [&self.numbers, &self.trajectory] {
            bytes.extend(length(numbers.len()));
            numbers.iter().for_each(|number| bytes.extend(number.to_le_bytes()));
        }
    }

    /// Takes one from the front of `bytes`; none where they are no record.
    pub(super) fn decode(bytes: &mut &[u8]) -> Option<Self> {
        let [failed] = *take::<1>(bytes)?;
        let end_time = f64::from_le_bytes(*take(bytes)?);
        let length = length(bytes)?;
        let (reason, rest) = bytes.split_at_checked(length)?;
        let reason = String::from_utf8(reason.to_vec()).ok()?;
        *bytes = rest;
        let ending = if failed == 0 { Ending::Done } else { Ending::Failed(reason) };
        Some(Self { end_time, ending, numbers: numbers(bytes)?, trajectory: numbers(bytes)? })
    }
}

fn take<'b, const N: usize>(bytes: &mut &'b [u8]) -> Option<&'b [u8; N]> {
    let (front, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(front)
}

fn length(bytes: &mut &[u8]) -> Option<usize> {
    usize::try_from(u64::from_le_bytes(*take(bytes)?)).ok()
}

fn numbers(bytes: &mut &[u8]) -> Option<Vec<f64>> {
    let count = length(bytes)?;
    // Each has eight bytes, so that a wrong count asks for no memory.
    if count > bytes.len() / 8 {
        return None;
    }
    (0..count).map(|_| take(bytes).map(|bytes| f64::from_le_bytes(*bytes))).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    #[test]
    fn records_come_back() {
        let done = Record { end_time: 1.5, ending: Ending::Done, numbers: vec![0.1, -2.0], trajectory: vec![] };
        let failed =
            Record { ending: Ending::Failed("why".into()), numbers: vec![], trajectory: vec![1.0], ..done.clone() };
        let mut bytes = Vec::new();
        done.encode(&mut bytes);
        failed.encode(&mut bytes);
        let mut rest = bytes.as_slice();
        assert_eq!((Record::decode(&mut rest), Record::decode(&mut rest)), (Some(done), Some(failed)));
        assert!(rest.is_empty());
        for end in 0..bytes.len() - 1 {
            let mut cut = &bytes[..end];
            assert!(Record::decode(&mut cut).is_none() || Record::decode(&mut cut).is_none());
        }
    }
}
