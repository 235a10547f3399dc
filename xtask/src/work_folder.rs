//! Folders that a build works in. Each build has its own, and what it makes takes the place of the last build at the end,
//! in one step. So a build that was interrupted, or one that runs at the same time, never leaves a mixture.

use std::{
    fs,
    path::{Path, PathBuf},
    process,
    time::{Duration, SystemTime},
};

use crate::{
    failure::{Failure, Result},
    project::{fresh_folder, remove_folder},
    wasm_module::last_change,
};

/// After this time without a change, the folder belongs to a build that was interrupted.
const ABANDONED: Duration = Duration::from_secs(60 * 60);

/// A folder of this process, removed when it is dropped.
pub(crate) struct WorkFolder(PathBuf);

impl WorkFolder {
    /// Creates the folder beside the one that it will replace, or that it belongs to. Removes those that interrupted builds
    /// left there.
    pub(crate) fn beside(path: &Path) -> Result<Self> {
        let name = format!("{}.unfinished-", path.file_name().unwrap_or_default().to_string_lossy());
        let entries = path.parent().and_then(|parent| fs::read_dir(parent).ok()).into_iter().flatten().flatten();
        for entry in entries.filter(|entry| entry.file_name().to_string_lossy().starts_with(&name)) {
            // A folder that is still empty has a time of its own.
            let changed = last_change(&entry.path()).or_else(|| entry.metadata().ok()?.modified().ok());
            if changed.is_none_or(|changed| changed + ABANDONED < SystemTime::now()) {
                remove_folder(&entry.path())?;
            }
        }
        let folder = path.with_file_name(format!("{name}{}", process::id()));
        fresh_folder(&folder)?;
        Ok(Self(folder))
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// Puts it in the place of another folder.
    pub(crate) fn replace(self, path: &Path) -> Result<()> {
        remove_folder(path)?;
        fs::rename(&self.0, path).map_err(|error| Failure::file("put in place", path, &error))
    }
}

impl Drop for WorkFolder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_folder::TestFolder;
    use std::fs::File;

    #[test]
    fn a_build_replaces_the_last_one_as_a_whole() {
        let folder = TestFolder::new("work-replace");
        let dist = folder.path().join("dist");
        folder.write("dist/old.js", "old");
        let new = WorkFolder::beside(&dist).unwrap();
        fs::write(new.path().join("new.js"), "new").unwrap();
        assert!(dist.join("old.js").is_file());
        new.replace(&dist).unwrap();
        assert!(dist.join("new.js").is_file() && !dist.join("old.js").exists());
    }

    #[test]
    fn a_build_that_fails_leaves_the_last_one_and_no_folder() {
        let folder = TestFolder::new("work-failed");
        let dist = folder.path().join("dist");
        folder.write("dist/old.js", "old");
        drop(WorkFolder::beside(&dist).unwrap());
        let names: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(names, ["dist"]);
    }

    #[test]
    fn the_folder_of_another_build_stays_until_it_is_abandoned() {
        let folder = TestFolder::new("work-abandoned");
        let dist = folder.path().join("dist");
        folder.write("dist.unfinished-1/a.js", "a");
        folder.write("dist.unfinished-2/a.js", "a");
        fs::create_dir(folder.path().join("dist.unfinished-3")).unwrap();
        let abandoned = File::options().write(true).open(folder.path().join("dist.unfinished-1/a.js")).unwrap();
        abandoned.set_modified(SystemTime::now() - 2 * ABANDONED).unwrap();
        let own = WorkFolder::beside(&dist).unwrap();
        assert!(own.path().is_dir());
        assert!(folder.path().join("dist.unfinished-3").exists(), "a build that has just begun");
        assert!(!folder.path().join("dist.unfinished-1").exists());
        assert!(folder.path().join("dist.unfinished-2").exists());
    }
}
