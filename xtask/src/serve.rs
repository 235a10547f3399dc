//! `cargo xtask serve` and `modules`: set up missing tools, and run Trunk or build what plain `trunk serve` needs.

use std::process::Command;

use crate::{
    beside::Beside,
    child, env,
    failure::Result,
    lazy,
    options::Options,
    project::{Project, WASM_TARGET},
    setup::{self, Goal},
    vendor_server,
};

const DEFAULT_PORT: &str = "8080";

/// Trunk's options that take its only proxy, or move the page away from the proxy.
const WITHOUT_PROXY: [&str; 5] = ["--proxy-backend", "--proxy-rewrite", "--public-url", "--serve-base", "--config"];
/// The variables that Trunk reads in place of them.
const WITHOUT_PROXY_BY_VARIABLE: [&str; 5] = [
    "TRUNK_SERVE_PROXY_BACKEND",
    "TRUNK_SERVE_PROXY_REWRITE",
    "TRUNK_BUILD_PUBLIC_URL",
    "TRUNK_SERVE_SERVE_BASE",
    "TRUNK_CONFIG",
];

/// `cargo xtask serve [--release] [options of trunk serve]`. The lazy modules are built when the page requests them.
pub(crate) fn command(project: &Project, arguments: Vec<String>) -> Result<()> {
    let _page = set_up(project)?;
    let options = Options::new("serve", arguments).rest();
    let mut trunk = trunk(project);
    trunk.arg("serve");
    let port = port(&options, std::env::var("TRUNK_SERVE_PORT").ok());
    println!("\nThe page will be at http://127.0.0.1:{port}/ when Trunk says \"server listening\"; Ctrl+C ends it.");
    let is_set = |name: &&str| std::env::var_os(name).is_some();
    if has_proxy(&options) && !WITHOUT_PROXY_BY_VARIABLE.iter().any(is_set) {
        trunk.args(vendor_server::start(project)?);
        println!("Modules that the page loads later are built when it requests them.");
    } else {
        lazy::build_files(project)?;
    }
    println!("Plain `trunk serve` works too, after `cargo xtask modules` and:\n  {}\n", env::path_line(project));
    child::run(trunk.args(options))
}

/// Installs what is missing. Tools that are compiled, and downloads, often leave one processor idle, so the page is compiled
/// meanwhile, once there is a toolchain for it. Returns that: Trunk waits for it, has little left to compile, and if it failed
/// says why.
fn set_up(project: &Project) -> Result<Option<Beside>> {
    let goals = [Goal::Page, Goal::Serve];
    if setup::is_done(project, &goals) {
        return setup::run(project, &goals).map(|()| None);
    }
    setup::run(project, &[Goal::Toolchain])?;
    println!("\nThe page is compiled while the rest is installed.");
    let page = Beside::cargo(project, "page", &["build", "--target", WASM_TARGET, "--package", "ricordo-web"])?;
    match setup::run(project, &goals) {
        Ok(()) => Ok(Some(page)),
        Err(failure) => {
            page.stop();
            Err(failure)
        }
    }
}

/// `cargo xtask modules`: builds the lazy modules, for plain `trunk serve`.
pub(crate) fn modules(project: &Project, arguments: Vec<String>) -> Result<()> {
    Options::new("modules", arguments).end()?;
    setup::run(project, &[Goal::Page])?;
    lazy::build_files(project)
}

fn trunk(project: &Project) -> Command {
    let mut trunk = child::command(project, "trunk");
    // Trunk reads NO_COLOR as its own option and expects `true` or `false`, not `1`.
    trunk.env_remove("NO_COLOR");
    // The compiler explains a failed build, not Trunk's backtrace.
    trunk.env("RUST_LIB_BACKTRACE", "0");
    trunk
}

/// Whether these options leave Trunk's proxy to the lazy modules.
fn has_proxy(options: &[String]) -> bool {
    let is = |option: &String, name: &&str| option == name || option.starts_with(&format!("{name}="));
    !options.iter().any(|option| WITHOUT_PROXY.iter().any(|name| is(option, name)))
}

/// The port that Trunk serves at. An option takes precedence over `variable`, its environment variable.
fn port(options: &[String], variable: Option<String>) -> String {
    let mut after = options.iter().skip_while(|option| !matches!(option.as_str(), "-p" | "--port"));
    let separate = after.nth(1).map(String::as_str);
    let joined = options.iter().find_map(|option| {
        // A word after one hyphen is several short options.
        let short = option.strip_prefix("-p").map(|port| port.trim_start_matches('='));
        let short = short.filter(|port| port.starts_with(|first: char| first.is_ascii_digit()));
        option.strip_prefix("--port=").or(short)
    });
    separate.or(joined).map(str::to_owned).or(variable).unwrap_or_else(|| DEFAULT_PORT.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn the_proxy_is_left_to_the_user_and_to_a_page_at_the_root() {
        assert!(has_proxy(&options("--release --port 9000 --proxy-ws")));
        assert!(!has_proxy(&options("--proxy-backend http://127.0.0.1:9000/api/")));
        assert!(!has_proxy(&options("--release --public-url=/app/")));
    }

    #[test]
    fn the_port_is_read_from_trunks_options() {
        let named = |text: &str| port(&options(text), None);
        for text in ["--release --port 9000", "--port=9000", "-p 9000", "-p9000", "-p=9000 --release"] {
            assert_eq!(named(text), "9000", "{text}");
        }
        assert_eq!(named("--release"), "8080");
        let by_variable = |text: &str| port(&options(text), Some("9001".to_owned()));
        assert_eq!((by_variable("--release"), by_variable("-p9000")), ("9001".to_owned(), "9000".to_owned()));
    }
}
