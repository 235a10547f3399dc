//! `cargo xtask help`.

const TEXT: &str = "\
The project's commands. Each installs what it needs into the folder .tools, and says so.

  cargo xtask serve [--release] [options of trunk serve]
      Builds the page and serves it at http://127.0.0.1:8080/. The modules that the page loads later are built when it
      first requests them.
  cargo xtask modules
      Builds these modules now, for plain `trunk serve`.
  cargo xtask test [--only native|browser|e2e]
      Native tests, tests in headless Chromium, and the release build end to end with real models, in Firefox and WebKit, too.
  cargo xtask test [--no-build] [--jobs N] [--repeat N] [--load] [FILE...]
      End-to-end tests alone: all, or those of these files; N files at a time (default 3, repeated 1; output in
      target/end-to-end), N times, beside two busy processes. Repeated, it counts how often each test passed and fails
      unless each passed every time. --no-build uses the last build and warns if a source is newer.
  cargo xtask screenshots [--no-build] [NAME...]
      Takes pictures of the page's states into tests/e2e/screenshots, for people to look at.
  cargo xtask ci [--only test|checks] [--no-build]
      What the continuous integration runs: the tests, then formatting, lints, documentation, sizes of the release build.
      --no-build takes the release build as the tests have made it; it fails where a source is newer.
  cargo xtask dist [--no-build]
      The release build, with the raw and brotli size of each file. Fails when the first load is too big.
  cargo xtask package [--accept] [--reference] [--no-page]
      The npm package ricordo, with its size. Fails when it is too big, or when its public types are not those that were
      accepted; --accept accepts them. --reference writes the reference of its types. --no-page takes the page for
      <ricordo-chat> as it was built last.
  cargo xtask bench [name]
      Measures the release build in headless Chromium, and compares the core in Node with other libraries.
      Names: first-load, long-history, streaming, markdown, freezes, inspector, search, conversations, lighthouse,
      recall-page; without a browser: tokens, compile, prefix, embed, vectors, vector-stores. recall-page and vector-stores
      take minutes, so they run only when they are named; RICORDO_VECTOR_SIZES is how many vectors, such as [10000,300000].
  cargo xtask bench recall [--data FILE] [--embeddings URL|in-page|none] [--embedding-model ID] [--vectors FILE]
                           [--save-texts FILE] [--elsewhere] [--preset NAME] [--budget TOKENS] [--ceiling PERCENT]
                           [--no-speed] [--documents]
      Measures what recall finds of the evidence for questions about conversations, and how fast it is: by words, and by
      vectors if an embedder is named. in-page is the model that the page ships, in headless Chromium; its vectors are kept
      in target/recall-vectors. URL is a running server. FILE is in the format of LoCoMo; without it, a small set in
      Ukrainian is measured. A wrong option prints what each of them means.
  cargo xtask setup [--check] [--for serve|test|all]
      Installs what is missing; with --check it only lists what is there and what is missing.
  cargo xtask env
      Prints the lines that put the tools on PATH, for plain `trunk serve` and `cargo test --target wasm32-unknown-unknown`.

Environment:
  RICORDO_TOOLS         the folder of the tools, to share it between clones (default: .tools)
  CHROME, CHROMEDRIVER  the browser and its driver, when they are not the ones on PATH
  RICORDO_FIREFOX, RICORDO_WEBKIT_DRIVER, RICORDO_XVFB
                        Firefox, WebKitWebDriver and Xvfb, when they are not the ones on PATH
  RICORDO_CORPUS        a folder of recorded streams and texts, which some tests read; without it they are skipped
";

pub(crate) fn print() {
    print!("{TEXT}");
}
