//! Limits the size of functions: one can be read at a glance, and called without counting its arguments.

use crate::files;
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

/// Most lines from `fn` to the closing brace.
const LONGEST: usize = 60;
/// Most parameters, including `self`.
const MOST_PARAMETERS: usize = 6;

#[test]
fn functions_are_short_and_take_few_parameters() {
    let mut wrong = Vec::new();
    for (file, text) in files(&[".rs"]).iter().filter(|(file, _)| !is_of_tests(file)) {
        for found in functions(text.parse().expect("the file is Rust")) {
            let Function { name, line, lines, parameters } = &found;
            if *lines > LONGEST || *parameters > MOST_PARAMETERS {
                wrong.push(format!("{file}:{line} {name}: {lines} lines, {parameters} parameters"));
            }
        }
    }
    assert!(wrong.is_empty(), "find the step that has a name of its own:\n{}", wrong.join("\n"));
}

/// A table of test cases is read as a whole.
fn is_of_tests(file: &str) -> bool {
    file.split('/').any(|part| matches!(part, "tests" | "tests.rs" | "testing" | "benches" | "examples"))
}

#[derive(Debug, PartialEq)]
struct Function {
    name: String,
    line: usize,
    lines: usize,
    parameters: usize,
}

/// The functions of some code with a body, without those of test modules.
fn functions(code: TokenStream) -> Vec<Function> {
    let tokens: Vec<TokenTree> = code.into_iter().collect();
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        match (token, tokens.get(at + 1)) {
            (TokenTree::Ident(word), Some(TokenTree::Ident(name))) if word == "mod" && name == "tests" => at += 2,
            (TokenTree::Ident(word), Some(TokenTree::Ident(name))) if word == "fn" => {
                let line = word.span().start().line;
                let rest = &tokens[at + 2..];
                if let (Some(arguments), Some(body)) = (first(rest, Delimiter::Parenthesis), body(rest)) {
                    let lines = body.span_close().end().line + 1 - line;
                    found.push(Function { name: name.to_string(), line, lines, parameters: count(arguments) });
                }
                at += 1;
            }
            (TokenTree::Group(group), _) => found.extend(functions(group.stream())),
            _ => {}
        }
        at += 1;
    }
    found
}

fn first(tokens: &[TokenTree], delimiter: Delimiter) -> Option<&Group> {
    tokens.iter().find_map(|token| match token {
        TokenTree::Group(group) if group.delimiter() == delimiter => Some(group),
        _ => None,
    })
}

/// The body that follows a function's name; `None` for a declaration.
fn body(tokens: &[TokenTree]) -> Option<&Group> {
    let is_end = |token: &TokenTree| matches!(token, TokenTree::Punct(mark) if mark.as_char() == ';');
    let end = tokens.iter().position(is_end).unwrap_or(tokens.len());
    first(&tokens[..end], Delimiter::Brace)
}

/// Number of parameters: counts the commas outside of `<…>`, which are not token groups.
fn count(arguments: &Group) -> usize {
    let (mut depth, mut parameters, mut is_open, mut before) = (0_i32, 0, false, ' ');
    for token in arguments.stream() {
        let mark = if let TokenTree::Punct(mark) = &token { mark.as_char() } else { ' ' };
        match mark {
            '<' => depth += 1,
            '>' if before != '-' => depth -= 1,
            ',' if depth == 0 => is_open = false,
            _ if !is_open => {
                is_open = true;
                parameters += 1;
            }
            _ => {}
        }
        before = mark;
    }
    parameters
}

#[test]
fn lines_and_parameters_are_counted() {
    let text = "impl A {\n    fn one(&self, map: Map<u8, u8>, f: impl Fn(u8, u8) -> u8,) -> u8\n    {\n        1\n    }\n}\n\
                fn declared(a: u8);\nmod tests {\n    fn left_out() {}\n}\nfn none() {}\n";
    let function = |name: &str, line, lines, parameters| Function { name: name.to_owned(), line, lines, parameters };
    assert_eq!(functions(text.parse().unwrap()), [function("one", 2, 4, 3), function("none", 11, 1, 0)]);
}
