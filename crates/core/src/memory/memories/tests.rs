//! The rules of memories, one behaviour per test, and properties that always hold.

use super::*;
use crate::{
    id::{ConversationId, MessageId},
    memory::{MOST_PROPOSALS, MemorySource},
    testing::sample,
};
use proptest::prelude::*;
use ricordo_record::settings::Eviction;

const CAP: u32 = 10;

fn settings() -> MemorySettings {
    MemorySettings { max_facts: CAP, ..MemorySettings::default() }
}

fn id(n: u32) -> MemoryId {
    let mut random = [0; 10];
    random[6..].copy_from_slice(&n.to_be_bytes());
    MemoryId::new(Timestamp(n.into()), random)
}

fn add(
    memories: &mut Memories,
    n: u32,
    text: &str,
    by: StatedBy,
    settings: &MemorySettings,
) -> Result<Added, MemoryRefusal> {
    let message = MessageId::new(Timestamp(0), [0; 10]);
    let conversation = ConversationId::new(Timestamp(0), [0; 10]);
    let source = (by == StatedBy::Model).then_some(MemorySource { conversation, message });
    memories.add(
        &NewFact { id: id(n), text, source, by, about: None, scope: Scope::Everywhere },
        settings,
        Timestamp(n.into()),
    )
}

/// As many kept facts as the cap allows, the oldest first; no two are similar.
fn full() -> Memories {
    let mut memories = Memories::new(Vec::new());
    for n in 0..CAP {
        add(&mut memories, n, &format!("Fact number {n}"), StatedBy::User, &settings()).unwrap();
    }
    Memories::new(memories.all)
}

fn from(n: u8) -> MemorySource {
    let conversation = ConversationId::new(Timestamp(0), [0; 10]);
    MemorySource { conversation, message: MessageId::new(Timestamp(0), [n; 10]) }
}

#[test]
fn the_source_is_the_message_that_the_text_is_from() {
    let unasked = MemorySettings { auto_keep: true, ..settings() };
    let mut memories = Memories::new(Vec::new());
    add(&mut memories, 1, "Lives in Kyiv", StatedBy::Model, &unasked).unwrap();
    let source = |memories: &Memories| memories.get(id(1)).unwrap().source;
    let mut edit = |text: &str, by: EditedBy| {
        memories.edit(id(1), text, by, &unasked, Timestamp(60)).unwrap();
        source(&memories)
    };
    assert_eq!(edit("Lives in Kyiv", EditedBy::Model(from(1))), Some(from(0)), "the text is the same");
    assert_eq!(edit("Lives in Lviv", EditedBy::Model(from(1))), Some(from(1)));
    assert_eq!(edit("Lives in Odesa", EditedBy::User), Some(from(1)), "the user's edit says nothing about it");
    let mut say = |n: u8, text: &str, source: Option<MemorySource>| {
        let by = if source.is_some() { StatedBy::Model } else { StatedBy::User };
        let fact = NewFact { id: id(2), text, source, by, about: None, scope: Scope::Everywhere };
        memories.add(&fact, &unasked, Timestamp(n.into())).unwrap();
        memories.get(id(1)).unwrap().source
    };
    assert_eq!(say(61, "lives in Odesa", Some(from(2))), Some(from(1)), "a text that is not longer changes nothing");
    assert_eq!(say(62, "Lives in Odesa!!", Some(from(3))), Some(from(3)));
    assert_eq!(say(63, "Lives in Odesa!!!!", None), Some(from(3)));
}

fn state(memories: &Memories, n: u32) -> MemoryState {
    memories.get(id(n)).unwrap().state
}

#[test]
fn the_user_keeps_and_the_model_proposes() {
    let mut memories = Memories::new(Vec::new());
    add(&mut memories, 1, "  Lives\nin Kyiv ", StatedBy::User, &settings()).unwrap();
    add(&mut memories, 2, "Has a cat", StatedBy::Model, &settings()).unwrap();
    let auto_keep = MemorySettings { auto_keep: true, ..settings() };
    add(&mut memories, 3, "Plays chess", StatedBy::Model, &auto_keep).unwrap();
    assert_eq!(memories.get(id(1)).unwrap().text, "Lives in Kyiv");
    assert_eq!([1, 2, 3].map(|n| state(&memories, n)), [MemoryState::Kept, MemoryState::Proposed, MemoryState::Kept]);
}

#[test]
fn what_may_not_be_kept_is_refused_and_changes_nothing() {
    let mut memories = full();
    for text in ["", " \n", "…", "My password is hunter2!", &"long ".repeat(61)] {
        let refusal = add(&mut memories, 50, text, StatedBy::User, &settings()).unwrap_err();
        assert!(refusal.to_string().ends_with('.'), "{refusal}");
        assert!(!refusal.to_string().contains("hunter2"));
        assert!(memories.edit(id(1), text, EditedBy::User, &settings(), Timestamp(60)).is_err());
    }
    assert_eq!(memories.changes(), []);
}

#[test]
fn a_fact_that_is_known_is_said_again() {
    let mut memories = Memories::new(Vec::new());
    add(&mut memories, 1, "User lives in Kyiv", StatedBy::User, &settings()).unwrap();
    let added = add(&mut memories, 2, "lives in Kyiv", StatedBy::Model, &settings()).unwrap();
    assert_eq!(added, Added::Merged(id(1)));
    add(&mut memories, 3, "The user really lives in Kyiv.", StatedBy::Model, &settings()).unwrap();
    let [memory] = &memories.all[..] else { panic!("one memory") };
    assert_eq!((memory.text.as_str(), memory.uses), ("The user really lives in Kyiv.", 2));
    assert_eq!((memory.last_used_at, memory.state), (Some(Timestamp(3)), MemoryState::Kept));
}

#[test]
fn a_dropped_fact_comes_back_when_the_user_says_it() {
    let mut memories = Memories::new(Vec::new());
    add(&mut memories, 1, "Has a cat", StatedBy::Model, &settings()).unwrap();
    memories.archive(id(1)).unwrap();
    add(&mut memories, 2, "has a cat.", StatedBy::Model, &settings()).unwrap();
    assert_eq!(state(&memories, 1), MemoryState::Proposed);
    add(&mut memories, 3, "Has a cat", StatedBy::User, &settings()).unwrap();
    assert_eq!((memories.all.len(), state(&memories, 1)), (1, MemoryState::Kept));
}

#[test]
fn at_the_cap_the_least_useful_goes_to_the_archive() {
    let mut memories = full();
    for n in [0, 1, 2, 4, 5, 6, 7, 8, 9] {
        use_once(memories.get_mut(id(n)).unwrap(), Timestamp(100 - i64::from(n)));
    }
    add(&mut memories, 20, "One more", StatedBy::User, &settings()).unwrap();
    assert_eq!(state(&memories, 3), MemoryState::Archived, "the one that was never used");
    use_once(memories.get_mut(id(20)).unwrap(), Timestamp(200));
    add(&mut memories, 21, "And another", StatedBy::User, &settings()).unwrap();
    assert_eq!(state(&memories, 9), MemoryState::Archived, "the one whose use is longest ago");
    let oldest = MemorySettings { eviction: Eviction::Oldest, ..settings() };
    add(&mut memories, 22, "The last", StatedBy::User, &oldest).unwrap();
    assert_eq!(state(&memories, 0), MemoryState::Archived, "the oldest, however used");
}

#[test]
fn what_the_user_typed_goes_after_what_a_model_said_whatever_the_order() {
    for eviction in [Eviction::LeastUseful, Eviction::Oldest] {
        let unasked = MemorySettings { eviction, auto_keep: true, ..settings() };
        let mut memories = Memories::new(Vec::new());
        add(&mut memories, 0, "Allergic to nuts", StatedBy::User, &unasked).unwrap();
        for n in 1..CAP {
            add(&mut memories, n, &format!("A model said {n}"), StatedBy::Model, &unasked).unwrap();
            use_once(memories.get_mut(id(n)).unwrap(), Timestamp(100));
        }
        memories.edit(id(1), "The user says one", EditedBy::User, &unasked, Timestamp(200)).unwrap();
        add(&mut memories, 40, "a model said 2", StatedBy::User, &unasked).unwrap();
        let mut gone = Vec::new();
        for n in 20..20 + CAP {
            memories = Memories::new(memories.all);
            add(&mut memories, n, &format!("Sentence {n} of the user"), StatedBy::User, &unasked).unwrap();
            gone.extend(memories.made_room().into_iter().map(|memory| memory.text));
        }
        assert_eq!(gone.len(), CAP as usize, "each that made room is named");
        let of_models = CAP as usize - 3;
        assert!(gone[..of_models].iter().all(|text| text.starts_with("A model said")), "{gone:?}");
        assert_eq!(gone[of_models], "Allergic to nuts", "then the oldest of the user's own that was never used");
    }
}

#[test]
fn a_memory_from_before_it_was_noted_who_said_it_is_read() {
    let mut memories = full();
    memories.get_mut(id(1)).unwrap().typed = false;
    let mut row = serde_json::to_value(memories.get(id(1)).unwrap()).unwrap();
    row.as_object_mut().unwrap().remove("typed");
    let memory: Memory = serde_json::from_value(row).unwrap();
    assert_eq!(&memory, memories.get(id(1)).unwrap());
    assert!(memory.is_the_users(), "a fact without a message was typed");
}

#[test]
fn pinned_ones_stay_and_all_pinned_is_refused() {
    let mut memories = full();
    for n in 0..CAP {
        memories.pin(id(n), true, &settings()).unwrap();
    }
    let before = memories.clone();
    let refusal = add(&mut memories, 20, "One more", StatedBy::User, &settings()).unwrap_err();
    assert_eq!(refusal, MemoryRefusal::AllPinned { max_facts: CAP });
    assert_eq!(memories, before);
    memories.pin(id(5), false, &settings()).unwrap();
    add(&mut memories, 20, "One more", StatedBy::User, &settings()).unwrap();
    assert_eq!(state(&memories, 5), MemoryState::Archived);
}

#[test]
fn a_smaller_cap_holds_from_the_next_fact_on() {
    let mut memories = full();
    let fewer = MemorySettings { max_facts: 4, ..settings() };
    add(&mut memories, 20, "One more", StatedBy::User, &fewer).unwrap();
    assert_eq!(memories.all.iter().filter(|memory| memory.state == MemoryState::Kept).count(), 4);
}

#[test]
fn proposals_do_not_count_and_old_ones_do_not_pile_up() {
    let mut memories = full();
    for n in 20..45 {
        add(&mut memories, n, &format!("Proposal {n}"), StatedBy::Model, &settings()).unwrap();
    }
    let proposed = memories.all.iter().filter(|memory| memory.state == MemoryState::Proposed);
    assert_eq!(proposed.count(), MOST_PROPOSALS);
    assert_eq!((state(&memories, 24), state(&memories, 25)), (MemoryState::Archived, MemoryState::Proposed));
    assert!((0..CAP).all(|n| state(&memories, n) == MemoryState::Kept));
}

#[test]
fn imported_proposals_wait_until_the_user_decides() {
    let imported = |n| Memory { id: id(n), text: format!("Imported {n}"), source: None, ..sample::memory(1) };
    let imported = (0..60).map(|n| Memory { state: MemoryState::Proposed, pinned: false, ..imported(n) });
    let mut memories = Memories::new(imported.collect());
    add(&mut memories, 100, "I typed this", StatedBy::User, &settings()).unwrap();
    for n in 101..130 {
        add(&mut memories, n, &format!("Proposal {n}"), StatedBy::Model, &settings()).unwrap();
    }
    assert!((0..60).all(|n| state(&memories, n) == MemoryState::Proposed));
    let proposed = memories.all.iter().filter(|memory| memory.state == MemoryState::Proposed);
    assert_eq!(proposed.count(), 60 + MOST_PROPOSALS);
    assert_eq!((state(&memories, 109), state(&memories, 110)), (MemoryState::Archived, MemoryState::Proposed));
}

#[test]
fn an_edit_merges_what_now_says_the_same() {
    let mut memories = full();
    add(&mut memories, 20, "Has a dog", StatedBy::Model, &settings()).unwrap();
    memories.pin(id(3), true, &settings()).unwrap();
    memories.edit(id(20), "fact number 3", EditedBy::User, &settings(), Timestamp(30)).unwrap();
    assert!(memories.get(id(3)).is_err());
    let merged = memories.get(id(20)).unwrap();
    assert_eq!((merged.state, merged.pinned, merged.created_at), (MemoryState::Kept, true, Timestamp(3)));
    assert!((0..CAP).filter(|n| *n != 3).all(|n| state(&memories, n) == MemoryState::Kept), "no room had to be made");
}

#[test]
fn every_changed_memory_is_stored_once() {
    let mut memories = full();
    memories.pin(id(1), true, &settings()).unwrap();
    memories.edit(id(1), "Another fact", EditedBy::User, &settings(), Timestamp(30)).unwrap();
    memories.delete(id(2)).unwrap();
    add(&mut memories, 20, "Something new", StatedBy::User, &settings()).unwrap();
    memories.pin(id(4), true, &settings()).unwrap();
    memories.pin(id(4), false, &settings()).unwrap();
    let changes = memories.changes();
    assert!(matches!(&changes[..], [Change::Put(_), Change::Add(_), Change::Remove(_)]), "{changes:?}");
}

#[derive(Clone, Debug)]
enum Step {
    Add(u8, bool),
    Edit(u8, u8),
    Keep(u8),
    Pin(u8, bool),
    Archive(u8),
    Delete(u8),
    Use,
}

fn step() -> impl Strategy<Value = Step> {
    let text = 0_u8..40;
    prop_oneof![
        6 => (text.clone(), any::<bool>()).prop_map(|(text, user)| Step::Add(text, user)),
        2 => (any::<u8>(), text).prop_map(|(which, text)| Step::Edit(which, text)),
        2 => any::<u8>().prop_map(Step::Keep),
        2 => (any::<u8>(), any::<bool>()).prop_map(|(which, pinned)| Step::Pin(which, pinned)),
        1 => any::<u8>().prop_map(Step::Archive),
        1 => any::<u8>().prop_map(Step::Delete),
        1 => Just(Step::Use),
    ]
}

fn take_step(memories: &mut Memories, n: u32, step: &Step, settings: &MemorySettings) {
    let at = Timestamp(n.into());
    let pick =
        |which: u8| memories.all.get(usize::from(which) % memories.all.len().max(1)).map_or(id(999), |found| found.id);
    // A step may be refused; the properties hold regardless.
    let _ = match *step {
        Step::Add(text, user) => {
            let by = if user { StatedBy::User } else { StatedBy::Model };
            add(memories, 1_000 + n, &format!("Fact number {text}"), by, settings).map(drop)
        }
        Step::Edit(which, text) => {
            let which = pick(which);
            memories.edit(which, &format!("Fact number {text}"), EditedBy::User, settings, at)
        }
        Step::Keep(which) => memories.keep(pick(which), settings),
        Step::Pin(which, pinned) => memories.pin(pick(which), pinned, settings),
        Step::Archive(which) => memories.archive(pick(which)),
        Step::Delete(which) => memories.delete(pick(which)),
        Step::Use => {
            memories.used(None, &Place::of(&sample::conversation(1), None), at);
            Ok(())
        }
    };
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn the_cap_holds_and_nothing_pinned_is_archived(
        steps in prop::collection::vec(step(), 1..80),
        oldest in any::<bool>(),
        auto_keep in any::<bool>(),
    ) {
        let eviction = if oldest { Eviction::Oldest } else { Eviction::LeastUseful };
        let settings = MemorySettings { eviction, auto_keep, ..settings() };
        let mut memories = Memories::new(Vec::new());
        for (n, step) in (0..).zip(&steps) {
            let before = memories.clone();
            take_step(&mut memories, n, step, &settings);
            let count = |state| memories.all.iter().filter(|memory| memory.state == state).count();
            prop_assert!(count(MemoryState::Kept) <= CAP as usize);
            prop_assert!(count(MemoryState::Proposed) <= MOST_PROPOSALS);
            prop_assert!(memories.all.iter().all(|memory| !memory.pinned || memory.state == MemoryState::Kept));
            for pinned in before.all.iter().filter(|memory| memory.pinned && !matches!(step, Step::Archive(_))) {
                let archived = memories.get(pinned.id).is_ok_and(|now| now.state == MemoryState::Archived);
                prop_assert!(!archived, "{} was pinned", pinned.text);
            }
            for (place, memory) in memories.all.iter().enumerate() {
                let twice = memories.all[..place].iter().any(|other| other.text == memory.text);
                prop_assert!(!twice, "{} is there twice", memory.text);
            }
        }
    }
}
