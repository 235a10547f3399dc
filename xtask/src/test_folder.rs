//! A folder for one test, removed at its end.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process,
};

use crate::project::Project;

pub(crate) struct TestFolder(PathBuf);

impl TestFolder {
    /// Creates the folder. `name` differs from test to test.
    pub(crate) fn new(name: &str) -> Self {
        let folder = env::temp_dir().join(format!("xtask-{name}-{}", process::id()));
        fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// Writes a file and the folders above it.
    pub(crate) fn write(&self, name: &str, text: &str) {
        let file = self.0.join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }

    /// The folder as the project's folder.
    pub(crate) fn project(&self) -> Project {
        Project { root: self.0.clone(), tools: self.0.join(".tools") }
    }
}

impl Drop for TestFolder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
