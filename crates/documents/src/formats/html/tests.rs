//! The text of pages: what a reader sees, with its structure.

use super::*;
use crate::source::BlockKind;
use proptest::prelude::*;

fn shape(html: &str) -> Vec<String> {
    let (source, _) = read(html);
    let blocks = source.blocks.iter().map(|block| {
        let text = &source.text[block.range.clone()];
        match &block.kind {
            BlockKind::Heading { level, .. } => format!("h{level} {text}"),
            BlockKind::Prose => text.to_owned(),
            BlockKind::Code => format!("code {text}"),
            BlockKind::Row { header: None } => format!("row {text}"),
            BlockKind::Row { header: Some(header) } => format!("row {text} of {}", &source.text[header.clone()]),
        }
    });
    blocks.collect()
}

#[test]
fn text_comes_by_blocks_with_headings() {
    let html = "<!doctype html><html><head><title>A &amp; B</title><style>p{}</style></head><body><h1>One  <b>two</b></h1>\n<p>First\n line.<p>Second&nbsp;&mdash; line.<br>Third.<div>Last</div> end</body>";
    assert_eq!(shape(html), ["h1 One two", "First line.", "Second — line.\nThird.", "Last", "end"]);
    assert_eq!(read(html).1.as_deref(), Some("A & B"));
}

#[test]
fn what_is_hidden_is_left_out() {
    let hidden = [
        "<p hidden>secret</p>",
        "<p hidden>secret<p>",
        "<div style='display: none'>a <b>secret</b><p>secret</div>",
        "<span aria-hidden=true>secret</span>",
        "<script>if (a < b) 'secret </p>'</script>",
        "<style>secret</style>",
        "<template><p>secret</p></template>",
        "<!-- secret -->",
        "<noscript>secret</noscript>",
        "<textarea>secret</textarea>",
        "<svg><title>secret</title><text>secret</text></svg>",
        "<p style='font-size:0'>secret</p>",
        "<p style='font-size:1px'>secret</p>",
        "<p style='color:white'>secret <b>secret</b></p>",
        "<p style='color:#fdfdfd'>secret</p>",
        "<font color=white>secret</font>",
        "<font color=FFFFFF>secret</font>",
        "<table bgcolor=navy><tr><td style='color:navy'>secret</table>",
        "<p style='color:transparent'>secret</p>",
        "<p style='opacity:.01'>secret</p>",
        "<p style='position:absolute;left:-9999px'>secret</p>",
        "<p style='width:0;height:0;overflow:hidden'>secret</p>",
        "<p style='position:absolute;clip:rect(0 0 0 0)'>secret</p>",
        "<p style='clip-path:inset(100%)'>secret</p>",
        "<p style='text-indent:-9999px'>secret</p>",
        "<img alt='secret' title='secret'>",
        "<meta name=description content=secret>",
        "<input type=hidden value=secret>",
        "<style>.x{display:none}</style><p class=x>secret</p>",
        "<style>#x{color:#fff}</style><p id=x>secret</p>",
        "<style>small{font-size:0}</style><small>secret</small>",
        "<style>.x{opacity:0} .menu:hover .x{opacity:1} .tabs>.on{display:block}</style><p class=x>secret</p>",
        "<style>@media print{p{color:red}} .a.b{position:absolute;top:-999em}</style><p class='b a'>secret</p>",
        "<select><option>secret</select>",
        "<dialog>secret</dialog>",
        "<table hidden><tr><td>secret</td></tr></table>",
        "<ul style='visibility:hidden'><li>secret</ul>",
        "<title>secret</title>",
    ];
    for html in hidden {
        assert_eq!(shape(&format!("<p>before</p>{html}<p>after</p>")), ["before", "after"], "{html}");
    }
    assert!(shape("<p>before</p><div hidden><p>never closed<p>more").len() == 1);
}

#[test]
fn what_can_be_seen_stays() {
    for html in [
        "<p style='color:white;background:navy'>seen",
        "<div style='background:#111;color:#eee'><p>seen</div>",
        "<table bgcolor=black><tr><td><font color=white>seen</font></table>",
        "<div style='font-size:0'><p style='font-size:16px'>seen</div>",
        "<div style='color:white'><p style='color:black'>seen</div>",
        "<div style='color:white'><a href='/'>seen</a></div>",
        "<style>.hero p{background:navy}</style><p style='color:white'>seen",
        "<link rel=stylesheet href=a.css><p style='color:white'>seen",
        "<style>body.is-loading p{display:none} p:hover{opacity:0} @media print{p{display:none}}</style><p>seen",
        "<style>body{opacity:0}</style><p>seen",
        "<style>body{background:#000} .dark{color:#fff}</style><p class=dark>seen",
        "<style media=print>p{display:none}</style><p>seen",
        "<style>.pane{display:none} .tabs>.on{display:block}</style><div class=tabs><p class='pane on'>seen</div>",
        "<style>.d-none{display:none!important} @media (min-width:9em){.d-md-block{display:block!important}}</style><p class='d-none d-md-block'>seen",
        r"<style>.hidden{display:none} @media (min-width:9em){.md\:block{display:block}}</style><p class='hidden md:block'>seen",
        "<mark style='color:#fff'>seen</mark>",
        "<details><summary>seen</summary></details>",
    ] {
        assert_eq!(shape(html).concat().replace("row ", ""), "seen", "{html}");
    }
}

#[test]
fn what_was_hidden_is_counted() {
    let count = |html: &str| read(html).0.hidden;
    assert_eq!(count("<p>a<p hidden>b c<p style='color:white'>d<p>e"), 3);
    assert_eq!(count("<title>t</title><script>x</script><nav>n</nav><main>a<p hidden><script>x</script></main>"), 0);
}

#[test]
fn what_is_around_the_text_is_left_out_if_the_page_says_where_the_text_is() {
    let around = "<header>Top</header><nav>Menu</nav>";
    let text = "<article><header><h1>Title</h1></header><p>Text</p><aside>Advert</aside></article>";
    assert_eq!(shape(&format!("{around}{text}<footer>End</footer>")), ["h1 Title", "Text"]);
    assert_eq!(shape(&format!("{around}<p>Text</p><footer>End</footer>")), ["Top", "Menu", "Text", "End"]);
}

#[test]
fn lists_keep_their_signs_and_their_depth() {
    assert_eq!(
        shape("<ul><li>a<li>b<ol start=3><li><p>c</p><p>d</p></li><li>e</ol></ul><p>f"),
        ["- a", "- b", "  3. c", "d", "  4. e", "f"]
    );
    let (source, _) = read("<p>x</p><ul><li>a<li>b</ul><p>c");
    assert_eq!(source.text, "x\n\n- a\n- b\n\nc");
}

#[test]
fn rows_of_tables_know_their_header() {
    assert_eq!(
        shape(
            "<table><caption>T</caption><thead><tr><th>a<th>b</thead><tr><td>1<td><p>2</p><p>3</p></tr><tr><th>x<td>4</table>"
        ),
        ["T", "row a | b", "row 1 | 2 3 of a | b", "row x | 4 of a | b"]
    );
    let (source, _) = read("<table><tr><td>1<td>2<tr><td>3</table>");
    assert_eq!(source.text, "1 | 2\n3");
}

#[test]
fn cells_of_several_columns_or_rows_keep_values_under_their_names() {
    let long = "a note that is too long to stand in each of the columns";
    for (html, rows) in [
        (
            "<tr><th><th colspan=2>2020<th>2021<tr><td>a<td>1<td>2<td>3",
            vec!["row  | 2020 | 2020 | 2021", "row a | 1 | 2 | 3 of  | 2020 | 2020 | 2021"],
        ),
        (
            "<tr><td rowspan=2>x<td>1<td rowspan=3>y<tr><td>2<tr><td>z<td>3<tr><td>4<td>5<td>6",
            vec!["row x | 1 | y", "row x | 2 | y", "row z | 3 | y", "row 4 | 5 | 6"],
        ),
        ("<tr><td colspan=2 rowspan=2>n/a<td>1<tr><td>2", vec!["row n/a | n/a | 1", "row n/a | n/a | 2"]),
        ("<tr><td colspan=3>only one<tr><td>1<td>2<td>3", vec!["row only one", "row 1 | 2 | 3"]),
        ("<tbody><tr><td rowspan=0>x<td>1<tr><td>2<tbody><tr><td>3<td>4", vec!["row x | 1", "row x | 2", "row 3 | 4"]),
        (&format!("<tr><td colspan=3>{long}<td>1"), vec![&format!("row {long} |  |  | 1")]),
    ] {
        assert_eq!(shape(&format!("<table>{html}</table>")), rows, "{html}");
    }
}

#[test]
fn cells_that_say_they_are_huge_cost_little() {
    let wide = "<tr><td>a<td colspan=1000 rowspan=65534>some words<td colspan=99999999999999999999>b".repeat(200);
    let page = format!("<table>{wide}{}</table>", "<tr><td>x".repeat(5_000));
    let text = read(&page).0.text;
    assert!(text.len() < page.len() * 4, "{} from {}", text.len(), page.len());
    assert_eq!((text.matches('x').count(), text.matches('b').count()), (5_000, 200));
}

#[test]
fn a_table_that_holds_headings_or_tables_is_a_layout() {
    assert_eq!(
        shape("<table><tr><td>menu<td><h1>Title</h1><p>text<table><tr><th>a<tr><td>1</table></table>end"),
        ["menu", "h1 Title", "text", "row a", "row 1 of a", "end"]
    );
}

#[test]
fn preformatted_text_keeps_its_lines() {
    assert_eq!(shape("<pre>\n  a\n\n    b\n</pre><p>c\n d"), ["code   a\n\n    b", "c d"]);
}

#[test]
fn xhtml_is_read_by_its_own_rules_if_it_is_well_formed() {
    let head = "<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'><head><title/>";
    let script = "<script src='a'/><script><![CDATA[ if (a < b && c > d) ]]></script></head>";
    let body = "<body><p hidden='hidden'/><p>a&nbsp;&#8212;&amp;<a id='x'/>b</p></body></html>";
    assert_eq!(shape(&format!("{head}{script}{body}")), ["a —&b"]);
    // Not well-formed, and so HTML.
    assert_eq!(shape("<html xmlns='http://www.w3.org/1999/xhtml'><p>a<p hidden />b<p>c"), ["a", "c"]);
}

#[test]
fn raised_and_lowered_text_does_not_run_into_what_is_beside_it() {
    for (html, text) in [
        ("10<sup>6</sup> m<sup>2</sup>", "10^6 m^2"),
        ("10<sup>-6</sup>", "10^-6"),
        ("x<sup> n+1 </sup>", "x^(n+1)"),
        ("x<sup>2</sup>y", "x^2 y"),
        ("CO<sub>2</sub>, x<sub>i,j</sub>, H<sub>2</sub>O", "CO_2, x_(i,j), H_2O"),
        ("<sup>14</sup>C, the 2<sup>nd</sup>", "^14C, the 2nd"),
        ("Na<sup>+</sup>, word<sup>*</sup>", "Na^+, word*"),
        ("1 <sup>1</sup>/<sub>2</sub>, 3<sup>1</sup>&frasl;<sub>4</sub>", "1 1/2, 3 1⁄4"),
        ("word<sup><a href='#fn1'>1</a></sup>", "word[1]"),
        ("in 2020<a href='#fn1'><sup>12</sup></a> and", "in 2020[12] and"),
        ("word<sup><a href='#n'>[3]</a></sup>", "word[3]"),
        ("a<sup></sup><sup hidden>x</sup><sup>", "a"),
        ("a<sup>b<sup>c</sup></sup>", "a^(b^c)"),
    ] {
        assert_eq!(shape(&format!("<p>{html}</p>")), [text], "{html}");
        assert_eq!(shape(&format!("<table><tr><td>{html}</td></table>")), [format!("row {text}")], "{html}");
    }
    assert_eq!(shape("<p>a<sup><p>b</sup>c"), ["a", "bc"]);
}

#[test]
fn formulas_are_written_in_a_line() {
    for (html, text) in [
        ("<mfrac><mn>1</mn><mn>2</mn></mfrac>", "1/2"),
        ("<mn>3</mn><mfrac> <mn>1</mn> <mn>2</mn> </mfrac><mi>x</mi>", "3 1/2 x"),
        ("<mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mrow><mn>2</mn><mi>c</mi></mrow></mfrac>", "(a+b)/(2c)"),
        ("<msup><mi>x</mi><mrow><mi>n</mi><mo>+</mo><mn>1</mn></mrow></msup>", "x^(n+1)"),
        ("<msup><mrow><mo>(</mo><mi>a</mi><mo>)</mo></mrow><mn>2</mn></msup><mn>3</mn>", "(a)^2 3"),
        ("<msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup>", "x_i^2"),
        ("<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover>", "∑_(i=1)^n"),
        ("<msqrt><mn>2</mn><mi>x</mi></msqrt>", "√2x"),
        ("<mroot><mi>x</mi><mn>3</mn></mroot>", "x^(1/3)"),
        ("<msup><mfrac><mn>1</mn><mn>2</mn></mfrac><mn>3</mn></msup>", "(1/2)^3"),
        ("<mfenced><mi>a</mi><mi>b</mi></mfenced>", "(a,b)"),
        ("<mfrac><mn>1</mn></mfrac>", "1"),
    ] {
        assert_eq!(shape(&format!("<p><math>{html}</math></p>")), [text], "{html}");
    }
    let deep = "<msup><mi>x</mi>".repeat(10_000) + &"</msup>".repeat(10_000);
    assert_eq!(shape(&deep).concat().matches('x').count(), 10_000);
}

#[test]
fn deep_nesting_and_stray_ends_cost_little() {
    let deep = "<div>".repeat(20_000) + "text" + &"</x>".repeat(20_000);
    assert_eq!(shape(&deep), ["text"]);
    assert!(shape("</p></table></td></li></h1>").is_empty());
}

proptest! {
    #[test]
    fn no_markup_makes_it_panic(parts in prop::collection::vec(prop_oneof![
        "[a-z &;<>/=\"']{0,12}",
        prop::sample::select(vec!["<table>", "<tr>", "<td>", "<th>", "</td>", "</tr>", "</table>", "<h2>", "</h2>",
            "<ul>", "<li>", "</ul>", "<p>", "</p>", "<pre>", "</pre>", "<br/>", "<title>", "</title>", "<svg>", "<main>",
            "<p hidden>", "<nav>", "<style>", "</style>", ".a{color:#fff;clip:rect(", "@media{", "}", "<p class=a style='text-indent:-%'>", "<script>", "</script>", "<td/>", "<td colspan=3>", "<th rowspan=2>", "<tbody>", "<sup>", "</sup>", "<sub>", "<msup>", "<mfrac>", "<mi>", "</mi>", "</mfrac>", "<a href=x>", "</a>", "<ol/>", "<table/>"]).prop_map(str::to_owned),
    ], 0..40)) {
        let html = parts.concat();
        let (source, _) = read(&html);
        let mut end = 0;
        for block in &source.blocks {
            prop_assert!(block.range.start >= end);
            end = block.range.end;
        }
        let _ = read(&format!("<?xml version='1.0'?><html>{html}</html>"));
    }
}
