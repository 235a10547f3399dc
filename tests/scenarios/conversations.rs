//! Whole conversations: renamed, deleted, cleared, and restored by undo.

use crate::common::Chat;
use ricordo_core::{compile::LayerKind, session::Session, undo::UndoneCommand};

#[tokio::test]
async fn deleting_renaming_and_clearing_can_be_undone_without_losing_what_came_since() {
    let chat = Chat::open().await;
    chat.say("One").await;
    chat.session.clear(chat.id).await.unwrap();
    assert!(chat.session.open(chat.id, 10).await.unwrap().messages.is_empty());
    chat.session.undo(chat.id).await.unwrap();
    assert_eq!(chat.session.open(chat.id, 10).await.unwrap().messages.len(), 2);

    chat.session.rename(chat.id, "  A new   name ").await.unwrap();
    chat.say("Two").await;
    assert_eq!(chat.session.open(chat.id, 1).await.unwrap().conversation.title, "A new name");
    chat.session.undo(chat.id).await.unwrap();
    let conversation = chat.session.open(chat.id, 10).await.unwrap();
    assert_eq!((conversation.conversation.title.as_str(), conversation.messages.len()), ("One", 4));

    let other = chat.session.new_conversation().await.unwrap().conversation.id;
    chat.session.delete_conversation(chat.id, other).await.unwrap();
    assert_eq!(chat.session.conversations().await.unwrap().len(), 1);
    assert_eq!(chat.session.undo(other).await.unwrap(), Some(UndoneCommand::Delete));
    assert_eq!(chat.session.conversations().await.unwrap().len(), 2);
    chat.session.delete_conversation(chat.id, other).await.unwrap();
    chat.host.advance(31 * 86_400_000);
    chat.session.sweep(&[other]).await.unwrap();
    assert!(chat.session.open(chat.id, 1).await.is_err(), "30 days later it is erased");
}

/// The last command is the one that was given last, even if the clock was set back.
#[tokio::test]
async fn undo_takes_the_last_command_back_when_the_clock_jumped() {
    let chat = Chat::open().await;
    chat.say("One").await;
    chat.session.forget(chat.id, 0).await.unwrap();
    chat.host.advance(-86_400_000);
    let reopened = Session::new(chat.session.store().clone(), chat.host.clone());
    reopened.open(chat.id, 10).await.unwrap();
    reopened.rename(chat.id, "Later").await.unwrap();
    assert_eq!(reopened.undo(chat.id).await.unwrap(), Some(UndoneCommand::Rename));
    reopened.forget(chat.id, 0).await.unwrap();
    assert!(reopened.remember(chat.id).await.unwrap());
    assert_eq!(chat.compiled().await.layers.iter().filter(|layer| layer.kind == LayerKind::Window).count(), 0);
}

#[tokio::test]
async fn pins_tags_and_the_archive_can_be_undone_where_the_user_is() {
    let chat = Chat::open().await;
    chat.say("One").await;
    let here = chat.session.new_conversation().await.unwrap().conversation.id;
    let now = async || chat.session.open(chat.id, 1).await.unwrap().conversation;
    chat.session.pin_conversation(chat.id, true, here).await.unwrap();
    chat.session.tag(chat.id, vec!["work".to_owned()], here).await.unwrap();
    chat.session.archive(chat.id, true, here).await.unwrap();
    // The conversation continues in the meantime, and that is not undone.
    chat.say("Two").await;
    assert!(now().await.pinned && now().await.archived && now().await.tags == ["work"]);
    assert_eq!(chat.session.conversations().await.unwrap().len(), 2, "the archive is kept");

    let mut undone = Vec::new();
    while let Some(command) = chat.session.undo(here).await.unwrap() {
        undone.push(command);
    }
    assert_eq!(undone, [UndoneCommand::Archive, UndoneCommand::Tags, UndoneCommand::PinConversation]);
    let after = now().await;
    assert!(!after.pinned && !after.archived && after.tags.is_empty());
    assert_eq!(chat.session.open(chat.id, 9).await.unwrap().messages.len(), 4);
}
