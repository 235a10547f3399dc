//! Where memories and tasks are used: which scopes can be chosen, and what they are called.

use crate::texts::{
    fill,
    projects::{projects, scope as texts},
};
use ricordo_core::{conversation::Conversation, id::ProjectId, project::Project, scope::Scope};

/// What the choices and names of scopes depend on.
#[derive(Clone, Copy)]
pub struct Scopes<'a> {
    /// The open conversation.
    pub open: Option<&'a Conversation>,
    /// All projects.
    pub projects: &'a [Project],
    /// The listed conversations.
    pub conversations: &'a [Conversation],
}

/// A scope that can be chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScopeChoice {
    /// The scope.
    pub scope: Scope,
    /// Value of its option, for example `project:` and an id.
    pub key: String,
    /// Name.
    pub name: String,
}

impl Scopes<'_> {
    /// Whether there is anything to choose: without projects everything is used everywhere.
    pub fn has_projects(&self) -> bool {
        !self.projects.is_empty()
    }

    /// Whether the scope of a memory or a task is shown. Without projects it is, if it is narrower than everywhere.
    pub fn is_shown(&self, scope: Scope) -> bool {
        self.has_projects() || scope != Scope::Everywhere
    }

    /// Scope of what the user types: the project of the open conversation, if it exists.
    pub fn of_typed(&self) -> Scope {
        self.project().map_or(Scope::Everywhere, Scope::Project)
    }

    /// Choices for a memory or a task, or for a filter: everywhere, each project, the open conversation, and `current`.
    pub fn all(&self, current: Option<Scope>) -> Vec<ScopeChoice> {
        let projects = self.projects.iter().map(|project| Scope::Project(project.id));
        self.choices([Scope::Everywhere].into_iter().chain(projects).chain(self.conversation()), current)
    }

    /// Choices for a memory with the scope `current` that the open conversation gave: its project, everywhere, the
    /// conversation itself. None in a conversation without a project, where everything is used everywhere.
    pub fn of_proposed(&self, current: Scope) -> Vec<ScopeChoice> {
        let project = self.project().map(Scope::Project);
        if project.is_none() && current == Scope::Everywhere {
            return Vec::new();
        }
        self.choices(project.into_iter().chain([Scope::Everywhere]).chain(self.conversation()), Some(current))
    }

    /// Name of a scope.
    pub fn name(&self, scope: Scope) -> String {
        let texts = texts();
        let text = match scope {
            Scope::Everywhere if self.is_isolated() => texts.outside,
            Scope::Everywhere => texts.everywhere,
            Scope::Project(id) => match self.projects.iter().find(|project| project.id == id) {
                Some(project) => return fill(texts.project, &[("name", &project.name)]),
                None => texts.gone,
            },
            Scope::Conversation(id) if self.open.is_some_and(|open| open.id == id) => texts.conversation,
            Scope::Conversation(id) => match self.conversations.iter().find(|one| one.id == id) {
                Some(one) if one.title.is_empty() => texts.untitled,
                Some(one) => return fill(texts.other, &[("name", &one.title)]),
                None => texts.gone_conversation,
            },
        };
        text.to_owned()
    }

    /// Name of the conversations that a summary of several covers: those of a project, or those in none. `everything`:
    /// its name while there is no project.
    pub fn name_of_several(&self, project: Option<ProjectId>, everything: &str) -> String {
        match project {
            Some(id) => self.name(Scope::Project(id)),
            None if self.has_projects() => projects().none.to_owned(),
            None => everything.to_owned(),
        }
    }

    /// Names of the scopes in `scopes` that are narrower than everywhere, each once. If only a part has a scope, its
    /// number is added.
    pub fn narrower(&self, scopes: &[Scope]) -> Vec<String> {
        let mut counted: Vec<(Scope, usize)> = Vec::new();
        for scope in scopes.iter().filter(|scope| **scope != Scope::Everywhere) {
            match counted.iter_mut().find(|(known, _)| known == scope) {
                Some((_, count)) => *count += 1,
                None => counted.push((*scope, 1)),
            }
        }
        let named = |(scope, count)| {
            let name = self.name(scope);
            if count == scopes.len() { name } else { format!("{name} ({count})") }
        };
        counted.into_iter().map(named).collect()
    }

    /// Project of the open conversation, if it exists.
    fn project(&self) -> Option<ProjectId> {
        Project::of(self.open?, self.projects).map(|project| project.id)
    }

    /// Whether the open conversation is in a project that uses nothing from outside: there, what is used everywhere is
    /// not used.
    fn is_isolated(&self) -> bool {
        self.open.and_then(|open| Project::of(open, self.projects)).is_some_and(|project| project.isolated)
    }

    /// Scope of the open conversation alone. A temporary one has none, because it stores nothing.
    fn conversation(&self) -> Option<Scope> {
        self.open.filter(|open| !open.temporary).map(|open| Scope::Conversation(open.id))
    }

    fn choices(&self, scopes: impl Iterator<Item = Scope>, current: Option<Scope>) -> Vec<ScopeChoice> {
        let mut all: Vec<Scope> = scopes.collect();
        all.extend(current.filter(|current| !all.contains(current)));
        all.into_iter().map(|scope| ScopeChoice { scope, key: scope_key(scope), name: self.name(scope) }).collect()
    }
}

/// Value of the option of a scope.
pub fn scope_key(scope: Scope) -> String {
    match scope {
        Scope::Everywhere => "everywhere".to_owned(),
        Scope::Project(id) => format!("project:{id}"),
        Scope::Conversation(id) => format!("conversation:{id}"),
    }
}

#[cfg(test)]
mod tests;
