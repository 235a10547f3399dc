//! How mails write bytes that are not ASCII.

use crate::decode;

/// The bytes of Base64. Signs that are none of it are passed over, as mail programs do.
pub(super) fn base64(text: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut count) = (0_u32, 0_u32);
    for char in text.iter().take_while(|char| **char != b'=') {
        let value = match char {
            b'A'..=b'Z' => char - b'A',
            b'a'..=b'z' => char - b'a' + 26,
            b'0'..=b'9' => char - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            _ => continue,
        };
        bits = bits << 6 | u32::from(value);
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    bytes
}

/// The bytes of `=D0=BF`, without the line ends that are only in the mail.
pub(super) fn quoted_printable(text: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    for line in text.split_inclusive(|byte| *byte == b'\n') {
        let own = line.trim_ascii_end();
        let is_soft = own.ends_with(b"=");
        unquote(own.strip_suffix(b"=").unwrap_or(own), &mut bytes);
        if !is_soft && line.ends_with(b"\n") {
            bytes.push(b'\n');
        }
    }
    bytes
}

fn unquote(mut rest: &[u8], bytes: &mut Vec<u8>) {
    while let [first, tail @ ..] = rest {
        let digits = tail.get(..2).filter(|_| *first == b'=').and_then(|digits| std::str::from_utf8(digits).ok());
        let byte = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        bytes.push(byte.unwrap_or(*first));
        rest = if byte.is_some() { &tail[2..] } else { tail };
    }
}

/// A line of a head with its words `=?utf-8?B?0L8=?=` as text.
pub(super) fn words(line: &str) -> String {
    let mut text = String::with_capacity(line.len());
    let mut rest = line;
    // Words beside each other are one text: some programs divide a character between two.
    let mut open: Option<Word<'_>> = None;
    while let Some((before, after)) = rest.split_once("=?") {
        let found = word(after);
        // A space between two of them is none of the text.
        let is_beside = found.is_some() && open.is_some() && before.trim().is_empty();
        let continued = open.take_if(|open| !is_beside || found.as_ref().is_none_or(|(next, _)| !next.continues(open)));
        text.extend(continued.map(Word::text));
        if !is_beside {
            text.push_str(before);
        }
        let Some((next, left)) = found else {
            text.push_str("=?");
            rest = after;
            continue;
        };
        rest = left;
        match &mut open {
            Some(open) => open.bytes.extend(next.bytes),
            None => open = Some(next),
        }
    }
    text.extend(open.map(Word::text));
    text + rest
}

/// A value of a parameter in the form `UTF-8''%D0%BF`.
pub(super) fn extended(value: &str) -> String {
    let mut fields = value.splitn(3, '\'');
    let (Some(label), Some(_), Some(written)) = (fields.next(), fields.next(), fields.next()) else {
        return value.to_owned();
    };
    let mut bytes = Vec::new();
    unquote(written.replace('%', "=").as_bytes(), &mut bytes);
    Word { label, bytes }.text()
}

/// An encoded word: its bytes, and the encoding that they are in.
struct Word<'a> {
    label: &'a str,
    bytes: Vec<u8>,
}

impl Word<'_> {
    fn continues(&self, before: &Self) -> bool {
        self.label.eq_ignore_ascii_case(before.label)
    }

    fn text(self) -> String {
        String::from_utf8(self.bytes).unwrap_or_else(|error| match decode::named(error.as_bytes(), self.label) {
            Some((own, _)) => own.into_owned(),
            None => String::from_utf8_lossy(error.as_bytes()).into_owned(),
        })
    }
}

fn word(text: &str) -> Option<(Word<'_>, &str)> {
    let mut fields = text.splitn(3, '?');
    let (label, kind, rest) = (fields.next()?, fields.next()?, fields.next()?);
    let (written, rest) = rest.split_once("?=")?;
    let bytes = match kind {
        "B" | "b" => base64(written.as_bytes()),
        "Q" | "q" => {
            let mut bytes = Vec::new();
            unquote(written.replace('_', " ").as_bytes(), &mut bytes);
            bytes
        }
        _ => return None,
    };
    Some((Word { label: label.split('*').next().unwrap_or_default(), bytes }, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_come_back() {
        assert_eq!(base64(b"0J/RgNC4\r\n0LLRltGC!"), "Привіт!".as_bytes().split_at(12).0);
        assert_eq!(quoted_printable(b"a=3D=\r\nb=D0=BF \r\n=zz=4"), "a=bп\n=zz=4".as_bytes());
    }

    #[test]
    fn names_of_files_become_text() {
        assert_eq!(extended("UTF-8''%D0%9F%D0%BB%D0%B0%D0%BD%201.pdf"), "План 1.pdf");
        assert_eq!(extended("koi8-r'ru'%F0%D2%C9"), "При");
        assert_eq!(extended("plan.pdf"), "plan.pdf");
    }

    #[test]
    fn words_of_a_head_become_text() {
        for (line, text) in [
            ("=?UTF-8?B?0J/RgNC4?= =?utf-8?b?0LLRltGC?= all", "Привіт all"),
            ("Re: =?koi8-r?Q?=F0=D2=C9_a?=", "Re: При a"),
            ("plain =? not a word", "plain =? not a word"),
            ("=?utf-8?B?0J/R?=\r\n =?utf-8?B?gA==?= !", "Пр !"),
            ("=?utf-8?Q?a?= =? b =?utf-8?Q?c?=", "a =? b c"),
            ("=?x?Z?a?=", "=?x?Z?a?="),
        ] {
            assert_eq!(words(line), text);
        }
    }
}
