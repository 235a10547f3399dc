//! Collects from the store what compiling needs beside the window: the template in use, the calibration of the model,
//! older messages that are pinned or replied to, which summaries the provider may get, the tools, and the bytes of images.

use super::{
    Session,
    loading::first_page,
    recalling::{AskedFor, Recipient},
};
use crate::{
    branch::path,
    compile::{Compiled, Counter, Outgoing, compile},
    error::Error,
    host::Host,
    id::{ConversationId, MessageId},
    mark::MarkKind,
    message::{Message, Part},
    model::{Attachment, ChatRequest},
    project::Project,
    provider::{ModelCalibration, Provider, ProviderKind},
    record::{Record, RecordKey},
    settings::{OwnSettings, Settings},
    snapshot::Snapshot,
    store::Store,
    tools,
};

/// The most messages fetched from before the window: pinned ones, and those that later ones reply to.
const MOST_EARLIER: usize = 64;

impl<S: Store, H: Host> Session<S, H> {
    /// The request that [`Session::send`] would send for `text`, without sending it.
    ///
    /// # Errors
    /// [`Error::OverBudget`] when it cannot be sent; [`Error::NoConversation`]; [`Error::Store`].
    pub async fn preview(&self, id: ConversationId, text: &str, provider: &Provider) -> Result<Compiled, Error> {
        self.preview_message(id, Outgoing::text(text), provider, AskedFor::Typing).await
    }

    /// The request that [`Session::send_message`] would send, without sending it. `asked_for` decides how long recall is
    /// waited for, and whether the text may leave this computer for it.
    ///
    /// # Errors
    /// As [`Session::preview`], and [`Error::ImagesUnsupported`].
    pub async fn preview_message(
        &self,
        id: ConversationId,
        mut outgoing: Outgoing,
        provider: &Provider,
        asked_for: AskedFor,
    ) -> Result<Compiled, Error> {
        let (settings, snapshot) = self.resolve_inputs(id, provider, &mut outgoing).await?;
        let now = self.now(&settings);
        let to = Recipient { provider, now, asked_for };
        self.recall_for(&settings, &snapshot, &mut outgoing, to).await;
        Ok(compile(&snapshot, &outgoing, &settings, provider, &now)?)
    }

    /// The effective settings of the conversation, with the template in use, and the snapshot with everything that
    /// compiling may need. Fills in the tools.
    pub(super) async fn resolve_inputs(
        &self,
        id: ConversationId,
        provider: &Provider,
        outgoing: &mut Outgoing,
    ) -> Result<(Settings, Snapshot), Error> {
        // Read first, because they determine the size of the snapshot.
        let settings = self.settings_in(id).await?;
        let snapshot = self.snapshot(id, first_page(&settings)).await?;
        self.complete_inputs(settings, snapshot, provider, outgoing).await
    }

    /// The effective settings of a conversation: its own over its preset, or that of its project, over the user's
    /// settings.
    ///
    /// # Errors
    /// [`Error::NoConversation`], [`Error::Store`].
    pub(super) async fn settings_in(&self, id: ConversationId) -> Result<Settings, Error> {
        let conversation = self.conversation(id).await?;
        let project = self.project_of(&conversation).await?;
        self.settings_under(self.settings().await?, &conversation.own, project.as_ref()).await
    }

    /// `settings` with the preset of a conversation applied, or that of its project, and its own settings over that.
    pub(super) async fn settings_under(
        &self,
        settings: Settings,
        own: &OwnSettings,
        project: Option<&Project>,
    ) -> Result<Settings, Error> {
        let of_project = || project.and_then(|project| project.preset.as_ref());
        let settings = match own.preset.as_ref().or_else(of_project) {
            Some(name) => self.host.preset(name, &settings).await?.with_shared_of(&settings),
            None => settings,
        };
        Ok(settings.under(own))
    }

    /// Completes settings and a snapshot with what compiling may need.
    pub(super) async fn complete_inputs(
        &self,
        mut settings: Settings,
        mut snapshot: Snapshot,
        provider: &Provider,
        outgoing: &mut Outgoing,
    ) -> Result<(Settings, Snapshot), Error> {
        if let Some(template) = snapshot.conversation.template.or(settings.template)
            && snapshot.conversation.own.system_prompt.is_none()
            && let Some(Record::Template(template)) = self.store.record(RecordKey::Template(template)).await?
        {
            settings.system_prompt = template.text.into();
        }
        let calibration = self.calibration(provider).await?.calibration;
        snapshot.counter = Counter::of(&provider.model, calibration, settings.exact_counts);
        let sends_tools = provider.has_tools && provider.kind != ProviderKind::InPage;
        self.load_window(&mut snapshot, &settings, sends_tools).await?;
        snapshot.conversation.chat = outgoing.chat.or(&snapshot.conversation.chat);
        snapshot.earlier = self.earlier(&snapshot, outgoing.reply_to).await?;
        outgoing.kept_here = self.summaries_kept_here(&snapshot, provider).await?;
        let names = self.tool_names(&settings, async || self.documents_at(snapshot.place()).await).await?;
        outgoing.tools = self.host.tools_in(settings.language, tools::specs(&names)).await?;
        outgoing.tools.extend(self.host.tools());
        Ok((settings, snapshot))
    }

    /// The calibration of this provider's model, learned from the counts it reported; the default if none is stored.
    pub(super) async fn calibration(&self, provider: &Provider) -> Result<ModelCalibration, Error> {
        Ok(match self.store.record(RecordKey::Calibration(provider.id)).await? {
            Some(Record::Calibration(known)) if known.model == provider.model => known,
            _ => ModelCalibration {
                provider: provider.id,
                model: provider.model.clone(),
                calibration: Default::default(),
            },
        })
    }

    /// Pinned messages, and then those that are replied to, on the active branch before the loaded ones.
    async fn earlier(&self, snapshot: &Snapshot, replied_to: Option<MessageId>) -> Result<Vec<Message>, Error> {
        let id = snapshot.conversation.id;
        let segments = path(&snapshot.branches, snapshot.conversation.active_branch);
        let is_on_path = |message: &Message| {
            let is_in = |segment: &crate::branch::Segment| {
                segment.branch == message.branch && (segment.from..segment.to).contains(&message.sequence)
            };
            message.conversation == id && segments.iter().any(is_in)
        };
        let pinned = snapshot.marks.iter().filter(|mark| mark.kind == MarkKind::Pinned);
        let replies = snapshot.messages.iter().filter_map(|message| message.reply_to);
        let mut earlier: Vec<Message> = Vec::new();
        for wanted in pinned.map(|mark| mark.message).chain(replied_to).chain(replies.rev()) {
            let is_known = |message: &Message| message.id == wanted;
            if earlier.len() >= MOST_EARLIER || snapshot.messages.iter().chain(&earlier).any(is_known) {
                continue;
            }
            if let Some(message) = self.store.message(wanted).await?.filter(is_on_path) {
                earlier.push(message);
            }
        }
        ricordo_text::small_sort::by_key(&mut earlier, |message| message.sequence);
        Ok(earlier)
    }

    /// Adds the bytes of the images that the messages of a request name. An erased image is sent as a note.
    pub(super) async fn attach(&self, request: &mut ChatRequest) -> Result<(), Error> {
        let parts = request.messages.iter().flat_map(|message| &message.parts);
        let mut blobs: Vec<_> =
            parts.filter_map(|part| if let Part::Image { blob, .. } = part { Some(*blob) } else { None }).collect();
        ricordo_text::small_sort::ascending(&mut blobs);
        blobs.dedup();
        for blob in blobs {
            if let Some(Record::Blob(found)) = self.store.record(RecordKey::Blob(blob)).await? {
                request.attachments.push(Attachment { blob, media_type: found.media_type, bytes: found.bytes });
            }
        }
        Ok(())
    }
}
