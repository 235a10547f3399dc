//! Models that can be picked: those that the providers list, and the saved ones.

use super::can_chat;
use crate::words::shown_name;
use ricordo_core::{
    id::ProviderId,
    provider::{Provider, ProviderKind},
    settings::OwnModel,
    wire::ListedModel,
};

/// Number of recently used models listed first.
const RECENT: usize = 5;

/// Models of one provider, or why they could not be listed.
pub type Listed = (ProviderId, Result<Vec<ListedModel>, String>);

/// A model that can be picked.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// Provider that offers it.
    pub provider: Provider,
    /// What is known about the model.
    pub model: ListedModel,
}

impl Choice {
    /// The saved model of a provider, for when the provider lists none.
    pub fn saved(provider: &Provider) -> Self {
        let model = ListedModel {
            context_tokens: provider.context_tokens,
            supports_images: Some(provider.supports_images),
            has_tools: Some(provider.has_tools),
            ..ListedModel::named(&provider.model)
        };
        Self { provider: provider.clone(), model }
    }

    /// Name of the model for people.
    pub fn shown_name(&self) -> String {
        shown_name(&self.model.id, self.provider.kind == ProviderKind::InPage)
    }

    /// Key under which the choice is remembered.
    pub fn name(&self) -> String {
        format!("{}/{}", self.provider.id, self.model.id)
    }

    /// Provider to store as the default for this choice; `None` for the model that comes with the app, which needs no
    /// record.
    pub fn default_provider(&self) -> Option<ProviderId> {
        (self.provider.id != Provider::in_page().id).then_some(self.provider.id)
    }

    /// The choice as the own model of a conversation.
    pub fn own(&self) -> OwnModel {
        let ListedModel { id, context_tokens, supports_images, has_tools, .. } = self.model.clone();
        OwnModel {
            model: id,
            context_tokens,
            supports_images: supports_images.unwrap_or(false),
            has_tools: has_tools.unwrap_or(true),
        }
    }
}

/// All models: the one that comes with the app, then those of each provider. A saved model that its provider does not
/// list comes first.
pub fn offered(providers: &[Provider], known: &[Listed]) -> Vec<Choice> {
    let mut all = vec![Choice::saved(&Provider::in_page())];
    for provider in providers {
        let saved = Choice::saved(provider);
        let listed = known.iter().find(|(id, _)| *id == provider.id).and_then(|(_, list)| list.as_ref().ok());
        let is_listed = listed.is_some_and(|list| list.iter().any(|model| model.id == saved.model.id));
        let listed: Vec<_> = listed
            .into_iter()
            .flatten()
            .map(|model| {
                let is_saved = model.id == provider.model;
                let model = if is_saved { saved.model.clone().with(model.clone()) } else { model.clone() };
                Choice { provider: provider.clone(), model }
            })
            .collect();
        all.extend((!is_listed).then_some(saved));
        all.extend(listed);
    }
    all
}

/// Keeps the models that contain all words of `filter`, the recently used ones first. Those that cannot chat come last, and
/// without a filter they are left out, unless a connection was set to one or one was used: it may chat after all.
pub fn narrow(all: &mut Vec<Choice>, filter: &str, recent: &[String]) {
    let words: Vec<String> = filter.split_whitespace().map(str::to_lowercase).collect();
    all.retain(|choice| {
        let text = format!("{} {} {}", choice.provider.name, choice.model.id, choice.shown_name()).to_lowercase();
        words.iter().all(|word| text.contains(word.as_str()))
    });
    let place = |choice: &Choice| recent.iter().position(|name| *name == choice.name()).unwrap_or(RECENT);
    let is_other = |choice: &Choice| {
        let Choice { provider, model } = choice;
        place(choice) == RECENT && provider.model != model.id && !can_chat(provider.kind, &model.id)
    };
    if words.is_empty() {
        all.retain(|choice| !is_other(choice));
    }
    // Stable: the order within each group stays.
    all.sort_by_key(|choice| (place(choice), is_other(choice)));
}

/// Models of one connection, or those that were used last.
#[derive(Clone, Debug, PartialEq)]
pub struct ChoiceGroup {
    /// The connection; `None` for those that were used last.
    pub provider: Option<Provider>,
    /// Whether it is the only group, which needs no heading. If others arrive, it gets none: that would move its rows.
    pub is_only: bool,
    /// The models, never none.
    pub choices: Vec<Choice>,
}

/// The models by connection, those that were used last before them, in the order of [`narrow`].
pub fn grouped(all: Vec<Choice>, recent: &[String]) -> Vec<ChoiceGroup> {
    let mut groups: Vec<ChoiceGroup> = Vec::new();
    for choice in all {
        let provider = (!recent.contains(&choice.name())).then(|| choice.provider.clone());
        let id = provider.as_ref().map(|provider| provider.id);
        match groups.iter_mut().find(|group| group.provider.as_ref().map(|provider| provider.id) == id) {
            Some(group) => group.choices.push(choice),
            None => groups.push(ChoiceGroup { provider, is_only: false, choices: vec![choice] }),
        }
    }
    if let [only] = &mut groups[..] {
        only.is_only = true;
    }
    groups
}

/// At most `most` of the models that were found, by connection. What is in `shown` stays where it is, and the others come
/// below: a list that arrives moves no row that the user is about to press.
pub fn in_place(shown: &[ChoiceGroup], mut found: Vec<Choice>, recent: &[String], most: usize) -> Vec<ChoiceGroup> {
    let mut groups = shown.to_vec();
    for group in &mut groups {
        let choices = std::mem::take(&mut group.choices).into_iter();
        group.choices = choices.filter_map(|choice| taken(&mut found, &choice)).collect();
    }
    groups.retain(|group| !group.choices.is_empty());
    found.truncate(most.saturating_sub(groups.iter().map(|group| group.choices.len()).sum()));
    if groups.is_empty() {
        return grouped(found, recent);
    }
    for choice in found {
        match groups.last_mut().filter(|last| last.provider.as_ref().map(|of| of.id) == Some(choice.provider.id)) {
            Some(last) => last.choices.push(choice),
            None => groups.push(ChoiceGroup {
                provider: Some(choice.provider.clone()),
                is_only: false,
                choices: vec![choice],
            }),
        }
    }
    groups
}

/// Removes a choice from those that were found, as it is known now.
fn taken(found: &mut Vec<Choice>, choice: &Choice) -> Option<Choice> {
    let is_it = |one: &Choice| one.provider.id == choice.provider.id && one.model.id == choice.model.id;
    found.iter().position(is_it).map(|at| found.remove(at))
}

/// The recently used models after this one is used, the last one first.
pub fn with_recent(mut recent: Vec<String>, name: String) -> Vec<String> {
    recent.retain(|other| *other != name);
    recent.insert(0, name);
    recent.truncate(RECENT);
    recent
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::testing::server;

    fn ids(all: &[Choice]) -> Vec<&str> {
        all.iter().map(|choice| choice.model.id.as_str()).collect()
    }

    fn list(of: &Provider, models: &[&str]) -> Listed {
        (of.id, Ok(models.iter().map(|model| ListedModel::named(*model)).collect()))
    }

    const SHIPPED: &str = "SmolLM2-135M-Instruct";

    #[test]
    fn a_provider_offers_what_it_lists_and_its_saved_model_once() {
        let (one, two) = (server(1, "small"), server(2, "large"));
        let providers = [one.clone(), two.clone()];
        let offered = |known: &[Listed]| offered(&providers, known);
        assert_eq!(ids(&offered(&[])), [SHIPPED, "small", "large"], "no list has come yet");
        let known = [list(&one, &["tiny", "small"]), list(&two, &["huge"])];
        assert_eq!(ids(&offered(&known)), [SHIPPED, "tiny", "small", "large", "huge"]);
        let refused = [(one.id, Err("no".to_owned())), list(&two, &[])];
        assert_eq!(ids(&offered(&refused)), [SHIPPED, "small", "large"]);
        let stale = [list(&server(9, ""), &["of a deleted provider"])];
        assert_eq!(ids(&offered(&stale)), [SHIPPED, "small", "large"]);
    }

    #[test]
    fn weights_in_the_browser_are_offered_beside_the_shipped_ones() {
        let own = Provider { kind: ProviderKind::InPage, ..server(3, "Qwen2.5 0.5B Instruct") };
        let all = offered(std::slice::from_ref(&own), &[]);
        assert_eq!(ids(&all), [SHIPPED, "Qwen2.5 0.5B Instruct"]);
        assert_eq!((all[0].default_provider(), all[1].default_provider()), (None, Some(own.id)));
    }

    #[test]
    fn a_list_adds_to_what_is_saved_about_a_model_and_takes_nothing_away() {
        let saved = Provider { context_tokens: Some(8_192), supports_images: true, ..server(1, "small") };
        let listed = ListedModel { has_tools: Some(false), ..ListedModel::named("small") };
        let all = offered(std::slice::from_ref(&saved), &[(saved.id, Ok(vec![listed]))]);
        let own = all[1].own();
        assert_eq!((own.context_tokens, own.supports_images, own.has_tools), (Some(8_192), true, false));
        // Nothing is known about a model that is only listed: it gets tools until it refuses them, but no images.
        let other = Choice { provider: saved, model: ListedModel::named("other") }.own();
        assert_eq!((other.context_tokens, other.supports_images, other.has_tools), (None, false, true));
    }

    #[test]
    fn all_words_of_the_filter_have_to_match_in_any_order_and_case() {
        let providers = [server(1, "Mistral-Large"), server(2, "Модель-Є")];
        let found = |filter: &str| {
            let mut all = offered(&providers, &[]);
            narrow(&mut all, filter, &[]);
            all.into_iter().map(|choice| choice.model.id).collect::<Vec<_>>()
        };
        for (filter, models) in [
            ("large mistral", &["Mistral-Large"][..]),
            ("  SERVER   2 ", &["Модель-Є"]),
            ("модель-є", &["Модель-Є"]),
            ("server", &["Mistral-Large", "Модель-Є"]),
            ("mistral 2", &[]),
            ("\u{202f}", &[SHIPPED, "Mistral-Large", "Модель-Є"]),
        ] {
            assert_eq!(found(filter), models, "{filter:?}");
        }
    }

    #[test]
    fn recently_used_models_come_first_the_last_one_at_the_top() {
        let providers = [server(1, "a"), server(2, "b"), server(3, "c")];
        let name = |of: &Provider| Choice::saved(of).name();
        let recent = [name(&providers[2]), "gone/model".to_owned(), name(&providers[0])];
        let mut all = offered(&providers, &[]);
        narrow(&mut all, "", &recent);
        assert_eq!(ids(&all), ["c", "a", SHIPPED, "b"]);
    }

    #[test]
    fn what_cannot_chat_is_offered_last_and_only_to_who_looks_for_it_or_used_it() {
        let one = server(1, "gpt-5");
        let listed = list(&one, &["text-embedding-3-small", "gpt-5", "gpt-4o-mini-tts", "gpt-4o"]);
        let found = |filter: &str, recent: &[String], saved: &str| {
            let saved = Provider { model: saved.to_owned(), ..one.clone() };
            let mut all = offered(&[saved], std::slice::from_ref(&listed));
            narrow(&mut all, filter, recent);
            all.into_iter().map(|choice| choice.model.id).collect::<Vec<_>>()
        };
        assert_eq!(found("", &[], "gpt-5"), [SHIPPED, "gpt-5", "gpt-4o"]);
        assert_eq!(found("gpt", &[], "gpt-5"), ["gpt-5", "gpt-4o", "gpt-4o-mini-tts"]);
        assert_eq!(found("embedding", &[], "gpt-5"), ["text-embedding-3-small"]);
        let used = [format!("{}/gpt-4o-mini-tts", one.id)];
        assert_eq!(found("", &used, "gpt-5"), ["gpt-4o-mini-tts", SHIPPED, "gpt-5", "gpt-4o"]);
        let set = "text-embedding-3-small";
        assert_eq!(found("", &[], set), [SHIPPED, set, "gpt-5", "gpt-4o"], "the connection was set to it");
    }

    #[test]
    fn a_model_is_found_by_the_name_that_is_shown() {
        let mut all = offered(&[server(1, "claude-sonnet-4-5")], &[]);
        narrow(&mut all, "Sonnet 4.5", &[]);
        assert_eq!(ids(&all), ["claude-sonnet-4-5"]);
    }

    #[test]
    fn models_are_grouped_by_connection_below_those_that_were_used_last() {
        let (one, two) = (server(1, "a"), server(2, "x"));
        let known = [list(&one, &["a", "b-tts"]), list(&two, &["x", "y"])];
        let recent = [format!("{}/y", two.id), "gone/model".to_owned()];
        let groups = |filter: &str, recent: &[String]| {
            let mut all = offered(&[one.clone(), two.clone()], &known);
            narrow(&mut all, filter, recent);
            let first = all.first().map(|first| first.model.id.clone());
            let groups = grouped(all, recent);
            assert_eq!(
                first,
                groups.first().map(|group| group.choices[0].model.id.clone()),
                "Enter picks the first one"
            );
            let shown = |group: ChoiceGroup| (group.provider.map(|one| one.id), ids(&group.choices).join(" "));
            groups.into_iter().map(shown).collect::<Vec<_>>()
        };
        let page = Provider::in_page().id;
        let of = |id, models: &str| (Some(id), models.to_owned());
        assert_eq!(groups("", &[]), [of(page, SHIPPED), of(one.id, "a"), of(two.id, "x y")]);
        let used = (None, "y".to_owned());
        assert_eq!(groups("", &recent), [used, of(page, SHIPPED), of(one.id, "a"), of(two.id, "x")]);
        assert_eq!(groups("server", &[]), [of(one.id, "a b-tts"), of(two.id, "x y")], "each connection once");
        assert!(groups("nothing", &recent).is_empty());
    }

    #[test]
    fn a_list_that_arrives_moves_no_model_of_the_picker() {
        let (one, two) = (server(1, "a"), server(2, "x"));
        let found = |known: &[Listed], filter: &str| {
            let mut all = offered(&[one.clone(), two.clone()], known);
            narrow(&mut all, filter, &[]);
            all
        };
        let shown =
            |groups: &[ChoiceGroup]| groups.iter().map(|group| ids(&group.choices).join(" ")).collect::<Vec<_>>();
        let (first, second) = (list(&one, &["0", "a", "b"]), list(&two, &["w", "x", "y"]));
        let none_yet = in_place(&[], found(&[], ""), &[], 9);
        assert_eq!(shown(&none_yet), [SHIPPED, "a", "x"]);
        let one_came = in_place(&none_yet, found(std::slice::from_ref(&first), ""), &[], 9);
        assert_eq!(shown(&one_came), [SHIPPED, "a", "x", "0 b"]);
        let both_came = in_place(&one_came, found(&[first.clone(), second.clone()], ""), &[], 9);
        assert_eq!(shown(&both_came), [SHIPPED, "a", "x", "0 b", "w y"]);
        assert_eq!(both_came[3].provider.as_ref().map(|of| of.id), Some(one.id), "each is under its connection");
        // The last group grows, where that moves no other one.
        let last_came = in_place(&none_yet, found(std::slice::from_ref(&second), ""), &[], 9);
        assert_eq!(shown(&last_came), [SHIPPED, "a", "x w y"]);
        // A heading of the only group would move its rows.
        let only = in_place(&[], found(&[], "server 1"), &[], 9);
        let grown = in_place(&only, found(&[list(&two, &["v1"])], "server 1"), &[], 9);
        assert_eq!(shown(&grown), ["a", "v1"]);
        assert!(only[0].is_only && grown[0].is_only && !grown[1].is_only, "{grown:?}");
        // What is shown is not cut off by what comes before it in the order of the list.
        let cut = in_place(&[], found(&[], ""), &[], 3);
        assert_eq!(shown(&in_place(&cut, found(&[first], ""), &[], 3)), [SHIPPED, "a", "x"]);
        let recent = [format!("{}/w", two.id)];
        let used = in_place(&none_yet, found(&[second], ""), &recent, 9);
        assert_eq!(shown(&used), [SHIPPED, "a", "x w y"], "one that was used last, too, comes below");
    }

    #[test]
    fn a_used_model_moves_to_the_top_of_at_most_five() {
        let mut recent = Vec::new();
        for name in ["a", "b", "a", "c", "d", "e", "f"] {
            recent = with_recent(recent, name.to_owned());
        }
        assert_eq!(recent, ["f", "e", "d", "c", "a"]);
    }
}
