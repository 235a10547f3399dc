//! Backups on the browser's side: the folder that the user chose, its files, and sealing with a passphrase.
//!
//! The bindings to `js/backups.mjs`, which is loaded on first use. `ricordo_core::backup` has the rules.

use crate::{global::property, script};
use js_sys::Array;
use wasm_bindgen::prelude::*;
use web_sys::{Blob, File};

#[wasm_bindgen]
extern "C" {
    /// `backups.mjs`.
    #[derive(Clone)]
    type JsBackups;

    #[wasm_bindgen(method, structural, js_name = canChoose)]
    fn can_choose(this: &JsBackups) -> bool;
    #[wasm_bindgen(method, structural, catch)]
    async fn choose(this: &JsBackups, writes: bool) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, structural, catch)]
    async fn load(this: &JsBackups, database: &str, name: &str) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, structural, catch)]
    async fn keep(this: &JsBackups, database: &str, name: &str, value: &JsValue) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, structural, catch)]
    async fn permission(this: &JsBackups, folder: &JsValue, asks: bool) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, structural, catch, js_name = isSame)]
    async fn is_same(this: &JsBackups, folder: &JsValue, other: &JsValue) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, structural, catch)]
    async fn files(this: &JsBackups, folder: &JsValue) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, structural, catch)]
    async fn write(this: &JsBackups, folder: &JsValue, name: &str, blob: &Blob) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, structural, catch)]
    async fn remove(this: &JsBackups, folder: &JsValue, name: &str) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, structural, catch, js_name = sealOf)]
    async fn seal_of(this: &JsBackups, passphrase: &str) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, structural, catch)]
    async fn seal(this: &JsBackups, seal: &JsValue, line: &str, blob: &Blob) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, structural, catch)]
    async fn open(this: &JsBackups, file: &File, passphrase: &str) -> Result<JsValue, JsValue>;
    #[wasm_bindgen(method, structural, catch, js_name = isWhole)]
    async fn is_whole(this: &JsBackups, file: &Blob) -> Result<JsValue, JsValue>;
}

/// Path of the script, relative to the page.
const SCRIPT: &str = "vendor/backups/backups.js";

const PLAN: &str = "plan";
const FOLDER: &str = "folder";
const SEAL: &str = "seal";

/// Why something failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The page may not use the folder, or no longer.
    NotAllowed,
    /// The folder or the file is not there any more.
    Missing,
    /// The disk or the browser's storage is full.
    NoRoom,
    /// The passphrase is not the one that the file was sealed with.
    WrongPassphrase,
    /// A sealed file was changed, or ends too early.
    Damaged,
    /// Something else, in the words of the browser.
    Other(String),
}

impl From<JsValue> for Failure {
    fn from(error: JsValue) -> Self {
        let text = |name| property::<JsValue>(&error, name).and_then(|text| text.as_string()).unwrap_or_default();
        match text("name").as_str() {
            "NotAllowedError" | "SecurityError" => Self::NotAllowed,
            "NotFoundError" => Self::Missing,
            "QuotaExceededError" => Self::NoRoom,
            "NoPassphrase" => Self::WrongPassphrase,
            "Damaged" => Self::Damaged,
            _ => Self::Other(text("message")),
        }
    }
}

/// Whether the page may write into a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Permission {
    /// It may.
    Granted,
    /// The browser asks the user when the page wants to.
    Prompt,
    /// It may not, and the browser does not ask.
    Denied,
}

impl Permission {
    /// From what the browser answers. An unknown answer, or none, is no permission yet.
    fn of(word: Option<&str>) -> Self {
        match word {
            Some("granted") => Self::Granted,
            Some("denied") => Self::Denied,
            _ => Self::Prompt,
        }
    }
}

/// A folder that the user chose.
#[derive(Clone)]
pub struct Folder {
    script: JsBackups,
    handle: JsValue,
}

impl Folder {
    /// Its name, without the path, which browsers do not reveal.
    pub fn name(&self) -> String {
        property::<JsValue>(&self.handle, "name").and_then(|name| name.as_string()).unwrap_or_default()
    }

    /// Whether the page may write into it. Asks the user if `asks`, which works only in the handler of a click.
    pub async fn permission(&self, asks: bool) -> Permission {
        let answer = self.script.permission(&self.handle, asks).await;
        Permission::of(answer.ok().and_then(|answer| answer.as_string()).as_deref())
    }

    /// Whether it is the same folder as another one. If the browser cannot say, it counts as another one.
    pub async fn is_same(&self, other: &Self) -> bool {
        self.script.is_same(&self.handle, &other.handle).await.is_ok_and(|answer| answer.is_truthy())
    }

    /// The files in it, without those of folders in it.
    ///
    /// # Errors
    /// [`Failure::NotAllowed`], [`Failure::Missing`].
    pub async fn files(&self) -> Result<Vec<File>, Failure> {
        let files = self.script.files(&self.handle).await?;
        Ok(Array::from(&files).iter().map(JsCast::unchecked_into).collect())
    }

    /// Writes a file that must not exist. It is there whole, or empty, or not at all.
    ///
    /// # Errors
    /// Any but those of sealed files.
    pub async fn write(&self, name: &str, blob: &Blob) -> Result<(), Failure> {
        self.script.write(&self.handle, name, blob).await?;
        Ok(())
    }

    /// Deletes a file.
    ///
    /// # Errors
    /// [`Failure::NotAllowed`], [`Failure::Missing`].
    pub async fn remove(&self, name: &str) -> Result<(), Failure> {
        self.script.remove(&self.handle, name).await?;
        Ok(())
    }
}

/// The backups of a database.
#[derive(Clone)]
pub struct Backups {
    script: JsBackups,
    database: String,
}

impl Backups {
    /// Loads the script; `None` if it cannot be loaded.
    pub async fn open(database: &str) -> Option<Self> {
        let script = script::import(SCRIPT).await.ok()?;
        Some(Self { script, database: database.to_owned() })
    }

    /// Whether the browser lets the user choose a folder.
    pub fn can_choose(&self) -> bool {
        self.script.can_choose()
    }

    /// Lets the user choose a folder, to write into or only to read; `None` if the user leaves the choice.
    ///
    /// # Errors
    /// [`Failure::NotAllowed`].
    pub async fn choose(&self, writes: bool) -> Result<Option<Folder>, Failure> {
        let chosen = self.script.choose(writes).await?;
        Ok((!chosen.is_undefined()).then(|| Folder { script: self.script.clone(), handle: chosen }))
    }

    /// The stored plan, as text.
    ///
    /// # Errors
    /// The browser cannot read.
    pub async fn plan(&self) -> Result<Option<String>, Failure> {
        Ok(self.script.load(&self.database, PLAN).await?.as_string())
    }

    /// Stores the plan.
    ///
    /// # Errors
    /// The browser cannot write.
    pub async fn keep_plan(&self, plan: &str) -> Result<(), Failure> {
        self.keep(PLAN, &plan.into()).await
    }

    /// The stored folder.
    ///
    /// # Errors
    /// The browser cannot read.
    pub async fn folder(&self) -> Result<Option<Folder>, Failure> {
        let handle = self.script.load(&self.database, FOLDER).await?;
        Ok((!handle.is_undefined()).then(|| Folder { script: self.script.clone(), handle }))
    }

    /// Stores the folder, or removes it.
    ///
    /// # Errors
    /// The browser cannot write.
    pub async fn keep_folder(&self, folder: Option<&Folder>) -> Result<(), Failure> {
        self.keep(FOLDER, folder.map_or(&JsValue::UNDEFINED, |folder| &folder.handle)).await
    }

    /// Seals with this passphrase from now on. Stores a key made from it, from which neither can be read.
    ///
    /// # Errors
    /// The browser cannot write, or has no cryptography here.
    pub async fn keep_passphrase(&self, passphrase: Option<&str>) -> Result<(), Failure> {
        match passphrase {
            Some(passphrase) => self.keep(SEAL, &self.script.seal_of(passphrase).await?).await,
            None => self.keep(SEAL, &JsValue::UNDEFINED).await,
        }
    }

    async fn keep(&self, name: &str, value: &JsValue) -> Result<(), Failure> {
        self.script.keep(&self.database, name, value).await?;
        Ok(())
    }

    /// A file sealed with the stored key, with a line of text in front that is sealed with it.
    ///
    /// # Errors
    /// [`Failure::Missing`] if no passphrase was set; the browser cannot read.
    pub async fn seal(&self, line: &str, blob: &Blob) -> Result<Blob, Failure> {
        let seal = self.script.load(&self.database, SEAL).await?;
        if seal.is_undefined() {
            return Err(Failure::Missing);
        }
        Ok(self.script.seal(&seal, line, blob).await?.unchecked_into())
    }

    /// Opens a sealed file: the line in front, and the file.
    ///
    /// # Errors
    /// [`Failure::WrongPassphrase`], [`Failure::Damaged`]; the browser cannot read.
    pub async fn unseal(&self, file: &File, passphrase: &str) -> Result<(String, File), Failure> {
        let opened = Array::from(&self.script.open(file, passphrase).await?);
        Ok((opened.get(0).as_string().unwrap_or_default(), opened.get(1).unchecked_into()))
    }

    /// Whether a backup is there to its end.
    ///
    /// # Errors
    /// The browser cannot read the file.
    pub async fn is_whole(&self, file: &File) -> Result<bool, Failure> {
        Ok(self.script.is_whole(file).await?.is_truthy())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_plain_refusal_means_that_the_browser_does_not_ask() {
        for (word, permission) in [
            (Some("granted"), Permission::Granted),
            (Some("denied"), Permission::Denied),
            (Some("prompt"), Permission::Prompt),
            (Some("something new"), Permission::Prompt),
            (None, Permission::Prompt),
        ] {
            assert_eq!(Permission::of(word), permission, "{word:?}");
        }
    }
}
