//! Document A: the counter of `/forget`, `MAX_CONTEXT` and `MAX_STORAGE`.

use super::stage::Stage;
use ricordo_core::{compile::turns::active_messages_count, settings::Settings};

const SYSTEM: &str =
    "system: You are a helpful assistant. Answer clearly and to the point, in the language of the user.";

async fn counter(stage: &Stage) -> Option<u32> {
    active_messages_count(&stage.session.open(stage.id, 500).await.unwrap())
}

/// Пример 1: обычное общение (без `/forget`).
#[tokio::test]
async fn example_1_ordinary_talk_without_forget() {
    let stage = Stage::under("forget", |_| ()).await;
    stage.say("Привет", "Ответ_1").await;
    assert_eq!(stage.sent(), format!("{SYSTEM}\nuser: Привет"));
    stage.say("Как дела?", "Ответ_2").await;
    assert_eq!(stage.sent(), format!("{SYSTEM}\nuser: Привет\nassistant: Ответ_1\nuser: Как дела?"));
    assert_eq!(counter(&stage).await, None);

    for number in 3..=10 {
        stage.say(&format!("Сообщение {number}"), &format!("Ответ_{number}")).await;
    }
    // MAX_CONTEXT is 10: five pairs, not counting the current message.
    let mut expected = SYSTEM.to_owned();
    for number in 5..=9 {
        expected += &format!("\nuser: Сообщение {number}\nassistant: Ответ_{number}");
    }
    assert_eq!(stage.sent(), expected + "\nuser: Сообщение 10");
}

/// Пример 2: общение после `/forget`.
#[tokio::test]
async fn example_2_talk_after_forget() {
    let stage = Stage::under("forget", |_| ()).await;
    stage.session.set_reminders(stage.id, true).await.unwrap();
    for number in 1..=3 {
        stage.say(&format!("Старое {number}"), "Старый ответ").await;
    }
    stage.session.forget(stage.id, 0).await.unwrap();
    assert_eq!(counter(&stage).await, Some(0));
    let conversation = stage.session.open(stage.id, 1).await.unwrap().conversation;
    assert!(!conversation.reminders, "/forget switches reminders off");

    stage.say("Привет", "Ответ_1").await;
    assert_eq!(stage.sent(), format!("{SYSTEM}\nuser: Привет"));
    assert_eq!(counter(&stage).await, Some(2));
    stage.say("Как дела?", "Ответ_2").await;
    assert_eq!(stage.sent(), format!("{SYSTEM}\nuser: Привет\nassistant: Ответ_1\nuser: Как дела?"));
    assert_eq!(counter(&stage).await, Some(4));
    stage.say("Отлично!", "Ответ_3").await;
    let expected = "\nuser: Привет\nassistant: Ответ_1\nuser: Как дела?\nassistant: Ответ_2\nuser: Отлично!";
    assert_eq!(stage.sent(), SYSTEM.to_owned() + expected);
    assert_eq!(counter(&stage).await, Some(6));
    assert_eq!(stage.messages().await.len(), 12, "the old messages stay stored");
}

/// `/mute` turns reminders off and `/mute off` turns them on, without other effects; `/start` and `/help` have none.
#[tokio::test]
async fn mute_start_and_help_leave_the_context_alone() {
    let stage = Stage::under("forget", |_| ()).await;
    stage.say("Привет", "Ответ_1").await;
    assert!(stage.session.set_reminders(stage.id, true).await.unwrap());
    assert!(stage.session.set_reminders(stage.id, false).await.unwrap());
    stage.say("Как дела?", "Ответ_2").await;
    assert_eq!(stage.sent(), format!("{SYSTEM}\nuser: Привет\nassistant: Ответ_1\nuser: Как дела?"));
}

/// The preset has the document's numbers: `MAX_CONTEXT` 10, `MAX_STORAGE` 100.
#[test]
fn the_numbers_of_the_document() {
    let settings = ricordo_core::preset::apply("forget", &Settings::default()).unwrap();
    assert_eq!((settings.max_context, settings.max_storage), (Some(10), Some(100)));
}
