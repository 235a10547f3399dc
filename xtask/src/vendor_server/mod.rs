//! A small server for `cargo xtask serve`: the files of `web/vendor`, with the lazy modules built on request.
//!
//! So the page shows before its lazy modules are built. Trunk passes it all requests below `/vendor/`, before it looks at
//! its own copies of these files. It serves all of the folder, not only the modules, because Trunk takes one proxy on its
//! command line.

mod builds;
mod http;

use std::{
    io,
    net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream},
    path::{Component, Path},
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

use crate::{
    failure::{Failure, Result},
    lazy::{self, Module, Reason},
    project::Project,
    stages::shown,
};

use builds::{Builder, Builds};
use http::{Request, Response};

/// Path of the files in the page and here.
const PREFIX: &str = "/vendor/";
/// Limit for a connection that sends no request.
const PATIENCE: Duration = if cfg!(test) { Duration::from_millis(200) } else { Duration::from_secs(10) };

/// Starts the server on a free port of this computer, until the program ends. Returns Trunk's options for it.
pub(crate) fn start(project: &Project) -> Result<Vec<String>> {
    lazy::place_scripts(project)?;
    let builds = Builds::new(Compiler(project.clone()));
    let address = listen(Server { project: project.clone(), builds }).map_err(|error| {
        Failure::new(format!("No server could be started on this computer: {error}."), "Run the command again.")
    })?;
    Ok(trunk_options(address))
}

fn trunk_options(address: SocketAddr) -> Vec<String> {
    let backend = format!("--proxy-backend=http://{address}{PREFIX}");
    // A module that is built on request does not change the page.
    [backend.as_str(), "--proxy-no-system-proxy", "--ignore=web/vendor"].map(str::to_owned).to_vec()
}

/// Answers each connection in a thread of its own, so that a build delays nothing else.
fn listen<B: Builder + 'static>(server: Server<B>) -> io::Result<SocketAddr> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    let address = listener.local_addr()?;
    let server = Arc::new(server);
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let server = Arc::clone(&server);
            thread::spawn(move || server.serve(&stream));
        }
    });
    Ok(address)
}

struct Server<B> {
    project: Project,
    builds: Builds<B>,
}

impl<B: Builder> Server<B> {
    fn serve(&self, stream: &TcpStream) {
        // Without a time limit an idle connection would only keep its thread.
        let _ = stream.set_read_timeout(Some(PATIENCE));
        let Some(request) = Request::read(stream) else { return };
        // An error means that the page no longer waits.
        let _ = self.answer(&request).write(stream, request.method != "HEAD");
    }

    fn answer(&self, request: &Request) -> Response {
        if !matches!(request.method.as_str(), "GET" | "HEAD") {
            return Response::error("405 Method Not Allowed", "Only GET and HEAD.\n".to_owned());
        }
        let absent = || Response::error("404 Not Found", format!("There is no file {}.\n", request.path));
        let Some(name) = request.path.strip_prefix(PREFIX).filter(|name| is_inside(name)) else { return absent() };
        let file = lazy::source_of_script(&self.project, name).unwrap_or_else(|| self.project.vendor().join(name));
        let open = || Response::file(&file, request.from).unwrap_or_else(|_| absent());
        let Some(module) = lazy::module_of(name) else { return open() };
        self.builds.with_current(module, open).unwrap_or_else(|cause| {
            let words = format!(
                "The {} could not be built.\n{cause}\nThe terminal of `cargo xtask serve` shows why. The next request builds \
                 it again.\n",
                module.title
            );
            Response::error("500 Internal Server Error", words)
        })
    }
}

/// Whether a path stays in its folder.
fn is_inside(path: &str) -> bool {
    Path::new(path).components().all(|part| matches!(part, Component::Normal(_)))
}

/// Builds modules with the project's compiler, and prints why and how long.
struct Compiler(Project);

impl Builder for Compiler {
    fn is_current(&self, module: &Module) -> bool {
        module.reason_to_build(&self.0).is_none()
    }

    fn build(&self, module: &Module) -> Result<()> {
        let reason = match module.reason_to_build(&self.0) {
            Some(Reason::Old) => "is older than its sources",
            Some(Reason::Missing) | None => "is not built yet",
        };
        println!("\n→ The page requests the {}, which {reason}. Building it:", module.title);
        let start = Instant::now();
        let built = module.build(&self.0);
        match &built {
            Ok(()) => println!("✓ The {} was built in {}.\n", module.title, shown(start.elapsed())),
            Err(failure) => println!("✗ The {} was not built. {}\n", module.title, failure.cause),
        }
        built
    }
}

#[cfg(test)]
mod tests;
