//! Raised letters, formulas and merged cells of DOCX.

use crate::support::{docx, epub, paragraph, reading, text};

fn body_text(body: &str) -> String {
    text(&reading("a.docx", &docx(body, &[])).unwrap())
}

/// A run of letters that are raised (`^`), lowered (`_`) or neither.
fn run(script: char, text: &str) -> String {
    let value = match script {
        '^' => "superscript",
        '_' => "subscript",
        _ => "baseline",
    };
    format!("<w:r><w:rPr><w:vertAlign w:val='{value}'/></w:rPr><w:t xml:space='preserve'>{text}</w:t></w:r>")
}

#[test]
fn raised_and_lowered_letters_do_not_run_into_those_beside_them() {
    for (runs, text) in [
        (vec![(' ', "10"), ('^', "-"), ('^', "6"), (' ', " m"), ('^', "2")], "10^-6 m^2"),
        (vec![(' ', "x"), ('_', "i,j"), ('^', "2"), (' ', "y")], "x_(i,j)^2 y"),
        (vec![(' ', "the 2"), ('^', "nd"), (' ', " H"), ('_', "2"), (' ', "O")], "the 2nd H_2O"),
        (vec![(' ', "a"), ('^', " "), (' ', "b")], "a b"),
    ] {
        let runs: String = runs.iter().map(|(script, text)| run(*script, text)).collect();
        assert_eq!(body_text(&format!("<w:p>{runs}</w:p>")), text);
    }
    let link = format!("<w:p>{}<w:hyperlink w:anchor='n'>{}</w:hyperlink></w:p>", run(' ', "word"), run('^', "1"));
    assert_eq!(body_text(&link), "word[1]");
    let style = "<w:styles SPACES><w:style w:styleId='S'><w:rPr><w:vertAlign w:val='superscript'/></w:rPr></w:style></w:styles>";
    let body = format!("<w:p>{}<w:r><w:rPr><w:rStyle w:val='S'/></w:rPr><w:t>6</w:t></w:r></w:p>", run(' ', "10"));
    assert_eq!(text(&reading("a.docx", &docx(&body, &[("word/styles.xml", style)])).unwrap()), "10^6");
}

#[test]
fn formulas_are_written_in_a_line() {
    let run = |text: &str| format!("<m:r><m:rPr/><m:t>{text}</m:t></m:r>");
    let part = |name: &str, inner: &str| format!("<m:{name}>{inner}</m:{name}>");
    let power = |base: &str, power: &str| {
        part("sSup", &format!("<m:sSupPr/>{}{}", part("e", &run(base)), part("sup", &run(power))))
    };
    let fraction = |above: &str, below: &str| {
        part("f", &format!("<m:fPr><m:ctrlPr/></m:fPr>{}{}", part("num", above), part("den", below)))
    };
    for (formula, text) in [
        (fraction(&run("1"), &run("2")), "1/2"),
        (run("3") + &fraction(&run("a+b"), &run("2c")), "3 (a+b)/(2c)"),
        (power("10", "6"), "10^6"),
        (fraction(&power("x", "n+1"), &run("2")), "(x^(n+1))/2"),
        (
            part(
                "nary",
                &format!(
                    "<m:naryPr><m:chr m:val='∑'/></m:naryPr>{}{}{}",
                    part("sub", &run("i=1")),
                    part("sup", &run("n")),
                    part("e", &run("i"))
                ),
            ),
            "∑_(i=1)^n i",
        ),
        (part("rad", &format!("<m:deg/>{}", part("e", &run("x+1")))), "√(x+1)"),
        (part("rad", &format!("{}{}", part("deg", &run("3")), part("e", &run("x")))), "x^(1/3)"),
        (part("d", &part("e", &run("a+b"))) + &run("c"), "(a+b)c"),
        (
            part("d", &format!("<m:dPr><m:begChr m:val='['/><m:endChr m:val=']'/></m:dPr>{}", part("e", &run("x")))),
            "[x]",
        ),
        (part("func", &format!("{}{}", part("fName", &run("sin")), part("e", &run("x")))), "sin x"),
    ] {
        let body = format!("<w:p><m:oMathPara xmlns:m='m'><m:oMath>{formula}</m:oMath></m:oMathPara></w:p>");
        assert_eq!(body_text(&body), text);
    }
    let deep = "<m:sSup><m:e><m:r><m:t>x</m:t></m:r></m:e>".repeat(500);
    let ends = "</m:sSup>".repeat(500);
    assert_eq!(body_text(&format!("<w:p><m:oMath xmlns:m='m'>{deep}{ends}</m:oMath></w:p>")).matches('x').count(), 500);
}

#[test]
fn a_book_has_the_same_forms() {
    let chapter =
        "<p>10<sup>6</sup> and <math><mfrac><mn>1</mn><mn>2</mn></mfrac></math> word<sup><a href='#n'>1</a></sup></p>";
    assert_eq!(text(&reading("a.epub", &epub(&[chapter], &[])).unwrap()), "10^6 and 1/2 word[1]");
}

#[test]
fn merged_cells_keep_values_under_their_names() {
    let cell =
        |properties: &str, text: &str| format!("<w:tc><w:tcPr>{properties}</w:tcPr>{}</w:tc>", paragraph("", text));
    let wide = |columns: u64, text: &str| cell(&format!("<w:gridSpan w:val='{columns}'/>"), text);
    let row = |cells: &[String]| format!("<w:tr>{}</w:tr>", cells.concat());
    let begins = |text: &str| cell("<w:vMerge w:val='restart'/>", text);
    let continues = || cell("<w:vMerge/>", "");
    let plain = |text: &str| cell("", text);
    let table = [
        row(&[plain("Name"), wide(2, "2020"), plain("2021")]),
        row(&[begins("Ada"), plain("1"), plain("2"), plain("3")]),
        row(&[continues(), plain("4"), plain("5"), plain("6")]),
        row(&[continues(), plain(""), plain(""), plain("")]),
        row(&[plain("Bob"), wide(2, "none"), plain("7")]),
        format!("<w:tr><w:trPr><w:gridBefore w:val='2'/></w:trPr>{}{}</w:tr>", plain("8"), plain("9")),
        row(&[wide(4, "All of them")]),
    ];
    assert_eq!(
        body_text(&format!("<w:tbl>{}</w:tbl>", table.concat())),
        "Name | 2020 | 2020 | 2021\nAda | 1 | 2 | 3\nAda | 4 | 5 | 6\nBob | none | none | 7\n |  | 8 | 9\nAll of them"
    );
    let huge = row(&[wide(u64::MAX, "words"), wide(1000, "x")]).repeat(500);
    let table = format!("<w:tbl>{huge}</w:tbl>");
    let found = body_text(&table);
    assert!(found.len() < table.len() * 4 && found.matches('x').count() >= 500);
}
