//! Formulas in a line: `10^6`, `x_(i+1)`, `(a+b)/2`. Joined without a sign, their figures would be others.

/// Deepest nesting of formulas. What is deeper stays as it is written.
const DEEPEST: usize = 16;
/// Most parts of a formula.
const MOST_PARTS: usize = 64;
/// Longest text that is raised or lowered, in bytes. A longer one is no figure.
const LONGEST_SCRIPT: usize = 200;
/// Longest text of a link to a note, in bytes.
const LONGEST_NOTE: usize = 16;
/// Ends of ordinal numbers.
const ORDINALS: [&str; 8] = ["st", "nd", "rd", "th", "er", "re", "ère", "ème"];
const PRIMES: &str = "'′″‴⁗’";
const SLASHES: [char; 2] = ['/', '⁄'];

/// What a formula is. The order is that of its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// Raised text.
    Raised,
    /// Lowered text.
    Lowered,
    /// Base and power.
    Power,
    /// Base and index.
    Index,
    /// Base, index and power.
    IndexPower,
    /// Index and power, and the base after them.
    Before,
    /// Numerator and denominator.
    Fraction,
    /// A square root.
    Root,
    /// Base and degree.
    RootOf,
    /// Degree, which may be empty, and base.
    DegreeRoot,
    /// From, to, and what is added up, with the sign.
    Sum(String),
    /// Parts with what is before, after and between them.
    Fenced([String; 3]),
}

/// The open formulas of a text.
#[derive(Debug, Default)]
pub(crate) struct Formulas {
    open: Vec<Open>,
    /// Length of the text when a formula ended, and whether it ended with an index.
    end: Option<(usize, bool)>,
    /// Length of the text when a link began.
    link: Option<usize>,
}

#[derive(Debug)]
struct Open {
    form: Form,
    depth: usize,
    start: usize,
    /// Ends of its parts so far.
    ends: Vec<usize>,
}

impl Formulas {
    /// Begins a formula in an element of this depth.
    pub(crate) fn open(&mut self, form: Form, depth: usize, text: &str) {
        if self.open.len() < DEEPEST {
            self.open.push(Open { form, depth, start: text.len(), ends: Vec::new() });
        }
    }

    /// Begins a link.
    pub(crate) fn open_link(&mut self, text: &str) {
        self.link = Some(text.len());
    }

    /// Forgets what is open, because the text is another one.
    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }

    /// Ends an element of this depth, which is a part if it is directly in the innermost formula.
    pub(crate) fn end_part(&mut self, depth: usize, text: &str) {
        let is_part = |open: &&mut Open| open.depth.checked_add(1) == Some(depth) && open.ends.len() < MOST_PARTS;
        if let Some(open) = self.open.last_mut().filter(is_part) {
            open.ends.push(text.len());
        }
    }

    /// What the innermost formula is, if it is in an element of this depth.
    pub(crate) fn form_at(&mut self, depth: usize) -> Option<&mut Form> {
        self.open.last_mut().filter(|open| open.depth == depth).map(|open| &mut open.form)
    }

    /// Ends the formula in an element of this depth, and writes it in a line.
    pub(crate) fn close(&mut self, depth: usize, text: &mut String) {
        let Some(open) = self.open.pop_if(|open| open.depth == depth) else { return };
        let is_link = self.link == Some(open.start);
        let Some((before, own)) = text.split_at_checked(open.start) else { return };
        let Some(line) = open.line(before, own, is_link) else { return };
        let has_base = !matches!(open.form, Form::Raised | Form::Lowered) || before.ends_with(is_operand);
        let is_open = line.starts_with(['^', '_']) || !matches!(open.form, Form::Raised | Form::Lowered);
        let is_fraction = open.form == Form::Lowered && before.ends_with(SLASHES);
        text.truncate(open.start);
        if !is_fraction || !join_fraction(text) {
            text.push_str(&line);
        } else {
            text.push_str(line.trim_start_matches('_'));
        }
        let is_index = matches!(open.form, Form::Lowered | Form::Index);
        self.end = (has_base && is_open).then_some((text.len(), is_index));
    }

    /// Whether a space has to be between the formula that has just ended and what follows, so that both are not one figure.
    pub(crate) fn needs_gap(&self, text: &str, next: &str) -> bool {
        let Some((_, is_index)) = self.end.filter(|(end, _)| *end == text.len()) else { return false };
        let is_digit = |char: Option<char>| char.is_some_and(|char| char.is_ascii_digit());
        let (last, next) = (text.chars().next_back(), next.chars().next());
        let are_one = last.is_some_and(char::is_alphanumeric) && next.is_some_and(char::is_alphanumeric);
        are_one && (!is_index || is_digit(last) && is_digit(next))
    }
}

fn is_operand(char: char) -> bool {
    char.is_alphanumeric() || matches!(char, ')' | ']')
}

/// Turns `^1/` at the end of a text into `1/`. Returns whether it was there.
fn join_fraction(text: &mut String) -> bool {
    let digits = text.trim_end_matches(SLASHES).trim_end_matches(|char: char| char.is_ascii_digit());
    let Some(whole) = digits.strip_suffix('^') else { return false };
    let gap = if whole.ends_with(char::is_alphanumeric) { " " } else { "" };
    let at = whole.len();
    text.replace_range(at..=at, gap);
    true
}

impl Open {
    /// The formula in a line; `None`: it stays as it is.
    fn line(&self, before: &str, own: &str, is_link: bool) -> Option<String> {
        if matches!(self.form, Form::Raised | Form::Lowered) {
            return self.script(before, own, is_link);
        }
        let starts = [self.start].into_iter().chain(self.ends.iter().copied());
        let range = |(from, to): (usize, &usize)| own.get(from.checked_sub(self.start)?..to.checked_sub(self.start)?);
        let parts: Vec<&str> = starts.zip(&self.ends).map(|ends| range(ends).map(str::trim)).collect::<Option<_>>()?;
        let line = self.form.line(before, &parts)?;
        // What belongs to no part.
        let rest = own.get(self.ends.last()?.checked_sub(self.start)?..)?;
        Some(line + rest)
    }

    fn script(&self, before: &str, own: &str, is_link: bool) -> Option<String> {
        let text = own.trim();
        if text.is_empty() || text.len() > LONGEST_SCRIPT {
            return None;
        }
        let is_figure = text.contains(char::is_alphanumeric) || matches!(text, "+" | "-" | "−" | "±");
        let is_ordinal = || before.ends_with(char::is_alphanumeric) && ORDINALS.contains(&text);
        let line = match self.form {
            Form::Raised if is_link && text.len() <= LONGEST_NOTE && !text.starts_with('[') => format!("[{text}]"),
            Form::Raised if is_link || !is_figure || is_ordinal() => text.to_owned(),
            Form::Raised => script('^', text),
            _ => script('_', text),
        };
        let blank = own.len() - own.trim_start().len();
        let lead = if line.starts_with(['^', '_']) { "" } else { &own[..blank] };
        Some(format!("{lead}{line}{}", &own[blank + text.len()..]))
    }
}

impl Form {
    fn line(&self, before: &str, parts: &[&str]) -> Option<String> {
        Some(match (self, parts) {
            (Self::Power, [base, power]) => format!("{}{}", operand(base), script('^', power)),
            (Self::Index, [base, index]) => format!("{}{}", operand(base), script('_', index)),
            (Self::IndexPower, [base, index, power]) => {
                format!("{}{}{}", operand(base), script('_', index), script('^', power))
            }
            (Self::Before, [index, power, base]) => format!("{}{} {base}", script('^', power), script('_', index)),
            (Self::Fraction, [above, below]) => {
                // `3` and `1/2` are not `31/2`.
                let gap = if before.ends_with(char::is_alphanumeric) { " " } else { "" };
                format!("{gap}{}/{}", operand(above), divisor(below))
            }
            (Self::Root, [_, ..]) => format!("√{}", operand(&parts.join(""))),
            (Self::DegreeRoot, ["", base]) => format!("√{}", operand(base)),
            (Self::DegreeRoot, [degree, base]) | (Self::RootOf, [base, degree]) => {
                format!("{}^(1/{})", operand(base), divisor(degree))
            }
            (Self::Sum(sign), [from, to, of]) => format!("{sign}{}{} {of}", script('_', from), script('^', to)),
            (Self::Fenced([begin, end, between]), [_, ..]) => format!("{begin}{}{end}", parts.join(between)),
            _ => return None,
        })
    }
}

/// A text after its sign, in parentheses unless it is one number or word.
fn script(sign: char, text: &str) -> String {
    let run = text.strip_prefix(['+', '-', '−']).unwrap_or(text);
    let is_run = run.chars().all(|char| char.is_ascii_digit()) || run.chars().all(char::is_alphabetic);
    match text {
        "" => String::new(),
        _ if sign == '^' && text.chars().all(|char| PRIMES.contains(char)) => text.to_owned(),
        _ if is_run || text.chars().count() == 1 || is_enclosed(text) => format!("{sign}{text}"),
        _ => format!("{sign}({text})"),
    }
}

/// A text that another sign follows, in parentheses unless it is one figure.
fn operand(text: &str) -> String {
    let run = text.strip_prefix(['+', '-', '−']).unwrap_or(text);
    let is_figure = run.chars().all(|char| char.is_alphanumeric() || ".,_'′%∑∏∫".contains(char));
    if is_figure || text.chars().count() == 1 || is_enclosed(text) { text.to_owned() } else { format!("({text})") }
}

/// What is divided by: `1/2x` would say something else.
fn divisor(text: &str) -> String {
    let is_product = text.starts_with(|char: char| char.is_ascii_digit()) && text.contains(char::is_alphabetic);
    if is_product { format!("({text})") } else { operand(text) }
}

/// Whether the parenthesis at the start of a text is closed at its end.
fn is_enclosed(text: &str) -> bool {
    let mut depth = 0_usize;
    let inner = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
    inner.is_some_and(|inner| {
        let stays = inner.chars().all(|char| match char {
            '(' => {
                depth += 1;
                true
            }
            ')' => depth.checked_sub(1).map(|less| depth = less).is_some(),
            _ => true,
        });
        stays && depth == 0
    })
}
