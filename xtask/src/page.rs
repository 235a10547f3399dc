//! The release build of the page, into `dist`: one step after the other, each with files of this build only.
//!
//! Trunk serves the page during development and does not take part: it runs `wasm-bindgen` right after the compiler, and
//! the split has to happen between them. `index.html` says for both which style sheets and files the page consists of.

use std::{
    fs,
    hash::{DefaultHasher, Hash, Hasher},
    path::Path,
};

use crate::{
    child,
    failure::{Failure, Result},
    lazy,
    project::{Project, create_folder},
    split::{self, LINK, OPTIMISE, Piece, Source, Split, read, write},
    wasm_module::target_folder,
    work_folder::WorkFolder,
};

const NAME: &str = "ricordo-web";
pub(crate) const SOURCE: Source = Source { package: NAME, name: NAME, optimise: OPTIMISE, optimise_pieces: &["-Oz"] };

/// Builds the page for publishing.
pub(crate) fn build(project: &Project) -> Result<()> {
    lazy::build_files(project)?;
    let [module] = split::compile(project, [&SOURCE])?;
    assemble(project, &module)
}

/// Makes the page of its compiled module. The lazy modules are built by then.
pub(crate) fn assemble(project: &Project, module: &Path) -> Result<()> {
    let work = WorkFolder::beside(&target_folder(project)?.join("page"))?;
    let split = SOURCE.split(project, module, work.path())?;
    let code = work.path().join("code");
    create_folder(&code)?;
    let link = name_pieces(project, &split, &code)?;
    SOURCE.optimise(project, &split.module, &code.join(format!("{NAME}_bg.wasm")))?;
    join(&split, &link, &code)?;
    publish(project, &code)
}

/// Names the pieces after what needs them and after their content, and returns the script that loads them.
fn name_pieces(project: &Project, split: &Split, code: &Path) -> Result<String> {
    let mut link = split.link.clone();
    for Piece { file, name } in split.pieces() {
        let path = split.cut.join(format!("{file}.wasm"));
        let bytes = fs::read(&path).map_err(|error| Failure::file("read", &path, &error))?;
        let name = format!("{name}-{}.wasm", digest(&bytes));
        SOURCE.optimise_piece(project, &path, &code.join(&name))?;
        link = link.replace(&format!("\"./{file}.wasm\""), &format!("\"./{name}\""));
    }
    if link == split.link {
        return Err(Failure::new("The page was not split.", "`cargo xtask setup` installs wasm-split."));
    }
    Ok(link)
}

/// Connects the script that loads the pieces with the script of the page.
///
/// It would import the script of the page by name, but that name contains the digest of a script that names it in turn. So
/// the page passes it what it needs.
fn join(split: &Split, link: &str, code: &Path) -> Result<()> {
    let first = link.lines().next().unwrap_or_default();
    let link = link
        .replacen(first, "let exportsOfPage;\nexport const joinPage = exports => { exportsOfPage = exports; };", 1)
        .replace("initSync(undefined, undefined)", "exportsOfPage()");
    let name = format!("later-{}.js", digest(link.as_bytes()));
    write(&code.join(&name), &link)?;
    let page = read(&split.script)?.replace(&format!("from \"./{LINK}\""), &format!("from \"./{name}\""));
    let page = format!("import {{ joinPage }} from \"./{name}\";\n{page}\njoinPage(() => wasm);\n");
    write(&code.join(format!("{NAME}.js")), &page)?;
    let snippets = code.join("snippets");
    fs::rename(split.bound.join("snippets"), &snippets).map_err(|error| Failure::file("move", &snippets, &error))
}

/// Assembles the page from its code and from what `index.html` names.
fn publish(project: &Project, code: &Path) -> Result<()> {
    let new = WorkFolder::beside(&project.dist())?;
    let script = project.root.join("xtask/publish.mjs");
    child::output(child::command(project, "node").arg(script).arg(&project.root).arg(code).arg(new.path()))?;
    new.replace(&project.dist())
}

fn digest(bytes: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_folder::TestFolder;
    use std::path::PathBuf;

    const LINK_TEXT: &str = "import { initSync } from \"./ricordo-web.js\";
const { memory } = initSync(undefined, undefined);
export const load = () => fetch(new URL(\"./later-1.wasm\", import.meta.url));
";

    /// The sources that the page is assembled from.
    fn write_sources(folder: &TestFolder) {
        let page = "<html><head><meta charset=\"utf-8\" />
    <link data-trunk rel=\"inline\" href=\"web/style/a.css\" />
    <link
      data-trunk
      rel=\"rust\"
      href=\"web/Cargo.toml\"
    />
    <link data-trunk rel=\"copy-dir\" href=\"web/lazy\" />
    <link data-trunk rel=\"copy-dir\" href=\"web/style/later\" />
    <link data-trunk rel=\"copy-file\" href=\"web/manifest.webmanifest\" />
</head><body><script>const painted = 1;</script></body></html>";
        for (name, text) in [
            ("index.html", page),
            ("web/style/a.css", "/* A */\na {\n  color: red;\n}\n"),
            ("web/style/later/style.css", "@import url(\"b.css\");\n"),
            ("web/style/later/b.css", "b {\n  color: red;\n}\n"),
            ("web/lazy/offline.mjs", "// Offline.\nexport {};\n"),
            ("web/manifest.webmanifest", "{}"),
            ("web/offline/sw.js", "const BUILD = null;\n"),
        ] {
            folder.write(name, text);
        }
        let root = Project::find().unwrap().root;
        for name in ["xtask/publish.mjs", "xtask/style-text.mjs"] {
            folder.write(name, &fs::read_to_string(root.join(name)).unwrap());
        }
    }

    /// Does of a build what comes after the compiler, in a folder of its own.
    fn build(folder: &TestFolder, work: &str) -> Result<()> {
        folder.write(&format!("{work}/bound/ricordo-web.js"), &format!("import {{ b }} from './snippets/x/a.js';\nimport * as a from \"./{LINK}\"\nconst names = {{ \"./snippets/x/a.js\": b }};\nlet wasm;\n"));
        folder.write(&format!("{work}/bound/snippets/x/a.js"), "export {};\n");
        folder.write(&format!("{work}/code/ricordo-web_bg.wasm"), "\0asm");
        let work = folder.path().join(work);
        let bound = work.join("bound");
        let split = Split {
            script: bound.join("ricordo-web.js"),
            module: PathBuf::new(),
            link: LINK_TEXT.to_owned(),
            cut: PathBuf::new(),
            bound,
        };
        let code = work.join("code");
        join(&split, &split.link, &code)?;
        publish(&folder.project(), &code)
    }

    /// Names in the folder that begin with this.
    fn names(folder: &Path, beginning: &str) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        entries.filter(|name| name.starts_with(beginning)).collect()
    }

    #[test]
    fn a_build_after_an_interrupted_one_and_beside_another_makes_a_page_that_is_whole() {
        let folder = TestFolder::new("page-twice");
        write_sources(&folder);
        folder.write("dist/ricordo-web-0.js", "the last build");
        folder.write("dist.unfinished-1/ricordo-web-1.js", "another build, which was killed or still runs");
        build(&folder, "page.unfinished-1").unwrap();
        build(&folder, "page.unfinished-2").unwrap();
        let dist = folder.path().join("dist");
        let all = names(&dist, "");
        let scripts: Vec<_> = all.iter().filter(|name| name.starts_with(NAME) && name.ends_with(".js")).collect();
        let [script] = scripts[..] else { panic!("{all:?}") };
        let (page, code) = (read(&dist.join("index.html")).unwrap(), read(&dist.join(script)).unwrap());
        assert!(page.contains(&format!("import init from './{script}';")), "{page}");
        assert_eq!(code.matches("joinPage(() => wasm);").count(), 1, "{code}");
        let imported = code.lines().filter_map(|line| line.split_once("from \"./")?.1.split_once('"'));
        let imported: Vec<_> = imported.map(|(name, _)| name.to_owned()).collect();
        assert_eq!(imported.len(), 2, "{code}");
        assert!(imported.iter().all(|name| all.contains(name)), "{imported:?} {all:?}");
        let snippets = names(&dist.join("snippets"), "");
        let [place] = &snippets[..] else { panic!("{snippets:?}") };
        assert!(code.contains(&format!("from './snippets/{place}/x/a.js'")), "{code}");
        assert!(code.contains("\"./snippets/x/a.js\": b"), "the module knows it by this name: {code}");
        assert!(page.contains(&format!("href=\"./snippets/{place}/x/a.js\"")), "{page}");
        assert!(dist.join("snippets").join(place).join("x/a.js").exists());
        assert!(!page.contains("=\"/") && !page.contains("'/"), "it works below any path: {page}");
        assert!(page.contains("<style>a {color: red;}</style>") && !page.contains("data-trunk"), "{page}");
        assert_eq!(read(&dist.join("later/style.css")).unwrap(), "b {color: red;}");
        assert!(read(&dist.join("sw.js")).unwrap().contains("\"later/style.css\": \"sha256-"));
    }
}
