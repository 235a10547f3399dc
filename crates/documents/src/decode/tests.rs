//! Tests of reading bytes as text. Texts in old encodings were made with the codecs of Python.

use super::*;

#[test]
fn utf_8_and_marked_utf_16_are_text() {
    fn any(bytes: &[u8]) -> Result<Cow<'_, str>, ReadError> {
        any_text(bytes).map(|(text, encoding)| encoding.map_or(text, |name| panic!("{name}")))
    }
    for read in [text, any] {
        assert_eq!(read("один\r\nдва\rтри".as_bytes()).unwrap(), "один\nдва\nтри");
        assert_eq!(read(b"\xEF\xBB\xBFmarked").unwrap(), "marked");
        assert_eq!(read(b"\xFF\xFEa\0\x3D\xD8\x00\xDE").unwrap(), "a😀");
        assert_eq!(read(b"\xFE\xFF\0a").unwrap(), "a");
    }
}

#[test]
fn other_bytes_are_named_by_their_offset() {
    for (bytes, offset) in [
        (b"\xD2\xC5\xCB".as_slice(), 0),
        (b"\xEF\xBB\xBFa\xFF", 4),
        (b"a\0b", 1),
        (b"\xFF\xFEa\0b", 4),
        (b"\xFF\xFEa\0\0\xD8", 4),
        (b"a\x01\xE9\xE8\x90", 2),
    ] {
        assert_eq!(text(bytes), Err(ReadError::NotText { offset }), "{bytes:?}");
        assert_eq!(any_text(bytes), Err(ReadError::NotText { offset }), "{bytes:?}");
    }
}

#[test]
fn a_text_in_an_old_encoding_is_told_by_its_letters() {
    let clear: &[(&[u8], &str)] = &[
        (b"\xCF\xF0\xE8\xE2\xE5\xF2, \xEC\xE8\xF0! \xCA\xE0\xEA \xE4\xE5\xEB\xE0? \xD1\xE5\xE3\xEE\xE4\xED\xFF \xF5\xEE\xF0\xEE\xF8\xE0\xFF \xEF\xEE\xE3\xEE\xE4\xE0.", "Привет, мир! Как дела? Сегодня хорошая погода."),
        (b"\xF0\xD2\xC9\xD7\xC5\xD4, \xCD\xC9\xD2! \xEB\xC1\xCB \xC4\xC5\xCC\xC1? \xF3\xC5\xC7\xCF\xC4\xCE\xD1 \xC8\xCF\xD2\xCF\xDB\xC1\xD1 \xD0\xCF\xC7\xCF\xC4\xC1.", "Привет, мир! Как дела? Сегодня хорошая погода."),
        (b"\x8F\xE0\xA8\xA2\xA5\xE2, \xAC\xA8\xE0! \x8A\xA0\xAA \xA4\xA5\xAB\xA0? \x91\xA5\xA3\xAE\xA4\xAD\xEF \xE5\xAE\xE0\xAE\xE8\xA0\xEF \xAF\xAE\xA3\xAE\xA4\xA0.", "Привет, мир! Как дела? Сегодня хорошая погода."),
        (b"\xAF\xE6\xE0\xEA\xE8 \xF1\xEF\xEB\xFF\xF2\xFC \xF3\xE7\xE8\xEC\xEA\xF3, \xE0 \xEB\xE8\xF1\xE8\xF6\xB3 \xEF\xEE\xEB\xFE\xFE\xF2\xFC.", "Їжаки сплять узимку, а лисиці полюють."),
        (b"\xB7\xD6\xC1\xCB\xC9 \xD3\xD0\xCC\xD1\xD4\xD8 \xD5\xDA\xC9\xCD\xCB\xD5, \xC1 \xCC\xC9\xD3\xC9\xC3\xA6 \xD0\xCF\xCC\xC0\xC0\xD4\xD8.", "Їжаки сплять узимку, а лисиці полюють."),
        (b"\xC4\xE0\xF2\xE0;\xD1\xF3\xEC\xEC\xE0\n01.02.2020;1 200\n\xC8\xE2\xE0\xED;\xCC\xEE\xF1\xEA\xE2\xE0", "Дата;Сумма\n01.02.2020;1 200\nИван;Москва"),
        (b"\xE4\xC1\xD4\xC1;\xF3\xD5\xCD\xCD\xC1\n01.02.2020;1 200\n\xE9\xD7\xC1\xCE;\xED\xCF\xD3\xCB\xD7\xC1", "Дата;Сумма\n01.02.2020;1 200\nИван;Москва"),
        (b"\x84\xA0\xE2\xA0;\x91\xE3\xAC\xAC\xA0\n01.02.2020;1 200\n\x88\xA2\xA0\xAD;\x8C\xAE\xE1\xAA\xA2\xA0", "Дата;Сумма\n01.02.2020;1 200\nИван;Москва"),
        (b"\xC7\xE4\xF0\xE0\xE2\xF1\xF2\xE2\xF3\xE9", "Здравствуй"),
        (b"\xFA\xC4\xD2\xC1\xD7\xD3\xD4\xD7\xD5\xCA", "Здравствуй"),
        (b"// \xCF\xF0\xEE\xE2\xE5\xF0\xEA\xE0 \xE2\xE2\xEE\xE4\xE0\nint x;", "// Проверка ввода\nint x;"),
        (b"Le caf\xE9 est ferm\xE9. \xC7a va, No\xEBl ?", "Le café est fermé. Ça va, Noël ?"),
        (b"\xDCbergr\xF6\xDFe f\xFCr M\xE4dchen: 5 \x80", "Übergröße für Mädchen: 5 €"),
        (b"El ni\xF1o pregunt\xF3: \xBFqu\xE9 pas\xF3?", "El niño preguntó: ¿qué pasó?"),
        (b"He said \x93don\x92t\x94 \x96 twice\x85", "He said “don’t” – twice…"),
        (b"\xAB\xD0\xEE\xEC\xE0\xF8\xEA\xE0\xBB \x97 \xFD\xF2\xEE \xF6\xE2\xE5\xF2\xEE\xEA\x85", "«Ромашка» — это цветок…"),
    ];
    for (bytes, wanted) in clear {
        assert_eq!(any_text(bytes).unwrap().0, *wanted);
        assert!(text(bytes).is_err(), "parts of archives are in Unicode");
    }
}

#[test]
fn a_text_whose_encoding_cannot_be_told_says_so() {
    // Too short, in capitals alone, Greek, Chinese, Japanese, Polish, Hebrew, Korean, Arabic, Czech, Polish, Hungarian,
    // Turkish.
    let unclear: &[&[u8]] = &[
        b"\xA8\xE6",
        b"\xD1\xD7\xA8\xD2 \xCD\xC0 \xCE\xCF\xCB\xC0\xD2\xD3",
        b"\xC3\xE5\xE9\xDC \xF3\xEF\xF5 \xCA\xFC\xF3\xEC\xE5, \xF4\xE9 \xEA\xDC\xED\xE5\xE9\xF2 \xF3\xDE\xEC\xE5\xF1\xE1;",
        b"\xD6\xD0\xCE\xC4\xCE\xC4\xB1\xBE\xB2\xE2\xCA\xD4\xA3\xAC\xBD\xF1\xCC\xEC\xCC\xEC\xC6\xF8\xBA\xDC\xBA\xC3",
        b"\x82\xB1\x82\xF1\x82\xC9\x82\xBF\x82\xCD\x90\xA2\x8AE\x81A\x8D\xA1\x93\xFA\x82\xCD\x82\xA2\x82\xA2\x93V\x8BC\x82\xC5\x82\xB7\x82\xCB",
        b"Za\xBF\xF3\xB3\xE6 g\xEA\x9Cl\xB9 ja\x9F\xF1, prosz\xEA bardzo",
        b"\xF9\xEC\xE5\xED \xF2\xE5\xEC\xED \xEE\xE4 \xF9\xEC\xE5\xEE\xEA",
        b"\xBE\xC8\xB3\xE7\xC7\xCF\xBC\xBC\xBF\xE4 \xBC\xBC\xB0\xE8",
        b"\xE3\xD1\xCD\xC8\xC7 \xC8\xC7\xE1\xDA\xC7\xE1\xE3 \xDF\xED\xDD \xC7\xE1\xCD\xC7\xE1",
        b"P\xF8\xEDli\x9A \x9Elu\x9Dou\xE8k\xFD k\xF9\xF2 \xFAp\xECl \xEF\xE1belsk\xE9 \xF3dy",
        b"Dzie\xF1 dobry, panie \xA3ukaszu",
        b"\xC1rv\xEDzt\xFBr\xF5 t\xFCk\xF6rf\xFAr\xF3g\xE9p",
        b"\xDDstanbul'da g\xFCne\xFEli bir g\xFCn",
    ];
    for bytes in unclear {
        assert!(matches!(any_text(bytes), Err(ReadError::NotText { .. })), "{:?}", any_text(bytes));
    }
}

#[test]
fn a_page_is_in_the_encoding_that_it_names() {
    // Too short to be told by its letters.
    let koi = b"\xE5\xD6";
    let page = |head: &str| [head.as_bytes(), koi].concat();
    for head in [
        "<!doctype html><meta charset=koi8-r><p>",
        "<html><head><META CHARSET = 'KOI8-R' /><p>",
        r#"<meta http-equiv="Content-Type" content="text/html; charset=koi8-r"><p>"#,
        r#"<?xml version="1.0" encoding="koi8-u"?><p>"#,
    ] {
        assert_eq!(any_text(&page(head)), Ok((format!("{head}Еж").into(), Some("KOI8"))));
    }
    for head in ["<meta charset=shift_jis><p>", "<meta charset=utf-8><p>", "A text about <meta charset=koi8-r>", "<p>"]
    {
        assert!(any_text(&page(head)).is_err(), "{head}");
    }
    let long = format!("{}<meta charset=koi8-r>", " ".repeat(1_100));
    assert!(any_text(&page(&long)).is_err(), "named too late, as for browsers");
}

#[test]
fn every_byte_of_an_encoding_stands_for_its_character() {
    use encodings::*;
    for (encoding, byte, char) in [
        (WINDOWS_1251, 0xC0, 'А'),
        (WINDOWS_1251, 0xFF, 'я'),
        (WINDOWS_1251, 0xB3, 'і'),
        (WINDOWS_1251, 0xA0, '\u{a0}'),
        (WINDOWS_1252, 0xFF, 'ÿ'),
        (WINDOWS_1252, 0x80, '€'),
        (WINDOWS_1252, 0xAD, '\u{ad}'),
        (KOI8_U, 0xC1, 'а'),
        (KOI8_U, 0xFF, 'Ъ'),
        (KOI8_U, 0xA4, 'є'),
        (KOI8_U, 0xA3, 'ё'),
        (IBM866, 0x80, 'А'),
        (IBM866, 0xEF, 'я'),
        (IBM866, 0xF0, 'Ё'),
    ] {
        assert_eq!(encoding.decode(&[byte]), Some(char.to_string()));
        let bytes: Vec<u8> = (0x80..=0xFF).filter(|byte| encoding.decode(&[*byte]).is_some()).collect();
        assert!(bytes.len() >= 123, "{}", bytes.len());
    }
    assert_eq!(WINDOWS_1252.decode(b"\x81"), None);
    assert_eq!(WINDOWS_1251.decode(b"a\x00"), None);
}
