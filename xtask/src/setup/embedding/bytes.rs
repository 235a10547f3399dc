//! Reads numbers and texts one after the other. `None` is the end of the data, or data of another form.

pub(super) struct Bytes<'a> {
    all: &'a [u8],
    at: usize,
}

impl<'a> Bytes<'a> {
    pub(super) fn new(all: &'a [u8]) -> Self {
        Self { all, at: 0 }
    }

    pub(super) fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let taken = self.all.get(self.at..self.at.checked_add(count)?)?;
        self.at += count;
        Some(taken)
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.take(N)?.try_into().ok()
    }

    pub(super) fn u8(&mut self) -> Option<u8> {
        self.array::<1>().map(|[byte]| byte)
    }

    pub(super) fn u16(&mut self) -> Option<usize> {
        Some(u16::from_le_bytes(self.array()?).into())
    }

    pub(super) fn u32(&mut self) -> Option<u32> {
        self.array().map(u32::from_le_bytes)
    }

    /// A length or an index in 32 bits.
    pub(super) fn size(&mut self) -> Option<usize> {
        self.u32()?.try_into().ok()
    }

    /// A length or a position in 64 bits.
    pub(super) fn long_size(&mut self) -> Option<usize> {
        u64::from_le_bytes(self.array()?).try_into().ok()
    }

    pub(super) fn f32(&mut self) -> Option<f32> {
        self.array().map(f32::from_le_bytes)
    }

    /// A length of this many bytes, the most significant first.
    pub(super) fn size_of_width(&mut self, width: usize) -> Option<usize> {
        Some(self.take(width)?.iter().fold(0, |size, byte| size << 8 | usize::from(*byte)))
    }

    pub(super) fn text(&mut self, bytes: usize) -> Option<&'a str> {
        std::str::from_utf8(self.take(bytes)?).ok()
    }
}
