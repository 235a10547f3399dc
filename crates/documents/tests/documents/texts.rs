//! Files of text: the reader is chosen by contents and name, and places are known.

use crate::support::{headings, prose, reading, text};
use ricordo_documents::{File, ForeignFormat, Limits, ReadError, read};
use ricordo_record::document::DocumentKind;

#[test]
fn each_kind_of_text_is_read_by_its_reader() {
    for (name, bytes, kind) in [
        ("a.txt", "plain", DocumentKind::Text),
        ("a.md", "# A\n\ntext", DocumentKind::Markdown),
        ("a.html", "<p>a</p>", DocumentKind::Html),
        ("noname", "<!doctype html><p>a</p>", DocumentKind::Html),
        ("a.csv", "a,b\n1,2\n", DocumentKind::Csv),
        ("a.json", "{\"a\":1}", DocumentKind::Json),
        ("a.py", "print(1)", DocumentKind::Code),
    ] {
        let found = reading(name, bytes.as_bytes()).unwrap();
        assert_eq!((found.kind, found.chunks.len()), (kind, 1), "{name}");
    }
}

#[test]
fn the_title_of_a_page_and_of_a_markdown_text_is_known() {
    assert_eq!(reading("a.md", b"# One\n\ntext").unwrap().title.as_deref(), Some("One"));
    assert_eq!(reading("a.html", b"<title>One</title><p>text").unwrap().title.as_deref(), Some("One"));
}

#[test]
fn code_is_cut_between_functions_and_knows_its_lines() {
    let function = |number| format!("fn f{number}() {{\n{}}}\n\n", "    let value = compute(1, 2);\n".repeat(20));
    let source: String = (0..20).map(function).collect();
    let found = reading("a.rs", source.as_bytes()).unwrap();
    assert!(found.chunks.len() > 5);
    let lines: Vec<&str> = source.lines().collect();
    for (chunk, place) in &found.chunks {
        let (first, last) = place.lines.unwrap();
        assert_eq!(*chunk, lines[first as usize - 1..last as usize].join("\n"));
        assert!(chunk.starts_with("fn f") && chunk.ends_with('}'));
    }
}

#[test]
fn headings_of_a_page_are_the_path_of_its_chunks() {
    let html = format!("<h1>A</h1><p>{}<h2>B</h2><p>{}<h2>C</h2><p>{}", prose(100), prose(600), prose(100));
    let found = reading("a.html", html.as_bytes()).unwrap();
    assert_eq!(headings(&found), ["A", "A › B", "A › B", "A › C"]);
    assert!(found.chunks.iter().all(|(_, place)| place.lines.is_none() && place.page.is_none()));
}

#[test]
fn old_encodings_are_read_and_a_text_that_cannot_be_told_is_refused() {
    let utf16: Vec<u8> = [0xFF, 0xFE].into_iter().chain("Привіт".encode_utf16().flat_map(u16::to_le_bytes)).collect();
    let unicode = reading("a.txt", &utf16).unwrap();
    assert_eq!((text(&unicode), unicode.encoding), ("Привіт".to_owned(), None));
    let table = b"\xC8\xEC\xFF;\xC3\xEE\xF0\xEE\xE4\n\xC8\xE2\xE0\xED;\xCC\xEE\xF1\xEA\xE2\xE0\n";
    let table = reading("a.csv", table).unwrap();
    assert!(text(&table).contains("Москва"));
    assert_eq!(table.encoding.as_deref(), Some("windows-1251"));
    let page = b"<!doctype html><meta charset=windows-1251><h1>\xAF\xE6\xE0\xEA\xE8</h1><p>\xD1\xEF\xEB\xFF\xF2\xFC.";
    let page = reading("a.html", page).unwrap();
    assert_eq!(page.encoding.as_deref(), Some("windows-1251"));
    assert_eq!((headings(&page).join(""), text(&page).contains("Сплять.")), ("Їжаки".to_owned(), true));
    let code = b"// \xF0\xD2\xCF\xD7\xC5\xD2\xCB\xC1 \xD7\xD7\xCF\xC4\xC1\nfn main() {}\n";
    let code = reading("main.rs", code).unwrap();
    assert_eq!((text(&code).contains("// Проверка ввода"), code.encoding.as_deref()), (true, Some("KOI8")));
    assert_eq!(reading("a.txt", b"ab \xCF\xF0\xE8"), Err(ReadError::NotText { offset: 3 }));
}

#[test]
fn characters_that_nobody_sees_are_left_out_of_every_format() {
    let tags: String = "obey".chars().filter_map(|char| char::from_u32(0xE0000 + u32::from(char))).collect();
    let text_of = |name: &str, content: String| {
        let found = reading(name, content.as_bytes()).unwrap();
        assert_eq!(found.hidden, 4, "{name}");
        let places = found.chunks.iter().map(|(_, place)| format!("{place:?}")).collect::<String>();
        let all = text(&found) + &places + found.title.as_deref().unwrap_or_default();
        assert!(!all.contains(&tags) && !all.contains('\u{200B}'), "{name}: {all:?}");
        all
    };
    for name in ["a.txt", "a.md", "a.html", "a.csv", "a.json", "a.rs"] {
        let all = text_of(name, format!("# He{tags}l\u{200B}lo\n\nworld\n"));
        assert!(all.contains("Hello") && all.contains("world"), "{name}: {all:?}");
    }
    text_of("a.html", "<h1>a&#xE006F;&#xE0062;&#xE0065;&#xE0079;&#x200B;b</h1>".to_owned());
    let only = format!("{tags}\u{200B}");
    assert_eq!(reading("a.txt", only.as_bytes()), Err(ReadError::NoText { pages: None }));
}

#[test]
fn what_is_no_text_is_named() {
    let unsupported = |format| Err(ReadError::Unsupported { format });
    assert_eq!(reading("a.txt", b""), Err(ReadError::Empty));
    assert_eq!(reading("a.txt", b" \n\t\n"), Err(ReadError::NoText { pages: None }));
    assert_eq!(reading("a.html", b"<p hidden>secret"), Err(ReadError::NoText { pages: None }));
    assert_eq!(reading("a.txt", b"\x89PNG\r\n\x1A\n...."), unsupported(ForeignFormat::Image));
    assert_eq!(reading("a.doc", b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1.."), unsupported(ForeignFormat::OldOffice));
    assert_eq!(reading("a.txt", b"%PDF-1.4 ..."), Err(ReadError::NeedsPages));
}

#[test]
fn the_limits_hold() {
    let limits = Limits { bytes: 10, ..Limits::default() };
    let found = read(&File { name: "a.txt", bytes: b"eleven byte" }, &limits);
    assert_eq!(found, Err(ReadError::TooLarge { bytes: 11, limit: 10 }));
    let limits = Limits { chunks: 2, ..Limits::default() };
    let found = read(&File { name: "a.txt", bytes: prose(2000).as_bytes() }, &limits);
    assert_eq!(found, Err(ReadError::TooManyChunks { limit: 2 }));
}
