//! The commands that fix a cause, for this server on this system, ready to be pasted into a terminal.

use super::{Cause, Server};

/// The operating system of the server, as far as the browser reveals it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum System {
    /// Windows; commands for PowerShell.
    Windows,
    /// macOS.
    MacOs,
    /// Linux and similar systems.
    #[default]
    Linux,
}

impl System {
    /// All systems, in the order in which they are offered.
    pub const ALL: [Self; 3] = [Self::Windows, Self::MacOs, Self::Linux];

    /// Display name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Windows => "Windows",
            Self::MacOs => "macOS",
            Self::Linux => "Linux",
        }
    }

    /// The system named by `navigator.userAgent` or `navigator.platform`.
    pub fn guess(platform: &str) -> Self {
        let platform = platform.to_ascii_lowercase();
        if platform.contains("windows") || platform.contains("win32") {
            Self::Windows
        } else if platform.contains("mac") || platform.contains("iphone") || platform.contains("ipad") {
            Self::MacOs
        } else {
            Self::Linux
        }
    }
}

/// Parameters of the commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct About<'a> {
    /// Origin of this page.
    origin: &'a str,
    /// Host and port of the server.
    host: &'a str,
    port: &'a str,
    /// Context size to configure, in tokens.
    tokens: u32,
}

/// The commands that fix `cause`; empty if no command helps. `origin` is the page's, `wanted_tokens` the number of
/// tokens that the settings want for prompt and reply. Deterministic.
pub fn cure(
    cause: &Cause,
    server: Server,
    system: System,
    origin: &str,
    base_url: &str,
    wanted_tokens: u32,
) -> Vec<String> {
    let authority = base_url.split('/').nth(2).unwrap_or_default();
    let (host, port) = authority.rsplit_once(':').unwrap_or((authority, ""));
    let port = match (port, server.port()) {
        ("", Some(port)) => port.to_string(),
        (port, _) => port.to_owned(),
    };
    let about =
        About { origin: shell_safe(origin), host: shell_safe(host), port: shell_safe(&port), tokens: wanted_tokens };
    let lines = match cause {
        Cause::OriginRefused | Cause::PreflightRefused => allow(server, system, &about),
        Cause::NotReachable => begin(server, system),
        Cause::NoModel | Cause::UnknownModel => fetch(server),
        Cause::ShortContext { .. } | Cause::CutsInSilence => lengthen(server, system, &about),
        Cause::MixedContent => tunnel(&about),
        _ => Vec::new(),
    };
    lines.into_iter().filter(|line| !line.is_empty()).collect()
}

/// Passes only characters that occur in an address into a command, so that the shell cannot interpret them.
fn shell_safe(text: &str) -> &str {
    let is_safe = |char: char| char.is_ascii_alphanumeric() || ":/.-_[]".contains(char);
    if text.chars().all(is_safe) { text } else { "" }
}

/// Allows this page's origin.
fn allow(server: Server, system: System, about: &About<'_>) -> Vec<String> {
    let origin = about.origin;
    match server {
        Server::Ollama => with_variable(system, "OLLAMA_ORIGINS", origin),
        Server::LmStudio => vec!["lms server stop".to_owned(), "lms server start --cors".to_owned()],
        Server::Vllm => {
            let quoted =
                if system == System::Windows { format!("'[\\\"{origin}\\\"]'") } else { format!("'[\"{origin}\"]'") };
            vec![format!("vllm serve MODEL --allowed-origins {quoted}")]
        }
        // llama.cpp allows every origin; a refusal comes from a proxy in front of it.
        Server::LlamaCpp | Server::Hosted | Server::Other => Vec::new(),
    }
}

/// Starts the server.
fn begin(server: Server, system: System) -> Vec<String> {
    let command = match (server, system) {
        (Server::Ollama, System::MacOs) => "open -a Ollama",
        (Server::Ollama, System::Linux) => "sudo systemctl start ollama",
        (Server::Ollama, System::Windows) => "ollama serve",
        (Server::LmStudio, _) => "lms server start --cors",
        (Server::LlamaCpp, _) => "llama-server -m model.gguf --port 8080",
        (Server::Vllm, _) => "vllm serve MODEL --port 8000",
        (Server::Hosted | Server::Other, _) => "",
    };
    vec![command.to_owned()]
}

/// Downloads a model.
fn fetch(server: Server) -> Vec<String> {
    let command = match server {
        Server::Ollama => "ollama pull llama3.2",
        Server::LmStudio => "lms get llama-3.2-3b",
        Server::LlamaCpp => "llama-server -hf ggml-org/gemma-3-4b-it-GGUF",
        Server::Vllm | Server::Hosted | Server::Other => "",
    };
    vec![command.to_owned()]
}

/// Raises the context size to the tokens that are sent.
fn lengthen(server: Server, system: System, about: &About<'_>) -> Vec<String> {
    let tokens = about.tokens;
    match server {
        Server::Ollama => with_variable(system, "OLLAMA_CONTEXT_LENGTH", &tokens.to_string()),
        Server::LmStudio => vec!["lms unload --all".to_owned(), format!("lms load --context-length {tokens}")],
        Server::LlamaCpp => vec![format!("llama-server -m model.gguf -c {tokens}")],
        Server::Vllm => vec![format!("vllm serve MODEL --max-model-len {tokens}")],
        Server::Hosted | Server::Other => Vec::new(),
    }
}

/// Forwards the port of a remote server to this computer, because every page may call plain-http loopback addresses.
fn tunnel(about: &About<'_>) -> Vec<String> {
    let About { host, port, .. } = about;
    let port = if port.is_empty() { "80" } else { port };
    vec![format!("ssh -N -L {port}:127.0.0.1:{port} {host}")]
}

/// Sets an environment variable where Ollama reads it, and restarts Ollama.
fn with_variable(system: System, name: &str, value: &str) -> Vec<String> {
    let lines: Vec<String> = match system {
        System::Windows => vec![
            format!("setx {name} \"{value}\""),
            "taskkill /F /IM \"ollama app.exe\"".to_owned(),
            "taskkill /F /IM ollama.exe".to_owned(),
            format!("$env:{name} = \"{value}\"; ollama serve"),
        ],
        System::MacOs => vec![
            format!("launchctl setenv {name} \"{value}\""),
            "osascript -e 'quit app \"Ollama\"'".to_owned(),
            "open -a Ollama".to_owned(),
        ],
        System::Linux => vec![
            "sudo mkdir -p /etc/systemd/system/ollama.service.d".to_owned(),
            format!(
                "printf '[Service]\\nEnvironment=\"{name}={value}\"\\n' | sudo tee /etc/systemd/system/ollama.service.d/{}.conf",
                name.to_ascii_lowercase()
            ),
            "sudo systemctl daemon-reload".to_owned(),
            "sudo systemctl restart ollama".to_owned(),
        ],
    };
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cures(cause: &Cause, server: Server, system: System) -> String {
        cure(cause, server, system, "https://chat.example", "http://10.0.0.5:11434", 12_000).join("\n")
    }

    #[test]
    fn each_server_and_system_has_its_own_command() {
        use Server::{LlamaCpp, LmStudio, Ollama, Vllm};
        use System::{Linux, MacOs, Windows};
        for (cause, server, system, says) in [
            (Cause::OriginRefused, Ollama, Windows, "setx OLLAMA_ORIGINS \"https://chat.example\""),
            (Cause::OriginRefused, Ollama, MacOs, "launchctl setenv OLLAMA_ORIGINS \"https://chat.example\""),
            (Cause::OriginRefused, Ollama, Linux, "Environment=\"OLLAMA_ORIGINS=https://chat.example\""),
            (Cause::OriginRefused, LmStudio, Linux, "lms server start --cors"),
            (Cause::PreflightRefused, Vllm, Linux, "--allowed-origins '[\"https://chat.example\"]'"),
            (Cause::NotReachable, Ollama, Linux, "systemctl start ollama"),
            (Cause::NotReachable, LlamaCpp, MacOs, "llama-server"),
            (Cause::NoModel, Ollama, MacOs, "ollama pull"),
            (Cause::CutsInSilence, Ollama, Linux, "OLLAMA_CONTEXT_LENGTH=12000"),
            (Cause::ShortContext { has: 4_096 }, LlamaCpp, Linux, "-c 12000"),
            (Cause::ShortContext { has: 4_096 }, Vllm, Linux, "--max-model-len 12000"),
            (Cause::MixedContent, Ollama, Linux, "ssh -N -L 11434:127.0.0.1:11434 10.0.0.5"),
        ] {
            let platform = cures(&cause, server, system);
            assert!(platform.contains(says), "{cause:?} {server:?} {system:?}: {platform}");
        }
        assert_eq!(cures(&Cause::WrongKey, Ollama, Linux), "");
    }

    #[test]
    fn nothing_of_an_address_becomes_a_command_of_its_own() {
        let platform =
            cure(&Cause::MixedContent, Server::Other, System::Linux, "", "http://a;rm -rf $HOME:80/v1", 1).join("\n");
        assert!(!platform.contains("rm "), "{platform}");
        let platform =
            cure(&Cause::OriginRefused, Server::Ollama, System::Linux, "https://x'$(reboot)", "", 1).join("\n");
        assert!(!platform.contains("reboot"), "{platform}");
    }

    #[test]
    fn the_system_is_guessed_from_what_the_browser_says() {
        assert_eq!(System::guess("Mozilla/5.0 (Windows NT 10.0; Win64; x64)"), System::Windows);
        assert_eq!(System::guess("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)"), System::MacOs);
        assert_eq!(System::guess("Mozilla/5.0 (X11; Linux x86_64)"), System::Linux);
        assert_eq!(System::guess(""), System::Linux);
    }
}
