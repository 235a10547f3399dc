//! Numbers, times and ids as bytes, for the parts of the stored indexes. Numbers are LEB128.

use ricordo_record::{id::MessageId, time::Timestamp};
use uuid::Uuid;

pub(crate) fn put(bytes: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        bytes.push(low_bits(value) | 0x80);
        value >>= 7;
    }
    bytes.push(low_bits(value));
}

fn low_bits(value: u64) -> u8 {
    u8::try_from(value & 0x7f).unwrap_or_default()
}

/// Zigzag: a time before 1970 is small, too.
pub(crate) fn put_time(bytes: &mut Vec<u8>, time: Timestamp) {
    put(bytes, ((time.0 << 1) ^ (time.0 >> 63)).cast_unsigned());
}

/// The rest of the bytes.
pub(crate) struct Input<'a>(&'a [u8]);

impl<'a> Input<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    pub(crate) fn byte(&mut self) -> Option<u8> {
        self.take(1).map(|taken| taken[0])
    }

    pub(crate) fn number(&mut self) -> Option<u64> {
        let mut value = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Some(value);
            }
        }
        None
    }

    pub(crate) fn time(&mut self) -> Option<Timestamp> {
        let at = self.number()?;
        Some(Timestamp((at >> 1).cast_signed() ^ -(at & 1).cast_signed()))
    }

    pub(crate) fn message(&mut self) -> Option<MessageId> {
        let id: [u8; 16] = self.take(16)?.try_into().ok()?;
        Some(MessageId(Uuid::from_bytes(id)))
    }
}
