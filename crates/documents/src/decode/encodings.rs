//! Encodings of one byte per character: what their upper half stands for.

/// An encoding that extends ASCII.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Encoding {
    /// What people call it.
    pub(super) name: &'static str,
    /// The characters of the bytes from 0x80. U+FFFD: none.
    upper: &'static str,
}

/// windows-1251.
pub(super) const WINDOWS_1251: Encoding = Encoding {
    name: "windows-1251",
    upper: "ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\u{fffd}™љ›њќћџ\
    \u{a0}ЎўЈ¤Ґ¦§Ё©Є«¬\u{ad}®Ї°±Ііґµ¶·ё№є»јЅѕї\
    АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ\
    абвгдежзийклмнопрстуфхцчшщъыьэюя",
};
/// windows-1252.
pub(super) const WINDOWS_1252: Encoding = Encoding {
    name: "windows-1252",
    upper: "€\u{fffd}‚ƒ„…†‡ˆ‰Š‹Œ\u{fffd}Ž\u{fffd}\u{fffd}‘’“”•–—˜™š›œ\u{fffd}žŸ\
    \u{a0}¡¢£¤¥¦§¨©ª«¬\u{ad}®¯°±²³´µ¶·¸¹º»¼½¾¿\
    ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞß\
    àáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ",
};
/// KOI8-U; KOI8-R has drawing characters in place of its eight Ukrainian letters, and texts of both are read with this.
pub(super) const KOI8_U: Encoding = Encoding {
    name: "KOI8",
    upper: "─│┌┐└┘├┤┬┴┼▀▄█▌▐░▒▓⌠■∙√≈≤≥\u{a0}⌡°²·÷\
    ═║╒ёє╔ії╗╘╙╚╛ґ╝╞╟╠╡ЁЄ╣ІЇ╦╧╨╩╪Ґ╬©\
    юабцдефгхийклмнопярстужвьызшэщчъ\
    ЮАБЦДЕФГХИЙКЛМНОПЯРСТУЖВЬЫЗШЭЩЧЪ",
};
/// IBM866, of DOS.
pub(super) const IBM866: Encoding = Encoding {
    name: "IBM866",
    upper: "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ\
    абвгдежзийклмноп░▒▓│┤╡╢╖╕╣║╗╝╜╛┐\
    └┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀\
    рстуфхцчшщъыьэюяЁёЄєЇїЎў°∙·√№¤■\u{a0}",
};

/// IBM437, of DOS: what an archive means that says nothing about a name.
pub(super) const IBM437: Encoding = Encoding {
    name: "IBM437",
    upper: "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒ\
    áíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐\
    └┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀\
    αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}",
};

impl Encoding {
    /// The encoding that a page names, by the labels of the Encoding Standard.
    pub(super) fn named(label: &str) -> Option<Self> {
        Some(match label.trim().to_ascii_lowercase().as_str() {
            "windows-1251" | "cp1251" | "x-cp1251" => WINDOWS_1251,
            "windows-1252" | "cp1252" | "x-cp1252" | "iso-8859-1" | "iso8859-1" | "latin1" | "us-ascii" | "ascii" => {
                WINDOWS_1252
            }
            "koi8-r" | "koi8_r" | "koi8" | "koi8-u" | "koi8-ru" => KOI8_U,
            "ibm866" | "cp866" | "866" => IBM866,
            _ => return None,
        })
    }

    /// The text. `None`: a byte stands for nothing in this encoding, or for a control character that no text has.
    pub(super) fn decode(self, bytes: &[u8]) -> Option<String> {
        let upper: Vec<char> = self.upper.chars().collect();
        let mut text = String::with_capacity(bytes.len() * 2);
        for byte in bytes {
            let char = match byte.checked_sub(0x80) {
                Some(place) => *upper.get(usize::from(place))?,
                None => char::from(*byte),
            };
            if char == char::REPLACEMENT_CHARACTER
                || (char.is_control() && !matches!(char, '\t' | '\n' | '\r' | '\x0C'))
            {
                return None;
            }
            text.push(char);
        }
        Some(text)
    }
}
