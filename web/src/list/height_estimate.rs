//! Estimates the height of a whole conversation: measured heights, and one estimate for all other messages.
//!
//! The estimate for messages that were never shown is one number: the height expected from their token count, corrected
//! by the ratio of measured to expected height of those that were shown. It only affects the thumb of the scrollbar:
//! the view is anchored to a message.

use crate::floats::within;
use ricordo_core::branch::Sequence;

/// Number of messages that share one sum.
const CHUNK: usize = 64;
/// Height of an empty message, and the additional height of each token, in pixels, on a page that is wide enough.
const FRAME: f64 = 60.0;
const TOKEN: f64 = 1.8;
/// Lower bound of the estimate, in pixels.
const LOWEST: f64 = 16.0;
/// Marks an unknown height.
const UNKNOWN: u32 = u32::MAX;

/// Expected height of a message with this many tokens, in pixels.
pub fn by_tokens(tokens: f64) -> f64 {
    FRAME + TOKEN * tokens.max(0.0)
}

/// Heights of the messages of a conversation, in pixels.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HeightEstimate {
    first: Sequence,
    end: Sequence,
    chunks: Vec<Chunk>,
    /// Expected height of each unknown message.
    expected: f64,
    /// Sum of the measured heights, followed by the sum of the expected heights of the same messages.
    measured: f64,
    foreseen: f64,
}

/// Known heights of [`CHUNK`] messages.
#[derive(Clone, Debug, Default, PartialEq)]
struct Chunk {
    heights: Vec<u32>,
    sum: u64,
    known: u32,
}

impl HeightEstimate {
    /// Creates the estimate for messages from `first` up to but not including `end`, with `mean_tokens` tokens each.
    pub fn new(first: Sequence, end: Sequence, mean_tokens: f64) -> Self {
        let mut estimates = Self { first, expected: by_tokens(mean_tokens), ..Self::default() };
        estimates.set_end(end);
        estimates
    }

    /// Sequence of the first message.
    pub fn first(&self) -> Sequence {
        self.first
    }

    /// Sequence after the last message.
    pub fn end(&self) -> Sequence {
        self.end
    }

    /// Sets the sequence of the first message.
    pub fn set_first(&mut self, first: Sequence) {
        for sequence in self.first..first.min(self.end) {
            self.write(sequence, UNKNOWN);
        }
        self.first = first;
        self.end = self.end.max(first);
    }

    /// Sets the sequence after the last message.
    pub fn set_end(&mut self, end: Sequence) {
        let end = end.max(self.first);
        for sequence in end..self.end {
            self.write(sequence, UNKNOWN);
        }
        self.end = end;
        self.chunks.resize(end as usize / CHUNK + 1, Chunk::default());
    }

    /// Records the measured height of a message; `foreseen` is the height expected from its tokens.
    pub fn measure(&mut self, sequence: Sequence, height: f64, foreseen: f64) {
        if !(self.first..self.end).contains(&sequence) {
            return;
        }
        if self.read(sequence) == UNKNOWN {
            self.foreseen += foreseen;
        } else {
            self.measured -= f64::from(self.read(sequence));
        }
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a height in pixels, kept in range")]
        let height = within(height.round(), 0.0, f64::from(UNKNOWN - 1)) as u32;
        self.measured += f64::from(height);
        self.write(sequence, height);
    }

    /// Records that these sequences have no messages because they were deleted.
    pub fn leave_out(&mut self, from: Sequence, to: Sequence) {
        for sequence in from.max(self.first)..to.min(self.end) {
            self.write(sequence, 0);
        }
    }

    /// Forgets all measured heights because the width of the page has changed.
    pub fn forget(&mut self) {
        // The learned ratio remains the best estimate until the first message is measured again.
        self.expected = self.guess();
        self.chunks.fill(Chunk::default());
        (self.measured, self.foreseen) = (0.0, 0.0);
    }

    /// Total height in pixels.
    pub fn total(&self) -> f64 {
        self.before(self.end)
    }

    /// Height above a message, in pixels.
    pub fn before(&self, sequence: Sequence) -> f64 {
        let sequence = sequence.clamp(self.first, self.end);
        let (whole, rest) = (sequence as usize / CHUNK, sequence as usize % CHUNK);
        let mut sum: u64 = self.chunks.iter().take(whole).map(|chunk| chunk.sum).sum();
        let mut known: u32 = self.chunks.iter().take(whole).map(|chunk| chunk.known).sum();
        let part = self.chunks.get(whole).map_or(&[][..], |chunk| &chunk.heights);
        for height in part.iter().take(rest).filter(|height| **height != UNKNOWN) {
            sum += u64::from(*height);
            known += 1;
        }
        let unknown = f64::from((sequence - self.first).saturating_sub(known));
        #[allow(clippy::cast_precision_loss, reason = "pixels, far below 2^53")]
        let sum = sum as f64;
        sum + unknown * self.guess()
    }

    /// The message at a height, and the distance of that height from its top.
    pub fn at(&self, height: f64) -> (Sequence, f64) {
        if self.first == self.end {
            return (self.first, 0.0);
        }
        // Binary search for the last message that begins at this height or above it.
        let (mut low, mut high) = (self.first, self.end - 1);
        while low < high {
            let middle = low + (high - low).div_ceil(2);
            if self.before(middle) <= height { low = middle } else { high = middle - 1 }
        }
        let top = self.before(low);
        (low, within(height - top, 0.0, self.before(low + 1) - top))
    }

    /// Estimated height of a message that was never shown.
    pub fn guess(&self) -> f64 {
        let ratio = if self.foreseen > 0.0 { self.measured / self.foreseen } else { 1.0 };
        (self.expected * ratio).max(LOWEST)
    }

    fn read(&self, sequence: Sequence) -> u32 {
        let chunk = self.chunks.get(sequence as usize / CHUNK);
        chunk.and_then(|chunk| chunk.heights.get(sequence as usize % CHUNK)).copied().unwrap_or(UNKNOWN)
    }

    fn write(&mut self, sequence: Sequence, height: u32) {
        let Some(chunk) = self.chunks.get_mut(sequence as usize / CHUNK) else { return };
        if chunk.heights.is_empty() {
            if height == UNKNOWN {
                return;
            }
            chunk.heights = vec![UNKNOWN; CHUNK];
        }
        let Some(place) = chunk.heights.get_mut(sequence as usize % CHUNK) else { return };
        if *place != UNKNOWN {
            chunk.sum -= u64::from(*place);
            chunk.known -= 1;
        }
        if height != UNKNOWN {
            chunk.sum += u64::from(height);
            chunk.known += 1;
        }
        *place = height;
    }
}

#[cfg(all(test, not(target_family = "wasm")))]
mod tests;
