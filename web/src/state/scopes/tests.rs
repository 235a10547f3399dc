//! Which scopes can be chosen where, and what they are called.

use super::*;
use crate::{
    state::testing::{conversation, conversation_id},
    texts::{UiLanguage, speak},
};
use ricordo_core::{testing::sample, time::Timestamp};

/// Projects 1 and 2, named by letters.
fn two_projects() -> Vec<Project> {
    (1..).zip(["A", "B"]).map(|(number, name)| Project { name: name.to_owned(), ..sample::project(number) }).collect()
}

fn in_project(number: u8, project: Option<ProjectId>) -> Conversation {
    Conversation { project, ..conversation(number, "", Timestamp(0)) }
}

fn scopes(choices: Vec<ScopeChoice>) -> Vec<Scope> {
    choices.into_iter().map(|choice| choice.scope).collect()
}

const HERE: fn() -> Scope = || Scope::Conversation(conversation_id(1));

#[test]
fn a_memory_of_the_list_can_be_given_any_scope_and_keeps_its_own_in_the_list() {
    let (projects, open) = (two_projects(), in_project(1, None));
    let known = Scopes { open: Some(&open), projects: &projects, conversations: &[] };
    let [first, second] = [0, 1].map(|at| Scope::Project(projects[at].id));
    let usual = [Scope::Everywhere, first, second, HERE()];
    assert_eq!(scopes(known.all(None)), usual);
    assert_eq!(scopes(known.all(Some(second))), usual);
    let elsewhere = Scope::Conversation(conversation_id(9));
    assert_eq!(scopes(known.all(Some(elsewhere))), [&usual[..], &[elsewhere]].concat());
    let temporary = Conversation { temporary: true, ..open.clone() };
    let known = Scopes { open: Some(&temporary), ..known };
    assert_eq!(scopes(known.all(None)), usual[..3], "a temporary conversation stores nothing");
}

#[test]
fn a_proposed_memory_has_a_choice_only_where_it_is_not_used_everywhere_anyway() {
    let projects = two_projects();
    let own = Scope::Project(projects[0].id);
    let of = |open: Conversation, projects: &[Project], current| {
        scopes(Scopes { open: Some(&open), projects, conversations: &[] }.of_proposed(current))
    };
    let inside = || in_project(1, Some(projects[0].id));
    assert_eq!(of(inside(), &projects, own), [own, Scope::Everywhere, HERE()]);
    assert_eq!(of(inside(), &projects, Scope::Everywhere), [own, Scope::Everywhere, HERE()]);
    assert_eq!(of(in_project(1, None), &projects, Scope::Everywhere), []);
    assert_eq!(of(inside(), &[], Scope::Everywhere), [], "its project no longer exists");
    // The conversation left the project before the user decided.
    assert_eq!(of(in_project(1, None), &projects, HERE()), [Scope::Everywhere, HERE()]);
    assert_eq!(of(in_project(1, None), &projects, own), [Scope::Everywhere, HERE(), own]);
}

#[test]
fn what_is_typed_belongs_to_the_project_of_the_open_conversation() {
    let projects = two_projects();
    let of = |project, projects: &[Project]| {
        let open = in_project(1, project);
        Scopes { open: Some(&open), projects, conversations: &[] }.of_typed()
    };
    let second = projects[1].id;
    assert_eq!(of(Some(second), &projects), Scope::Project(second));
    assert_eq!(of(None, &projects), Scope::Everywhere);
    assert_eq!(of(Some(second), &projects[..1]), Scope::Everywhere, "a deleted project cannot take anything");
}

#[test]
fn without_projects_only_a_narrower_scope_is_shown() {
    let projects = two_projects();
    let shown = |projects: &[Project], scope| Scopes { open: None, projects, conversations: &[] }.is_shown(scope);
    assert!(shown(&projects, Scope::Everywhere));
    assert!(!shown(&[], Scope::Everywhere));
    assert!(shown(&[], HERE()) && shown(&[], Scope::Project(projects[0].id)));
}

#[test]
fn each_scope_has_a_name_of_its_own_in_every_language() {
    let (projects, open) = (two_projects(), in_project(1, None));
    let listed = [conversation(2, "Rome {name}", Timestamp(0)), conversation(3, "", Timestamp(0))];
    let known = Scopes { open: Some(&open), projects: &projects, conversations: &listed };
    for language in UiLanguage::all() {
        speak(language);
        let of = |number| known.name(Scope::Conversation(conversation_id(number)));
        let mut names = vec![
            known.name(Scope::Everywhere),
            known.name(Scope::Project(projects[0].id)),
            known.name(Scope::Project(sample::project(7).id)),
            of(1),
            of(2),
            of(3),
            of(4),
        ];
        assert!(names[1].contains('A') && names[4].contains("Rome {name}"), "{names:?}");
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), 7, "{names:?}");
    }
}

#[test]
fn in_a_project_that_uses_nothing_from_outside_everywhere_is_outside_of_it() {
    let mut projects = two_projects();
    (projects[0].isolated, projects[1].isolated) = (true, false);
    let name = |project| {
        let open = in_project(1, project);
        Scopes { open: Some(&open), projects: &projects, conversations: &[] }.name(Scope::Everywhere)
    };
    assert_eq!(name(Some(projects[0].id)), texts().outside);
    assert_eq!([name(Some(projects[1].id)), name(None)], [texts().everywhere; 2]);
}

#[test]
fn a_part_of_a_request_names_what_is_narrower_than_everywhere() {
    let projects = two_projects();
    let open = in_project(1, Some(projects[0].id));
    let known = Scopes { open: Some(&open), projects: &projects, conversations: &[] };
    let [first, second] = [0, 1].map(|at| Scope::Project(projects[at].id));
    let [a, b] = [first, second].map(|scope| known.name(scope));
    assert_eq!(known.narrower(&[]), Vec::<String>::new());
    assert_eq!(known.narrower(&[Scope::Everywhere; 3]), Vec::<String>::new());
    assert_eq!(known.narrower(&[first, first]), std::slice::from_ref(&a), "all of it is of one project");
    let mixed = [Scope::Everywhere, second, first, second];
    assert_eq!(known.narrower(&mixed), [format!("{b} (2)"), format!("{a} (1)")]);
}

#[test]
fn a_summary_of_several_conversations_names_its_project_once_there_are_projects() {
    let projects = two_projects();
    let name = |projects: &[Project], of| {
        Scopes { open: None, projects, conversations: &[] }.name_of_several(of, "all conversations")
    };
    assert_eq!(name(&[], None), "all conversations");
    assert_eq!(name(&projects, None), super::projects().none);
    let own = name(&projects, Some(projects[1].id));
    assert!(own.contains('B'), "{own}");
    assert_eq!(name(&projects[..1], Some(projects[1].id)), texts().gone);
}

#[test]
fn the_keys_of_the_options_differ() {
    let projects = two_projects();
    let (first, second) = (Scope::Project(projects[0].id), Scope::Project(projects[1].id));
    let mut keys = [Scope::Everywhere, first, second, HERE()].map(scope_key);
    assert_eq!(keys[1], format!("project:{}", projects[0].id));
    keys.sort_unstable();
    assert!(keys.windows(2).all(|pair| pair[0] != pair[1]), "{keys:?}");
}
