//! Rules of the style sheets that a browser does not check.

use crate::files;

/// Which element lies over which can only be seen where all levels are listed together.
#[test]
fn every_z_index_is_one_of_the_scale_in_the_tokens() {
    let sheets = files(&[".css"]);
    let levels = || {
        sheets.iter().flat_map(|(file, text)| {
            let values = text.lines().filter_map(|line| line.trim().strip_prefix("z-index: "));
            values.map(move |value| (file.as_str(), value))
        })
    };
    assert!(levels().count() > 10, "the test looks in the wrong place");
    let others: Vec<_> = levels().filter(|(_, value)| !value.starts_with("var(--z-")).collect();
    assert!(others.is_empty(), "{others:?}");
}
