//! Tests of `ricordo-browser` and `ricordo` in a real browser, one file per adapter under `tests/`. This library is empty.
