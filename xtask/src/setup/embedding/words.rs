//! The frequent words of a language, from a list of the package `wordfreq`: MessagePack, an array of a header and of one
//! list of words for each frequency, the most frequent first.

use super::bytes::Bytes;

/// The first `count` words.
pub(super) fn most_frequent(list: &[u8], count: usize) -> Option<Vec<&str>> {
    let mut bytes = Bytes::new(list);
    let groups = array(&mut bytes)?;
    skip_header(&mut bytes)?;
    let mut words = Vec::new();
    for _ in 1..groups {
        for _ in 0..array(&mut bytes)? {
            words.push(text(&mut bytes)?);
        }
        if words.len() >= count {
            break;
        }
    }
    words.truncate(count);
    Some(words)
}

/// A map of texts to texts and numbers below 128.
fn skip_header(bytes: &mut Bytes<'_>) -> Option<()> {
    let pairs = match bytes.u8()? {
        head @ 0x80..=0x8f => head & 15,
        _ => return None,
    };
    for _ in 0..pairs {
        text(bytes)?;
        match bytes.u8()? {
            0..=0x7f => {}
            head @ 0xa0..=0xbf => drop(bytes.take(usize::from(head & 31))?),
            _ => return None,
        }
    }
    Some(())
}

/// The length of an array.
fn array(bytes: &mut Bytes<'_>) -> Option<usize> {
    match bytes.u8()? {
        head @ 0x90..=0x9f => Some(usize::from(head & 15)),
        0xdc => bytes.size_of_width(2),
        0xdd => bytes.size_of_width(4),
        _ => None,
    }
}

fn text<'a>(bytes: &mut Bytes<'a>) -> Option<&'a str> {
    let length = match bytes.u8()? {
        head @ 0xa0..=0xbf => usize::from(head & 31),
        0xd9 => bytes.size_of_width(1)?,
        0xda => bytes.size_of_width(2)?,
        0xdb => bytes.size_of_width(4)?,
        _ => return None,
    };
    bytes.text(length)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A header `{"format": "cB", "version": 1}`, no word of the first frequency, two of the next, one of the last.
    fn list() -> Vec<u8> {
        let mut list = b"\x94\x82\xa6format\xa2cB\xa7version\x01\x90".to_vec();
        list.extend(b"\xdc\x00\x02\xa3the\xd9\x06");
        list.extend("мир".as_bytes());
        list.extend(b"\x91\xa1a");
        list
    }

    #[test]
    fn the_most_frequent_words_come_first() {
        assert_eq!(most_frequent(&list(), 10), Some(vec!["the", "мир", "a"]));
        assert_eq!(most_frequent(&list(), 2), Some(vec!["the", "мир"]));
        assert_eq!(most_frequent(&list(), 1), Some(vec!["the"]));
    }

    #[test]
    fn a_list_that_is_cut_off_is_no_list() {
        let list = list();
        for end in 0..list.len() {
            assert_eq!(most_frequent(&list[..end], 10), None, "{end}");
        }
    }
}
