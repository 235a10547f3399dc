//! Holds the ratio of test code to other code in the page: decisions of the page are tested natively, beside the code, and not
//! only in a browser.

use crate::files;
use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// Least number of lines of tests for each other line.
const LEAST: f64 = 0.3;

#[test]
fn the_page_has_enough_tests_for_its_code() {
    let sources: Vec<_> = files(&[".rs"]).into_iter().filter(|(file, _)| file.starts_with("web/src/")).collect();
    let [tests, others] = sources.iter().fold([0, 0], |[tests, others], (file, text)| {
        let (all, of_tests) = (text.lines().count(), lines_of_tests(file, text));
        [tests + of_tests, others + all - of_tests]
    });
    assert!(
        sources.len() > 300 && tests > 10_000,
        "{} files, {tests} lines: the test looks in the wrong place",
        sources.len()
    );
    #[allow(clippy::cast_precision_loss, reason = "numbers of lines")]
    let ratio = tests as f64 / others as f64;
    assert!(
        ratio >= LEAST,
        "web/src has {tests} lines of tests and {others} other lines, which is {ratio:.4}, below {LEAST}: move what a \
         component decides into a plain function, and test that"
    );
}

/// Lines of tests in a file: all of a `tests.rs`, elsewhere those of modules for tests. A file with helpers has none, so that
/// helpers make up for no test.
fn lines_of_tests(file: &str, text: &str) -> usize {
    if file.ends_with("/tests.rs") { text.lines().count() } else { in_modules(text.parse().expect("the file is Rust")) }
}

/// Lines of the modules that are compiled for tests only, with their attribute.
fn in_modules(code: TokenStream) -> usize {
    let tokens: Vec<TokenTree> = code.into_iter().collect();
    let mut lines = 0;
    for (at, token) in tokens.iter().enumerate() {
        match (token, tokens.get(at + 1), tokens.get(at + 2)) {
            (TokenTree::Ident(word), Some(TokenTree::Ident(_)), Some(TokenTree::Group(body)))
                if word == "mod" && body.delimiter() == Delimiter::Brace && is_for_tests(tokens[..at].last()) =>
            {
                let attribute = tokens[at - 1].span().start().line;
                lines += body.span_close().end().line + 1 - attribute;
            }
            _ => {}
        }
    }
    lines
}

/// Whether an attribute is `[cfg(test)]`, or one with more conditions.
fn is_for_tests(attribute: Option<&TokenTree>) -> bool {
    let Some(TokenTree::Group(attribute)) = attribute else { return false };
    let text = attribute.stream().to_string().replace(' ', "");
    text == "cfg(test)" || text.starts_with("cfg(all(test,")
}

#[test]
fn lines_of_tests_are_those_of_test_modules_and_of_files_of_tests() {
    let text = "//! One.\nfn a() {}\n\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn b() {}\n}\n\
                mod c {\n    fn d() {}\n}\n#[cfg(test)]\npub mod testing;\n#[cfg(not(test))]\nmod e {}\n\
                #[cfg(all(test, not(target_family = \"wasm\")))]\nmod f {}\n";
    assert_eq!(lines_of_tests("web/src/a.rs", text), 5 + 2);
    assert_eq!(lines_of_tests("web/src/a/tests.rs", text), text.lines().count());
    assert_eq!(lines_of_tests("web/src/a/testing.rs", "pub fn helper() {}\n"), 0);
}
