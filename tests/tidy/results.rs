//! Forbids a `Result` as the Ok of another. `?` on the outer one leaves the inner one unhandled, and no type says which of
//! two errors is which.

use crate::files;
use proc_macro2::{TokenStream, TokenTree};

#[test]
fn no_result_is_the_ok_of_another() {
    let files = files(&[".rs"]);
    let wrong: Vec<String> = files
        .iter()
        .flat_map(|(file, text)| {
            let lines = nested(text.parse().expect("the file is Rust"));
            lines.into_iter().map(move |line| format!("{file}:{line}"))
        })
        .collect();
    assert!(wrong.is_empty(), "return an enum or a struct in one Result:\n{}", wrong.join("\n"));
}

/// The lines of `Result<…>` types whose first argument is a `Result`, however its path is written.
fn nested(code: TokenStream) -> Vec<usize> {
    let tokens: Vec<TokenTree> = code.into_iter().collect();
    let mut lines = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Group(group) => lines.extend(nested(group.stream())),
            TokenTree::Ident(name)
                if name == "Result"
                    && arguments(&tokens[at + 1..]).is_some_and(|arguments| last_name(arguments) == "Result") =>
            {
                lines.push(name.span().start().line);
            }
            _ => {}
        }
    }
    lines
}

/// What follows the `<` or `::<` after a type's name.
fn arguments(tokens: &[TokenTree]) -> Option<&[TokenTree]> {
    let start = tokens.iter().position(|token| !is_punct(token, ':'))?;
    is_punct(&tokens[start], '<').then(|| &tokens[start + 1..])
}

/// The last name of the path that some tokens begin with; empty if they begin with something else.
fn last_name(tokens: &[TokenTree]) -> String {
    let path = tokens.iter().take_while(|token| matches!(token, TokenTree::Ident(_)) || is_punct(token, ':'));
    let names = path.filter_map(|token| if let TokenTree::Ident(name) = token { Some(name.to_string()) } else { None });
    names.last().unwrap_or_default()
}

fn is_punct(token: &TokenTree, mark: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == mark)
}

#[test]
fn a_nested_result_is_found_wherever_and_however_it_is_written() {
    let text = "async fn one() -> Result<Result<String, String>, Error> {\n    all.collect::<Result<io::Result<u8>, _>>()\n}\n\
                type Two = std::io::Result<\n    std::result::Result<u8, Error>,\n>;\nimpl A { fn three(f: fn() -> Result<fmt::Result>); }\n";
    assert_eq!(nested(text.parse().unwrap()), [1, 2, 4, 7]);
}

#[test]
fn a_result_elsewhere_in_a_result_is_left_alone() {
    let text = "fn one() -> Result<Vec<Result<u8, Error>>, Error> {}\nfn two() -> Result<u8, Result<u8, u8>> {}\n\
                fn three() -> Result<ResultList, Error> { a < b }\nuse std::{fmt::Result, io};\n";
    assert!(nested(text.parse().unwrap()).is_empty());
}
