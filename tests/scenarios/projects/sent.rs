//! What a conversation in a project sends, and to whom.

use super::*;
use ricordo_core::{
    compile::LayerKind,
    error::Error,
    id::ProviderId,
    manifest::SourceId,
    project::{LONGEST_NAME, Project, ProjectColor, ProjectRefusal},
    provider::Provider,
    settings::{OwnModel, OwnSettings, Settings},
    time::Timestamp,
    undo::UndoneCommand,
};

#[tokio::test]
async fn the_instructions_come_right_after_the_system_prompt_and_name_their_project() {
    let chat = Chat::open().await;
    let instructions = "Answer as a travel agent.".to_owned();
    let rome = chat.session.create_project(ProjectText { instructions, ..text("Rome") }).await.unwrap();
    let here = conversation(&chat, Some(rome.id)).await;
    let compiled = chat.session.preview(here, "And now?", &provider()).await.unwrap();
    let kinds: Vec<LayerKind> = compiled.layers.iter().map(|layer| layer.kind).collect();
    assert_eq!(kinds[..2], [LayerKind::SystemPrompt, LayerKind::Project]);
    assert_eq!(compiled.layers[1].sources, [SourceId::Project(rome.id)]);
    assert_eq!(request(&chat, here).await[1], "Answer as a travel agent.");
    let elsewhere = conversation(&chat, None).await;
    assert!(!sends(&chat, elsewhere, "travel agent").await);

    chat.session
        .update_project(rome.id, ProjectText { instructions: " ".to_owned(), ..rome.text() }, here)
        .await
        .unwrap();
    assert!(!sends(&chat, here, "travel agent").await);
    assert_eq!(chat.session.undo(here).await.unwrap(), Some(UndoneCommand::EditProject));
    assert!(sends(&chat, here, "travel agent").await);
}

#[tokio::test]
async fn instructions_that_do_not_fit_are_refused_and_not_left_out() {
    let settings = Settings { context_max_tokens: 2_000, max_response_tokens: 256, ..Settings::default() };
    let chat = Chat::open_with(settings).await;
    let instructions = "Answer as a travel agent. ".repeat(400);
    let rome = chat.session.create_project(ProjectText { instructions, ..text("Rome") }).await.unwrap();
    let here = conversation(&chat, Some(rome.id)).await;
    let refused = chat.session.preview(here, "And now?", &provider()).await;
    let Err(Error::OverBudget(over)) = refused else { panic!("{refused:?}") };
    assert!(over.system_prompt > 2_000 && over.over_by > 0, "{over:?}");
}

#[tokio::test]
async fn a_conversation_uses_its_own_choices_then_those_of_its_project_then_the_settings() {
    let chat = Chat::open().await;
    let server = |n: u8| Provider { id: ProviderId::new(Timestamp(n.into()), [n; 10]), ..provider() };
    let (of_settings, of_project, own) = (server(1), server(2), server(3));
    let all = [of_settings.clone(), of_project.clone(), own.clone()];
    let model = OwnModel { model: "large".to_owned(), context_tokens: None, supports_images: false, has_tools: true };
    let project = ProjectText {
        provider: Some(of_project.id),
        model: Some(model.clone()),
        preset: Some("journal".to_owned()),
        ..text("Rome")
    };
    let project = chat.session.create_project(project).await.unwrap();
    let id = conversation(&chat, Some(project.id)).await;
    let settings = Settings { provider: Some(of_settings.id), ..Settings::default() };
    let answers = async |project: Option<&Project>| {
        let conversation = chat.session.open(id, 1).await.unwrap().conversation;
        let provider = Provider::of_conversation(&conversation, project, &settings, &all);
        (provider.id, provider.model)
    };
    assert_eq!(answers(Some(&project)).await, (of_project.id, "large".to_owned()));
    assert_eq!(answers(None).await.0, of_settings.id);
    // The preset of the project offers no facts.
    let keeps_facts = async |id| {
        let tools = chat.session.preview(id, "And now?", &provider()).await.unwrap().request.tools;
        tools.iter().any(|tool| tool.name == "save_user_fact")
    };
    let elsewhere = conversation(&chat, None).await;
    assert!(!keeps_facts(id).await && keeps_facts(elsewhere).await);

    let chosen = OwnSettings { preset: Some("balanced".to_owned()), ..OwnSettings::default() };
    chat.session.choose_own(id, Some(own.id), chosen).await.unwrap();
    assert_eq!(answers(Some(&project)).await, (own.id, own.model.clone()));
    assert!(keeps_facts(id).await);
}

#[tokio::test]
async fn a_name_is_needed_and_not_too_long() {
    let chat = Chat::open().await;
    let refused = async |name: &str| chat.session.create_project(text(name)).await.unwrap_err();
    assert_eq!(refused(" \n").await, Error::Project(ProjectRefusal::Empty));
    let characters = LONGEST_NAME + 1;
    assert_eq!(refused(&"x".repeat(characters)).await, Error::Project(ProjectRefusal::NameTooLong { characters }));
    assert_eq!(chat.session.projects().await.unwrap(), []);
    let kept =
        chat.session.create_project(ProjectText { color: ProjectColor::Teal, ..text(" A  trip ") }).await.unwrap();
    assert_eq!((kept.name.as_str(), kept.color), ("A trip", ProjectColor::Teal));
    assert_eq!(chat.session.projects().await.unwrap(), [kept]);
}

#[tokio::test]
async fn an_empty_conversation_is_taken_again_only_in_its_own_project() {
    let chat = Chat::open().await;
    let (rome, oslo) = (project(&chat, "Rome").await, project(&chat, "Oslo").await);
    let new = async |project| chat.session.new_conversation_in(project).await.unwrap().conversation;
    let first = new(Some(rome)).await;
    assert_eq!(first.project, Some(rome));
    assert_eq!(new(Some(rome)).await.id, first.id);
    chat.host.advance(1_000);
    let second = new(Some(oslo)).await;
    assert_ne!(second.id, first.id);
    chat.host.advance(1_000);
    assert_ne!(new(None).await.id, second.id);
    let gone = ProjectId::new(Timestamp(1), [1; 10]);
    let refused = chat.session.new_conversation_in(Some(gone)).await.unwrap_err();
    assert_eq!(refused, Error::Project(ProjectRefusal::NotFound));
}

#[tokio::test]
async fn a_copy_of_a_conversation_stays_in_its_project() {
    let chat = Chat::open().await;
    let rome = project(&chat, "Rome").await;
    let id = conversation(&chat, Some(rome)).await;
    let last = chat.session.open(id, 10).await.unwrap().messages.pop().unwrap().id;
    let copy = chat.session.fork_conversation(id, last).await.unwrap();
    assert_eq!(chat.session.open(copy, 1).await.unwrap().conversation.project, Some(rome));
}
