//! A digest of a text or a record: equal input gives an equal digest, on every machine and in every version.
//!
//! 64-bit FNV-1a: small and stable. It detects changes; it does not protect against deliberate collisions.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use std::fmt;

/// A digest. Serialized as 16 hexadecimal digits, because JavaScript numbers do not hold 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest(pub u64);

const START: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x0100_0000_01b3;

impl Digest {
    /// The digest of some bytes.
    pub fn of(bytes: &[u8]) -> Self {
        Self(START).with(bytes)
    }

    /// The digest of a value's JSON.
    pub fn of_value(value: &impl Serialize) -> Self {
        // The core digests plain records, which always serialize.
        Self::of(&serde_json::to_vec(value).unwrap_or_default())
    }

    /// Extends the digest by these bytes.
    #[must_use]
    pub fn with(self, bytes: &[u8]) -> Self {
        Self(bytes.iter().fold(self.0, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(PRIME)))
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl Serialize for Digest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Digest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        u64::from_str_radix(&text, 16).map(Self).map_err(|_| D::Error::custom("a digest is 16 hexadecimal digits"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_digest_is_the_same_everywhere() {
        // From the FNV reference: the empty text and "foobar".
        assert_eq!(Digest::of(b"").to_string(), "cbf29ce484222325");
        assert_eq!(Digest::of(b"foobar").to_string(), "85944171f73967e8");
        assert_eq!(Digest::of(b"foo").with(b"bar"), Digest::of(b"foobar"));
    }

    #[test]
    fn it_comes_back_from_json() {
        let digest = Digest(7);
        let json = serde_json::to_string(&digest).unwrap();
        assert_eq!(json, "\"0000000000000007\"");
        assert_eq!(serde_json::from_str::<Digest>(&json).unwrap(), digest);
        assert!(serde_json::from_str::<Digest>("\"x\"").is_err());
    }
}
