//! Facts that are looked for after a turn, where the model has no tools: on every branch, and with a list of what is
//! known that leaves room for the turns.

use crate::common::{Chat, provider};
use ricordo_core::{
    change::Change,
    compile::LayerKind,
    id::MessageId,
    memory::Memory,
    message::{Author, Role},
    provider::Provider,
    record::Record,
    session::{MaintainControl, ModelCall, NewMessage},
    settings::{CompressionSettings, Settings},
    snapshot::Snapshot,
    store::Store,
};

fn extracting() -> Settings {
    let compression = CompressionSettings { enable_on_limit: false, ..CompressionSettings::default() };
    let mut settings = Settings { model_titles: false, compression, ..Settings::default() };
    settings.memories.extract = true;
    settings
}

/// A conversation of four messages that were read for facts.
async fn read() -> Chat {
    let chat = Chat::open_with(extracting()).await;
    chat.fill(4).await;
    assert_eq!(look(&chat).await.len(), 1);
    chat
}

/// Looks for facts, and returns the prompts.
async fn look(chat: &Chat) -> Vec<String> {
    let before = chat.model.requests().len();
    let without_tools = Provider { has_tools: false, ..provider() };
    chat.maintain_with(&without_tools, &MaintainControl::default()).await;
    chat.prompts().split_off(before)
}

async fn message(chat: &Chat, at: usize) -> MessageId {
    chat.session.open(chat.id, 100).await.unwrap().messages[at].id
}

async fn edit(chat: &Chat, at: usize, text: &str) {
    let provider = provider();
    let message = message(chat, at).await;
    chat.session.edit(&ModelCall::new(&chat.model, &provider), chat.id, message, text).await.unwrap();
}

#[tokio::test]
async fn they_are_looked_for_in_what_is_sent_after_a_clear_and_no_second_time_after_its_undo() {
    let chat = read().await;
    chat.session.clear(chat.id).await.unwrap();
    chat.say("Anna has a hedgehog.").await;
    let prompts = look(&chat).await;
    assert!(prompts.len() == 1 && prompts[0].contains("hedgehog"), "{prompts:?}");

    let chat = read().await;
    chat.session.clear(chat.id).await.unwrap();
    chat.session.undo(chat.id).await.unwrap();
    assert_eq!(look(&chat).await, [] as [String; 0], "they were read before");
}

#[tokio::test]
async fn they_are_looked_for_in_what_an_edit_sends_and_no_second_time_after_its_undo() {
    let chat = read().await;
    edit(&chat, 2, "Anna has a hedgehog.").await;
    let prompts = look(&chat).await;
    assert!(prompts.len() == 1 && prompts[0].contains("hedgehog"), "{prompts:?}");
    assert!(!prompts[0].contains("Message 0000"), "the branches share what was read before: {prompts:?}");
    chat.session.undo(chat.id).await.unwrap();
    assert_eq!(look(&chat).await, [] as [String; 0], "they were read before");
}

#[tokio::test]
async fn they_are_looked_for_on_a_branch_that_is_chosen_again() {
    let chat = read().await;
    edit(&chat, 2, "Anna has a hedgehog.").await;
    let Snapshot { branches, conversation, .. } = chat.session.open(chat.id, 1).await.unwrap();
    let first = branches.iter().find(|branch| branch.parent.is_none()).unwrap().id;
    chat.session.switch_branch(chat.id, first, 2).await.unwrap();
    chat.fill(4).await;
    assert_eq!(look(&chat).await.len(), 1);
    chat.session.switch_branch(chat.id, conversation.active_branch, 2).await.unwrap();
    let prompts = look(&chat).await;
    assert!(prompts.len() == 1 && prompts[0].contains("hedgehog"), "{prompts:?}");
}

#[tokio::test]
async fn what_was_read_on_both_branches_is_read_on_neither_again() {
    let chat = read().await;
    edit(&chat, 2, "Anna has a hedgehog.").await;
    assert_eq!(look(&chat).await.len(), 1);
    let Snapshot { branches, conversation, .. } = chat.session.open(chat.id, 1).await.unwrap();
    let first = branches.iter().find(|branch| branch.parent.is_none()).unwrap().id;
    for branch in [first, conversation.active_branch, first] {
        chat.session.switch_branch(chat.id, branch, 2).await.unwrap();
        assert_eq!(look(&chat).await, [] as [String; 0], "a fact that was deleted since would come back");
    }
    chat.session.undo(chat.id).await.unwrap();
    assert_eq!(look(&chat).await, [] as [String; 0]);
    chat.say("Anna has a cat, too.").await;
    let prompts = look(&chat).await;
    assert!(prompts.len() == 1 && !prompts[0].contains("Message 0003"), "only what is new: {prompts:?}");
}

#[tokio::test]
async fn a_conversation_that_was_cleared_is_compressed_as_any_other() {
    let compression = CompressionSettings { enable_periodic: true, ..CompressionSettings::default() };
    let chat = Chat::open_with(Settings { model_titles: false, compression, ..Settings::default() }).await;
    chat.fill(100).await;
    chat.maintain().await;
    chat.session.uncompress(chat.id).await.unwrap();
    chat.maintain().await;
    assert_eq!(chat.in_force().await, [], "it is not compressed again at once");
    chat.session.clear(chat.id).await.unwrap();
    chat.fill(60).await;
    chat.maintain().await;
    assert_eq!(chat.in_force().await.len(), 1);
}

#[tokio::test]
async fn the_list_of_known_facts_holds_what_requests_hold_and_leaves_room_for_the_turns() {
    let chat = Chat::open_with(extracting()).await;
    let add = async |text: &str| chat.session.add_memory(chat.id, text, None).await.unwrap().memory.id;
    add("Anna keeps bees").await;
    let id = add("Anna has a secret garden").await;
    chat.session.set_key_words(chat.id, id, &["garden".to_owned()]).await.unwrap();
    chat.model.then_say("- Anna lives in Kyiv");
    chat.fill(2).await;
    let prompt = look(&chat).await.concat();
    assert!(prompt.contains("- Anna keeps bees") && !prompt.contains("secret garden"), "{prompt}");
    chat.fill(2).await;
    let prompt = look(&chat).await.concat();
    assert!(prompt.contains("Message 0002") && !prompt.contains("- Anna lives in Kyiv"), "a proposal: {prompt}");

    // So many that they fill the budget by themselves.
    let mut settings = Settings { context_max_tokens: 2_000, ..extracting() };
    settings.memories.max_facts = 100;
    chat.session.save_settings(&settings).await.unwrap();
    for n in 0..90 {
        chat.host.advance(1_000);
        let item = ["apples", "pears", "plums", "nuts", "figs"][n % 5];
        add(&format!(
            "In year {n} Anna planted {n} rows of {item} behind house number {n} of that long street by the river"
        ))
        .await;
    }
    chat.fill(2).await;
    let prompt = look(&chat).await.concat();
    assert!(prompt.contains("Message 0004: Anna and Boris talk about moving to Lviv in May"), "{prompt}");
    assert!(prompt.contains("In year 89") && !prompt.contains("Anna keeps bees"), "the newest are listed: {prompt}");
}

#[tokio::test]
async fn what_requests_of_the_conversation_do_not_hold_is_not_sent_as_known() {
    let chat = Chat::open_with(extracting()).await;
    chat.session.add_memory(chat.id, "Has a secret garden", None).await.unwrap();
    let fact = chat.session.add_memory(chat.id, "Likes tea", None).await.unwrap().memory;
    let olena = Author::new("Olena", None, Some("7"));
    let fact = Memory { about: olena.clone(), ..fact };
    chat.session.store().apply(vec![Change::Put(Record::Memory(fact))]).await.unwrap();
    chat.fill(2).await;
    let prompt = look(&chat).await.concat();
    assert!(prompt.contains("- Has a secret garden") && !prompt.contains("Likes tea"), "of the user: {prompt}");

    let asked = NewMessage { author: olena, ..NewMessage::text(Role::User, "Where is the museum of Lviv?") };
    let turn = [asked, NewMessage::text(Role::Assistant, "Near the opera.")];
    chat.session.append(chat.id, &turn, Vec::new()).await.unwrap();
    let prompt = look(&chat).await.concat();
    assert!(prompt.contains("- Likes tea") && !prompt.contains("secret garden"), "of Olena: {prompt}");

    let mut settings = extracting();
    settings.layers.retain(|layer| layer.kind != LayerKind::Memories);
    chat.session.save_settings(&settings).await.unwrap();
    chat.fill(2).await;
    let prompt = look(&chat).await.concat();
    assert!(prompt.contains("Message 0004") && !prompt.contains("secret garden"), "no request holds any: {prompt}");
}

#[tokio::test]
async fn they_are_not_looked_for_again_in_what_a_fork_copied() {
    let chat = read().await;
    let fork = chat.session.fork_conversation(chat.id, message(&chat, 1).await).await.unwrap();
    assert_eq!(look(&chat).await, [] as [String; 0], "a fact that was deleted since would come back");
    chat.fill_in(fork, 2).await;
    let prompts = look(&chat).await;
    assert!(prompts.len() == 1 && prompts[0].contains("Message 0003"), "{prompts:?}");
    assert!(!prompts[0].contains("Message 0001"), "only what is new: {prompts:?}");
}
