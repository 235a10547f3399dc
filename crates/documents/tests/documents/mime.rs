//! Mails, and pages that a browser saved in one file.

use crate::support::{reading, text, zip};
use ricordo_documents::{LeftOut, ReadError, Reason};
use ricordo_record::document::DocumentKind;

const MAIL: &str = "Return-Path: <a@example.org>\r\n\
    From: =?UTF-8?B?0IbQstCw0L0=?= <ivan@example.org>\r\n\
    Subject: =?utf-8?Q?=D0=A0=D0=B0=D1=85?=\r\n =?utf-8?Q?=D1=83=D0=BD=D0=BE=D0=BA?= 7\r\n\
    Date: Mon, 3 Mar 2025 10:00:00 +0200\r\n\
    MIME-Version: 1.0\r\n";

#[test]
fn a_mail_is_its_page_after_who_wrote_it_when_about_what() {
    let body = "Content-Type: multipart/mixed; boundary=\"a b\"\r\n\r\nnot for you\r\n--a b\r\n\
        Content-Type: multipart/alternative;\r\n\tboundary=inner\r\n\r\n\
        --inner\r\nContent-Type: text/plain\r\n\r\nplain\r\n\
        --inner\r\nContent-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n\
        <p>=D0=A1=D1=83=D0=BC=D0=B0: <b>1=\r\n0</b> =3D 10<p hidden>secret</p>\r\n--inner--\r\n\
        --a b\r\nContent-Type: text/html\r\nContent-Disposition: attachment; filename=x.html\r\n\r\n<p>other</p>\r\n--a b--\r\n";
    let found = reading("a.eml", format!("{MAIL}{body}").as_bytes()).unwrap();
    assert_eq!((found.kind, found.title.as_deref()), (DocumentKind::Text, Some("Рахунок 7")));
    assert_eq!(
        text(&found),
        "Subject: Рахунок 7\nFrom: Іван <ivan@example.org>\nDate: Mon, 3 Mar 2025 10:00:00 +0200\n\nСума: 10 = 10"
    );
    assert!(found.chunks.iter().all(|(_, place)| place.lines.is_none()));
    let archive = zip(&[("x/a.eml", &format!("{MAIL}{body}"))]);
    assert!(text(&reading("a.zip", &archive).unwrap()).ends_with("Сума: 10 = 10"));
}

#[test]
fn a_mail_without_a_page_is_its_plain_text() {
    let body = "Content-Type: text/plain; charset=koi8-r\r\nContent-Transfer-Encoding: base64\r\n\r\n8NLJ18XU\r\n";
    let found = reading("a.eml", format!("{MAIL}{body}").as_bytes()).unwrap();
    assert_eq!(found.encoding.as_deref(), Some("KOI8"));
    assert!(text(&found).ends_with("+0200\n\nПривет"), "{}", text(&found));
    let picture = "Content-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\niVBORw0KGgo=\r\n";
    let found = reading("a.eml", format!("{MAIL}{picture}").as_bytes());
    assert_eq!(found, Err(ReadError::NoText { pages: None }));
}

#[test]
fn the_text_behind_a_picture_is_read_too() {
    let part = |kind: &str, text: &str| format!("--b\r\nContent-Type: {kind}\r\n\r\n{text}\r\n");
    for (kind, first, second) in [("text/plain", "Before.", "Behind."), ("text/html", "<p>Before.", "<p>Behind.")] {
        let parts = part(kind, first) + &part("image/png", "-") + &part(kind, second);
        let mail = format!("{MAIL}Content-Type: multipart/mixed; boundary=b\r\n\r\n{parts}--b--\r\n");
        let found = text(&reading("a.eml", mail.as_bytes()).unwrap());
        assert!(found.contains("+0200\n\nBefore.") && found.ends_with("\n\nBehind."), "{kind}: {found}");
    }
}

#[test]
fn between_a_page_and_plain_text_is_chosen_only_where_they_are_two_forms_of_one() {
    let part = |kind: &str, text: &str| format!("--b\r\nContent-Type: {kind}\r\n\r\n{text}\r\n");
    let parts =
        part("text/plain", "Here is the report.\r\n\r\nAda") + &part("text/html; name=report.html", "<p>All is well.");
    let mail = |kind: &str| format!("{MAIL}Content-Type: multipart/{kind}; boundary=b\r\n\r\n{parts}--b--\r\n");
    let found = text(&reading("a.eml", mail("mixed").as_bytes()).unwrap());
    assert!(found.ends_with("+0200\n\nHere is the report.\n\nAda\n\nAll is well."), "{found}");
    let found = text(&reading("a.eml", mail("alternative").as_bytes()).unwrap());
    assert!(found.ends_with("+0200\n\nAll is well."), "{found}");
    // What follows the two forms is a text of its own.
    let inner = mail("alternative").replace(MAIL, "").replace("--b", "--i").replace("boundary=b", "boundary=i");
    let parts = format!("--b\r\n{inner}{}", part("text/plain", "Sent from the garden."));
    let mail = format!("{MAIL}Content-Type: multipart/mixed; boundary=b\r\n\r\n{parts}--b--\r\n");
    let found = text(&reading("a.eml", mail.as_bytes()).unwrap());
    assert!(found.ends_with("+0200\n\nAll is well.\n\nSent from the garden."), "{found}");
}

#[test]
fn what_is_attached_to_a_mail_is_named() {
    let part = |head: &str| format!("--b\r\n{head}\r\n\r\nbytes\r\n");
    let attached = [
        "Content-Type: application/pdf; name=\"=?utf-8?B?0J/Qu9Cw0L0ucGRm?=\"",
        "Content-Type: image/png\r\nContent-Disposition: inline; filename*=UTF-8''%D0%9B%D1%96%D1%81.png",
        "Content-Type: text/plain\r\nContent-Disposition: attachment; filename=notes.txt",
        "Content-Type: message/rfc822",
    ];
    let parts: String = attached.iter().map(|head| part(head)).collect();
    let mail = |text: &str| format!("{MAIL}Content-Type: multipart/mixed; boundary=b\r\n\r\n{text}{parts}--b--\r\n");
    let named = |left_out: &[LeftOut]| {
        assert!(left_out.iter().all(|one| one.reason == Reason::Attachment));
        left_out.iter().map(|one| one.path.clone()).collect::<Vec<_>>()
    };
    let names = ["План.pdf", "Ліс.png", "notes.txt", "message/rfc822"];
    let found = reading("a.eml", mail(&part("Content-Type: text/plain")).as_bytes()).unwrap();
    assert_eq!(named(&found.left_out), names);
    let Err(ReadError::NothingToRead { left_out }) = reading("a.eml", mail("").as_bytes()) else { panic!() };
    assert_eq!(named(&left_out), names);
}

#[test]
fn a_text_that_cannot_be_decoded_does_not_hide_the_others() {
    let part = |text: &str| format!("--b\r\nContent-Type: text/plain\r\n\r\n{text}\r\n");
    let read = |texts: &[&str]| {
        let parts: String = texts.iter().map(|text| part(text)).collect();
        reading("a.eml", format!("{MAIL}Content-Type: multipart/mixed; boundary=b\r\n\r\n{parts}--b--\r\n").as_bytes())
    };
    let broken = "\0\u{1}\0\u{2}\0";
    for texts in [["Readable.", broken], [broken, "Readable."]] {
        assert!(text(&read(&texts).unwrap()).ends_with("Readable."), "{texts:?}");
    }
    assert!(read(&[broken]).is_err());
}

#[test]
fn a_saved_page_is_a_page() {
    let page = "From: <Saved by Blink>\nSnapshot-Content-Location: https://example.org/\nSubject: Nests\n\
        MIME-Version: 1.0\nContent-Type: multipart/related;\n\ttype=\"text/html\";\n\tboundary=\"--b--\"\n\n\n\
        ----b--\nContent-Type: text/html\nContent-Transfer-Encoding: quoted-printable\n\n\
        <!DOCTYPE html><html><head><title>Of nests</title></head><body><nav>menu</nav><main><h1>Ne=\nsts</h1><p>Dry.</main>\n\
        ----b--\nContent-Type: text/css\n\np{}\n----b----\n";
    let found = reading("a.mhtml", page.as_bytes()).unwrap();
    assert_eq!((found.kind, found.title.as_deref()), (DocumentKind::Html, Some("Of nests")));
    assert_eq!(text(&found), "Nests\n\nDry.");
    assert_eq!(found.chunks[0].1.headings, ["Nests"]);
}

#[test]
fn a_text_about_mail_is_a_text() {
    let about = "MIME-Version: 1.0 is a line of a mail.\n\nContent-Type: text/plain, too.";
    assert_eq!(text(&reading("a.txt", about.as_bytes()).unwrap()), about);
}

#[test]
fn parts_in_parts_and_parts_without_end_cost_little() {
    let deep: String =
        (0..2000).map(|at| format!("Content-Type: multipart/mixed; boundary=b{at}\n\n--b{at}\n")).collect();
    assert!(reading("a.eml", format!("MIME-Version: 1.0\n{deep}").as_bytes()).is_err());
    let many = "--b\nContent-Type: multipart/mixed; boundary=b\n\n".repeat(20_000);
    let mail = format!("MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n{many}");
    assert!(reading("a.eml", mail.as_bytes()).is_err());
}
