//! Repositories: which files are read, and why the others are not.

use crate::support::{docx, paragraph, prose, reading, text, unreadable_zip, zip, zip_of_bytes};
use ricordo_documents::{File, ForeignFormat, Limits, ReadError, Reading, Reason, from_files, read};
use ricordo_record::document::DocumentKind;

fn left_out(reading: &Reading) -> Vec<(&str, Reason)> {
    reading.left_out.iter().map(|file| (file.path.as_str(), file.reason)).collect()
}

fn paths(reading: &Reading) -> Vec<&str> {
    let mut paths: Vec<_> = reading.chunks.iter().map(|(_, place)| place.path.as_deref().unwrap()).collect();
    paths.dedup();
    paths
}

#[test]
fn each_file_is_read_with_its_path_and_lines() {
    let found = reading(
        "r.zip",
        &zip(&[
            ("repo-main/src/main.rs", "fn main() {}\n"),
            ("repo-main/README.md", "# Read\n\nme"),
            ("repo-main/web/index.html", "<p>source</p>\n"),
            ("repo-main/data.json", "{\n  \"a\": 1\n}\n"),
        ]),
    )
    .unwrap();
    assert_eq!((found.kind, found.title.as_deref()), (DocumentKind::Repository, Some("repo-main")));
    assert_eq!(paths(&found), ["README.md", "data.json", "src/main.rs", "web/index.html"]);
    assert!(found.chunks.iter().all(|(_, place)| place.lines.is_some()));
    assert!(text(&found).contains("<p>source</p>") && text(&found).contains("  \"a\": 1"));
    assert_eq!(found.chunks[0].1.headings, ["Read"]);
    assert!(found.left_out.is_empty());
}

#[test]
fn what_is_left_out_is_named_with_its_reason() {
    let large = "words and words\n".repeat(200_000);
    let minified = "var a=1;".repeat(1000);
    let found = reading(
        "r.zip",
        &zip_of_bytes(&[
            ("a.rs", b"fn a() {}"),
            ("logo.png", b"\x89PNG\r\n\x1A\n\0\0"),
            ("data.bin", b"\x01\x02\xFF\xFE\0"),
            ("Cargo.lock", b"[[package]]"),
            ("web/package-lock.json", b"{}"),
            ("app.min.js", b"a"),
            ("bundle.js", minified.as_bytes()),
            ("app.js.map", b"{}"),
            ("empty.txt", b""),
            ("blank.txt", b"\n \n"),
            ("large.txt", large.as_bytes()),
            ("paper.pdf", b"%PDF-1.4"),
            ("other", b"%PDF-1.4"),
            ("inner.zip", &zip(&[("a.txt", "a")])),
            ("web/node_modules/x/index.js", b"1"),
            ("web/node_modules/x/other.js", b"1"),
            ("target/debug/a.d", b"1"),
            (".git/HEAD", b"1"),
        ]),
    )
    .unwrap();
    assert_eq!(paths(&found), ["a.rs"]);
    assert_eq!(
        left_out(&found),
        [
            (".git/", Reason::Folder),
            ("Cargo.lock", Reason::LockFile),
            ("app.js.map", Reason::Minified),
            ("app.min.js", Reason::Minified),
            ("blank.txt", Reason::Empty),
            ("bundle.js", Reason::Minified),
            ("data.bin", Reason::Binary),
            ("empty.txt", Reason::Empty),
            ("inner.zip", Reason::Binary),
            ("large.txt", Reason::TooLarge),
            ("logo.png", Reason::Binary),
            ("other", Reason::Pdf),
            ("paper.pdf", Reason::Pdf),
            ("target/", Reason::Folder),
            ("web/node_modules/", Reason::Folder),
            ("web/package-lock.json", Reason::LockFile),
        ]
    );
}

#[test]
fn gitignore_is_obeyed_also_in_folders() {
    let found = reading(
        "r.zip",
        &zip(&[
            ("r/.gitignore", "*.log\n/secret/\n!keep.log\nout/*\n!out/kept.txt\n"),
            ("r/a.log", "1"),
            ("r/keep.log", "1"),
            ("r/secret/a.txt", "1"),
            ("r/secret/keep.log", "1"),
            ("r/x/secret/a.txt", "1"),
            ("r/out/gone.txt", "1"),
            ("r/out/kept.txt", "1"),
            ("r/x/.gitignore", "!b.log\nlocal\n"),
            ("r/x/b.log", "1"),
            ("r/x/y/local/c.txt", "1"),
            ("r/local", "1"),
        ]),
    )
    .unwrap();
    let read: Vec<_> = paths(&found).into_iter().filter(|path| !path.ends_with(".gitignore")).collect();
    assert_eq!(read, ["keep.log", "local", "out/kept.txt", "x/b.log", "x/secret/a.txt"]);
    assert_eq!(
        left_out(&found),
        [
            ("a.log", Reason::Ignored),
            ("out/gone.txt", Reason::Ignored),
            ("secret/", Reason::Ignored),
            ("x/y/local/", Reason::Ignored),
        ]
    );
}

#[test]
fn a_picked_folder_is_a_repository() {
    let files = |paths: &[&str]| paths.iter().map(|path| ((*path).to_owned(), b"text\n".to_vec())).collect::<Vec<_>>();
    let found = from_files(files(&["notes\\b.txt", "notes/a.md", "notes/dist/x.js"]), &Limits::default()).unwrap();
    assert_eq!((found.title.as_deref(), paths(&found)), (Some("notes"), vec!["a.md", "b.txt"]));
    assert_eq!(left_out(&found), [("dist/", Reason::Folder)]);
    let other_order = from_files(files(&["notes/dist/x.js", "notes/a.md", "notes/b.txt"]), &Limits::default());
    assert_eq!(other_order.unwrap(), found);
    let limits = Limits { unpacked: 9, ..Limits::default() };
    assert_eq!(from_files(files(&["a", "b"]), &limits), Err(ReadError::TooLarge { bytes: 10, limit: 9 }));
    assert_eq!(from_files(Vec::new(), &Limits::default()), Err(ReadError::Empty));
}

#[test]
fn texts_of_word_in_a_folder_are_read() {
    let body = paragraph("<w:outlineLvl w:val='0'/>", "Plan") + &paragraph("", "Text");
    let found = reading("r.zip", &zip_of_bytes(&[("a/plan.docx", &docx(&body, &[])), ("a/b.txt", b"b")])).unwrap();
    assert_eq!(paths(&found), ["b.txt", "plan.docx"]);
    assert_eq!(found.chunks[1].1.headings, ["Plan"]);
}

#[test]
fn paths_that_lead_out_are_not_followed() {
    let bytes = zip_of_bytes(&[("a.txt", b"a"), ("xx/x.txt", b"b")]);
    let moved = |from: &[u8], to: &[u8]| {
        let mut bytes = bytes.clone();
        while let Some(at) = bytes.windows(from.len()).position(|window| window == from) {
            bytes[at..at + from.len()].copy_from_slice(to);
        }
        bytes
    };
    let found = reading("r.zip", &moved(b"xx/x.txt", b"../x.txt")).unwrap();
    assert_eq!(left_out(&found), [("../x.txt", Reason::UnsafePath)]);
    let found = reading("r.zip", &moved(b"xx/x.txt", b"/xx..txt")).unwrap();
    assert_eq!(left_out(&found), [("/xx..txt", Reason::UnsafePath)]);
}

#[test]
fn a_repository_without_a_text_says_why() {
    let error = reading("r.zip", &zip_of_bytes(&[("a.png", b"\x89PNG\r\n\x1A\n")])).unwrap_err();
    let ReadError::NothingToRead { left_out } = error else { panic!("{error:?}") };
    assert_eq!((left_out[0].path.as_str(), left_out[0].reason), ("a.png", Reason::Binary));
    assert_eq!(reading("r.zip", &zip(&[])), Err(ReadError::Empty));
}

#[test]
fn a_damaged_file_is_named_and_the_others_are_read() {
    let mut bytes = zip(&[("a.txt", &prose(300)), ("b.txt", "b")]);
    bytes[50] ^= 0xFF;
    let found = reading("r.zip", &bytes).unwrap();
    assert_eq!(left_out(&found), [("a.txt", Reason::Damaged)]);
    assert_eq!(paths(&found), ["b.txt"]);
}

#[test]
fn bombs_and_too_many_files_are_refused() {
    let zeros = " x".repeat(900_000);
    let files: Vec<(String, &str)> = (0..8).map(|number| (format!("{number}.txt"), zeros.as_str())).collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), *text)).collect();
    let limits = Limits { chunks: usize::MAX, unpacked: 10 << 20, ..Limits::default() };
    let found = read(&File { name: "r.zip", bytes: &zip(&files) }, &limits);
    assert_eq!(found, Err(ReadError::UnpacksTooLarge { limit: 10 << 20 }));
    let limits = Limits { files: 3, ..Limits::default() };
    let few = zip(&[("a", "1"), ("b", "1"), ("c", "1"), ("d", "1")]);
    assert_eq!(read(&File { name: "r.zip", bytes: &few }, &limits), Err(ReadError::TooManyFiles { limit: 3 }));
}

#[test]
fn other_formats_in_a_zip_are_named() {
    let unsupported = |format| Err(ReadError::Unsupported { format });
    let office = |path: &str| reading("x", &zip(&[("[Content_Types].xml", "<a/>"), (path, "<a/>")]));
    assert_eq!(office("xl/workbook.xml"), unsupported(ForeignFormat::Spreadsheet));
    assert_eq!(office("xl/workbook.bin"), unsupported(ForeignFormat::Spreadsheet));
    assert_eq!(office("ppt/presentation.xml"), unsupported(ForeignFormat::Presentation));
    assert_eq!(office("visio/document.xml"), unsupported(ForeignFormat::Drawing));
    let open = zip(&[("mimetype", "a"), ("content.xml", "<a/>"), ("META-INF/manifest.xml", "<a/>")]);
    assert_eq!(reading("x", &open), unsupported(ForeignFormat::OpenDocument));
}

#[test]
fn a_package_of_another_program_is_no_damaged_text_of_word() {
    let space = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
    let document =
        format!("<w:document xmlns:w='{space}'><w:body><w:p><w:r><w:t>A tool.</w:t></w:r></w:p></w:body></w:document>");
    let package = |relations: &str| {
        let files = [("[Content_Types].xml", "<a/>"), ("_rels/.rels", relations), ("tool.xml", &document)];
        reading("a.nupkg", &zip(&files)).map(|found| found.kind)
    };
    assert_eq!(package("<Relationships/>"), Ok(DocumentKind::Repository));
    let named = "<Relationships><Relationship Type='x/officeDocument' Target='/tool.xml'/></Relationships>";
    assert_eq!(package(named), Ok(DocumentKind::Docx));
}

#[test]
fn a_password_and_unknown_packing_are_named() {
    assert_eq!(reading("r.zip", &unreadable_zip("a.txt", true)), Err(ReadError::PasswordProtected));
    assert_eq!(reading("a.docx", &unreadable_zip("word/document.xml", true)), Err(ReadError::PasswordProtected));
    let part = "word/document.xml".to_owned();
    assert_eq!(reading("a.docx", &unreadable_zip(&part, false)), Err(ReadError::UnknownPacking { part }));
    let Err(ReadError::NothingToRead { left_out }) = reading("r.zip", &unreadable_zip("a.txt", false)) else {
        panic!()
    };
    assert_eq!(left_out[0].reason, Reason::UnknownPacking);
}
