//! The names in source files: everything but comments, literals and prose.

use proc_macro2::{TokenStream, TokenTree};

/// The names and keywords of Rust code, in order.
pub(crate) fn of_rust(code: TokenStream) -> Vec<String> {
    let mut found = Vec::new();
    for token in code {
        match token {
            TokenTree::Ident(name) => found.push(name.to_string()),
            TokenTree::Group(group) => found.extend(of_rust(group.stream())),
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
    found
}

/// The names and keywords of a script in JavaScript or TypeScript, in order.
pub(crate) fn of_script(script: &str) -> Vec<String> {
    split(&code_of_script(script), |letter| letter == '_' || letter == '$')
}

/// The names in a style sheet: properties, classes, ids, custom properties and keywords.
pub(crate) fn of_style(sheet: &str) -> Vec<String> {
    let mut code = String::new();
    let mut rest = sheet;
    while let Some(letter) = rest.chars().next() {
        let length = match letter {
            '/' if rest.starts_with("/*") => end_of(rest, 2, "*/"),
            '"' | '\'' => end_of_string(rest, letter),
            _ => {
                code.push(letter);
                letter.len_utf8()
            }
        };
        rest = &rest[length..];
    }
    split(&code, |letter| letter == '_' || letter == '-')
}

/// The names in a page: ids, classes and other names in its elements, and those of its scripts and style sheets.
pub(crate) fn of_page(page: &str) -> Vec<String> {
    let mut found = Vec::new();
    found.extend(between(page, "<script", "</script>").into_iter().filter_map(content).flat_map(of_script));
    found.extend(between(page, "<style", "</style>").into_iter().filter_map(content).flat_map(of_style));
    for attribute in [" id=\"", " class=\"", " name=\"", " for=\"", " data-testid=\""] {
        found.extend(between(page, attribute, "\"").into_iter().flat_map(of_style));
    }
    found
}

/// What follows the opening tag of an element.
fn content(element: &str) -> Option<&str> {
    element.split_once('>').map(|(_, content)| content)
}

/// The parts of a text between two others.
fn between<'a>(text: &'a str, start: &str, end: &str) -> Vec<&'a str> {
    text.split(start).skip(1).filter_map(|rest| rest.split_once(end)).map(|(part, _)| part).collect()
}

/// Splits code into names, which begin with no digit and consist of letters, digits and what `also` accepts.
fn split(code: &str, also: impl Fn(char) -> bool) -> Vec<String> {
    let words = code.split(|letter: char| !letter.is_alphanumeric() && !also(letter));
    words
        .filter(|word| !word.is_empty() && !word.starts_with(|first: char| first.is_ascii_digit()))
        .map(str::to_owned)
        .collect()
}

/// A script without its comments and literals. Code inside of template literals stays.
fn code_of_script(script: &str) -> String {
    let mut code = String::new();
    // For each template literal that is open: the braces that are open in its `${…}`.
    let mut open = Vec::<usize>::new();
    let mut rest = script;
    while let Some(letter) = rest.chars().next() {
        let is_end_of_inserted = letter == '}' && open.last() == Some(&0);
        let length = match letter {
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => end_of(rest, 2, "*/"),
            '/' if begins_expression(&code) => end_of_pattern(rest),
            '"' | '\'' => end_of_string(rest, letter),
            _ if letter == '`' || is_end_of_inserted => {
                if is_end_of_inserted {
                    open.pop();
                }
                let (length, inserts) = end_of_template(rest);
                if inserts {
                    open.push(0);
                }
                length
            }
            _ => {
                match (letter, open.last_mut()) {
                    ('{', Some(depth)) => *depth += 1,
                    ('}', Some(depth)) => *depth -= 1,
                    _ => {}
                }
                code.push(letter);
                rest = &rest[letter.len_utf8()..];
                continue;
            }
        };
        // A literal is a value: a slash behind it divides. A comment is nothing.
        let is_comment = rest.starts_with("//") || rest.starts_with("/*");
        code.push_str(if is_comment {
            " "
        } else if rest[..length].ends_with("${") {
            "("
        } else {
            " 0 "
        });
        rest = &rest[length..];
    }
    code
}

/// Whether a slash begins a regular expression after this code; otherwise it divides.
fn begins_expression(code: &str) -> bool {
    let code = code.trim_end();
    let word = code.rsplit(|letter: char| !letter.is_alphanumeric()).next().unwrap_or_default();
    match code.chars().last() {
        None => true,
        Some(last) => "(,=:[!&|?{};+-*<>~^%".contains(last) || ["return", "typeof", "of", "in"].contains(&word),
    }
}

/// The length of what begins a text, up to `end` and with it. `from`: the length of its start.
fn end_of(text: &str, from: usize, end: &str) -> usize {
    text[from..].find(end).map_or(text.len(), |at| from + at + end.len())
}

/// The length of the string that a text begins with.
fn end_of_string(text: &str, quote: char) -> usize {
    let mut is_escaped = true;
    for (at, letter) in text.char_indices() {
        match letter {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '\n' => break,
            _ if letter == quote => return at + 1,
            _ => {}
        }
    }
    misread(text)
}

/// The length of the text of a template literal, up to its end or to `${`, and whether it is the latter.
fn end_of_template(text: &str) -> (usize, bool) {
    let mut is_escaped = true;
    for (at, letter) in text.char_indices() {
        match letter {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '`' => return (at + 1, false),
            '$' if text[at..].starts_with("${") => return (at + 2, true),
            _ => {}
        }
    }
    misread(text)
}

/// The length of the regular expression that a text begins with. A slash in a class of letters does not end it.
fn end_of_pattern(text: &str) -> usize {
    let (mut is_escaped, mut is_in_class) = (true, false);
    for (at, letter) in text.char_indices() {
        match letter {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '[' => is_in_class = true,
            ']' => is_in_class = false,
            '\n' => break,
            '/' if !is_in_class => return at + 1,
            _ => {}
        }
    }
    misread(text)
}

/// Fails where a literal has no end: what follows would be taken for a part of it, and its names would be missed.
fn misread(text: &str) -> ! {
    panic!("a literal without an end, or none: {}", text.lines().next().unwrap_or_default())
}

#[test]
fn comments_and_literals_of_a_script_are_no_names_and_code_in_a_template_is() {
    let script = "// one\n/* two */ const three = 'four' + \"five\\\"six\";\n\
                  let seven = `eight ${nine({ ten: `eleven ${twelve}` })} thirteen`;\n\
                  const fourteen = text.match(/fif[/'\"]teen/g) / sixteen / 2;\n\
                  return /seven'teen/.test(eighteen) ? 'nineteen' : $twenty; // '\nclass _end {}\n";
    let expected = "const three let seven nine ten twelve const fourteen text match g sixteen return test eighteen $twenty class _end";
    assert_eq!(of_script(script).join(" "), expected);
}

#[test]
fn the_names_of_a_page_are_those_of_its_elements_scripts_and_style_sheets() {
    let page = "<!doctype html><p id=\"one\" class=\"two three-four\">five</p><script type=\"module\">six('seven');</script>\
                <style>.eight { color: var(--nine); /* ten */ content: \"eleven\"; }</style>";
    let mut names = of_page(page);
    names.sort_unstable();
    assert_eq!(names, ["--nine", "color", "content", "eight", "one", "six", "three-four", "two", "var"]);
}
