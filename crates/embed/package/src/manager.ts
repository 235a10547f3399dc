// `ContextManager`: the API that a page uses.

/// <reference lib="esnext.disposable" preserve="true" />

import { addChanged, changesOf } from "./changes.js";
import { Documents } from "./documents.js";
import { calling, callingNow, RicordoError } from "./errors.js";
import { eventsOf, pagesOf } from "./events.js";
import { aboutOf, handled, keepOf, newMessage, optionsOf, partsOf, whole, type NewMessage } from "./given.js";
import { Conversations, Memories, Projects, Summaries, Tasks, type Caller, type Work } from "./groups.js";
import { requireInit } from "./init.js";
import { Listeners, weakly } from "./listeners.js";
import { answeringOf, backgroundOf, type Model } from "./model.js";
import { OtherTabs } from "./other-tabs.js";
import type { ChatMessage, Compiled, Content, Message, Role } from "./messages.js";
import { Queue } from "./queue.js";
import type { DayUsage, Imported, RecalledHere, RecallOptions, Summary } from "./records.js";
import type { Settings, SettingsPatch } from "./settings.js";
import { saveWhenHidden, storageOf } from "./storage.js";
import { Toolbox, type ToolFunction, type ToolSchema } from "./tools.js";
import type { AppendOptions, ChangeEvent, CommittedTurn, MaintainOptions, ManagerEvents } from "./types.js";
import type { MessageOptions, OpenOptions, SendOptions, StorageInfo, TurnEvent, TurnOptions } from "./types.js";
import { Vectors } from "./vectors.js";
import { Manager } from "./wasm/ricordo.js";

const saveNow = (manager: Manager) => manager.saveNow();

/**
 * Stores conversations and decides what is sent to the model.
 *
 * Every promise rejects with a {@link RicordoError}. Stored data stays consistent then.
 */
export class ContextManager {
  /** All conversations, and which of them is open. */
  readonly conversations: Conversations;
  readonly projects: Projects;
  readonly documents: Documents;
  readonly memories: Memories;
  readonly tasks: Tasks;
  readonly summaries: Summaries;
  /** Recall by meaning, by a model of the program. */
  readonly vectors: Vectors;
  /** Where the data is stored, and what the user should know about that. */
  readonly storage: StorageInfo;

  readonly #manager: Manager;
  readonly #tools: Toolbox;
  readonly #queue = new Queue();
  readonly #listeners: Listeners;
  readonly #closing = new AbortController();
  readonly #otherTabs: OtherTabs;
  /** The model that answers, as the module takes it. Each call gets the model that was set when it was made. */
  #model: readonly unknown[] = [];

  private constructor(manager: Manager, tools: Toolbox, listeners: Listeners, /** As it was opened. */ readonly name?: string) {
    this.#manager = manager;
    this.#tools = tools;
    this.#listeners = listeners;
    this.storage = storageOf(name, manager.persistent, manager.refused);
    const caller: Caller = {
      run: (what, work) => this.#run(what, work),
      change: (what, work, conversation) => this.#change(what, work, conversation),
      patch: (what, work) => this.#patch(what, work),
      until: signal => this.#until(signal),
      model: () => this.#model,
    };
    this.conversations = new Conversations(caller);
    this.projects = new Projects(caller);
    this.documents = new Documents(caller);
    this.memories = new Memories(caller);
    this.tasks = new Tasks(caller);
    this.summaries = new Summaries(caller);
    this.vectors = new Vectors(caller, () => this.#otherTabs.notifyOfVectors());
    this.#otherTabs = new OtherTabs(manager.persistent ? name : undefined, weakly(this, ContextManager.#changedElsewhere));
    saveWhenHidden(weakly(manager, saveNow), this.#closing.signal);
  }

  /**
   * Opens the conversation that was used last, or a new one.
   *
   * With a name, data is stored in the IndexedDB database of that name, in the origin of this page; without one, in memory.
   *
   * @throws `not-initialized`, `bad-argument`, the codes of settings, and `upgrade-blocked`, `newer-version`,
   * `storage-unavailable` and the like.
   */
  static async open(name: string | undefined, options?: OpenOptions): Promise<ContextManager>;
  static async open(options?: OpenOptions): Promise<ContextManager>;
  static async open(first?: string | OpenOptions, second?: OpenOptions): Promise<ContextManager> {
    requireInit("ContextManager.open");
    const options = optionsOf(first, second);
    const listeners = new Listeners();
    const tools = new Toolbox(error => listeners.emit("error", error));
    const fallback = options.withoutStorage !== "error";
    const manager = await calling(() => Manager.open(options.name, fallback, tools.call));
    const opened = new ContextManager(manager, tools, listeners, options.name);
    try {
      opened.useModel(options.model);
      if (options.background) await opened.useBackground(options.background);
      if (options.embedder) await opened.vectors.use(options.embedder);
      if (options.vectorStore) await opened.vectors.useStore(options.vectorStore);
      if (options.settings) await opened.settings(options.settings);
    } catch (error) {
      await opened.close();
      throw error;
    }
    return opened;
  }

  /** The id of the open conversation. */
  get conversationId(): string {
    return this.#open("conversationId").conversation;
  }

  /** Sets the model for calls from now on. Without one the page calls its own with {@link compile} and {@link commitTurn}. */
  useModel(model: Model | undefined): void {
    const manager = this.#open("useModel");
    const given = answeringOf(model);
    callingNow(() => manager.useModel(given));
    this.#model = given;
  }

  /** Sets the model for background work and summaries from now on. `undefined`: the model that answers. */
  useBackground(background: OpenOptions["background"]): Promise<void> {
    return this.#run("useBackground", (manager, open) => manager.maintenance(open, "useBackground", backgroundOf(background)));
  }

  /**
   * Sends a message and resolves with the reply. It also resolves if the reply failed or was stopped: `finish` says so, and the
   * reply holds what had arrived. If the reply could not be stored, the last event is `notSaved` with `final`.
   *
   * Calls on one conversation run one after the other, in the order of the calls, also across tabs. If the signal is aborted
   * before the message is sent, the promise rejects with `aborted` and nothing is stored.
   *
   * @throws Nothing was sent: `aborted`, `no-model`, `empty-message`, `over-budget`, `cannot-see`, `bad-argument`, `closed`
   * and the codes of storage.
   */
  async send(content: Content | ChatMessage, options: SendOptions = {}): Promise<Message> {
    return this.#turn("send", () => partsOf(content), options, aboutOf(options));
  }

  /**
   * Requests the reply to the user's last message again, like {@link send}. An empty reply is replaced; any other stays on its
   * own branch.
   *
   * @throws Like {@link send}, and `nothing-to-retry` if the user has sent no message.
   */
  async retry(options: TurnOptions = {}): Promise<Message> {
    return this.#turn("retry", async () => undefined, options);
  }

  /**
   * Sends a message and yields the events of the turn one by one; the iterator returns the reply. Leaving the loop stops the
   * reply.
   */
  stream(content: Content | ChatMessage, { signal, ...about }: Omit<SendOptions, "onEvent"> = {}): AsyncGenerator<TurnEvent, Message, void> {
    return eventsOf(options => this.send(content, { ...about, ...options }), signal);
  }

  /** The exact request that {@link send} would send now, and what it consists of. Sends and stores nothing. */
  async compile(content: Content | ChatMessage, options: MessageOptions = {}): Promise<Compiled> {
    return this.#run("compile", async (manager, open) => manager.compile(open, await partsOf(content), aboutOf(options)));
  }

  /**
   * What recall finds for a query in a conversation, best first: what a message with these words would bring along. Works also
   * while `recall.enabled` is off; the levels of the settings hold. Sends and stores nothing.
   */
  recall(query: string, options: RecallOptions = {}): Promise<RecalledHere[]> {
    return this.#run("recall", (manager, open) => manager.command(open, "recall", [String(query), options]));
  }

  /** Stores one message at the end of the conversation, without calling a model. */
  async append(role: Role, content: Content, options?: AppendOptions): Promise<Message>;
  async append(message: ChatMessage, options?: AppendOptions): Promise<Message>;
  async append(first: Role | ChatMessage, second?: Content | AppendOptions, third?: AppendOptions): Promise<Message> {
    const [message] = await this.#append([newMessage(first, second, third)]);
    return message as Message;
  }

  /** Stores a turn for which the page called its model itself: the user's message and the reply, both or none. */
  async commitTurn({ message, reply, ...options }: CommittedTurn): Promise<{ message: Message; reply: Message }> {
    const messages = [
      { role: "user" as const, content: message, about: aboutOf(options) },
      { role: "assistant" as const, content: reply, options },
    ];
    const [stored, answered] = await this.#append(messages);
    return { message: stored as Message, reply: answered as Message };
  }

  /** The last messages, oldest first: 30, or `limit`; with `before`, those before that message. */
  history({ limit = 30, before }: { limit?: number; before?: string } = {}): Promise<Message[]> {
    return this.#run("history", (manager, open) => manager.history(open, whole("limit", limit), before));
  }

  /** All messages of the conversation, from the first on. They are read as they are consumed. */
  messages(): AsyncGenerator<Message, void, void> {
    const { conversation } = this.#manager;
    return pagesOf(from => this.#run("messages", manager => manager.page(conversation, from, 200)));
  }

  /** Forgets everything except the last `keep` messages of completed turns: earlier ones are no longer sent. They stay stored. */
  forget(options: { keep?: number } = {}): Promise<void> {
    return this.#change("context", (manager, open) => manager.command(open, "forget", [keepOf(options)]));
  }

  /** Undoes the last forget exactly. `false`: nothing was forgotten. */
  remember(): Promise<boolean> {
    return this.#change("context", (manager, open) => manager.command(open, "remember", []));
  }

  /** Undoes the last command and returns its name; `undefined`: there was none. */
  undo(): Promise<string | undefined> {
    return this.#change("everything", (manager, open) => manager.command(open, "undo", []));
  }

  /** Hides a message from the model, or shows it again. */
  mute(messageId: string, muted = true): Promise<void> {
    return this.#change("context", (manager, open) => manager.command(open, "mark", [messageId, muted ? "muted" : undefined]));
  }

  /** Always sends a message, however old it is, or stops doing so. */
  pin(messageId: string, pinned = true): Promise<void> {
    return this.#change("context", (manager, open) => manager.command(open, "mark", [messageId, pinned ? "pinned" : undefined]));
  }

  /** Replaces the older messages by a summary in requests. With `model: false`, the summary consists of their own sentences. */
  compress({ signal, ...how }: { model?: boolean; signal?: AbortSignal } = {}): Promise<Summary> {
    return this.#change("summaries", (manager, open) => manager.maintenance(open, "compress", [how, this.#until(signal), ...this.#model]));
  }

  /** Undoes the newest compression: its messages are sent again as far as there is room. */
  uncompress(): Promise<Summary> {
    return this.#change("summaries", (manager, open) => manager.maintenance(open, "uncompress", []));
  }

  /** All settings; with `patch`, some of them are changed first. {@link undo} reverts the change. */
  settings(patch?: SettingsPatch): Promise<Settings> {
    if (patch === undefined) return this.#run("settings", (manager, open) => manager.command(open, "settings", []));
    return this.#patch("settings", (manager, open) => manager.command(open, "changeSettings", [patch]));
  }

  /** Sets all settings to those of a preset: the name of a shipped one, or the text of a preset file. */
  preset(preset: string): Promise<Settings> {
    return this.#patch("settings", (manager, open) => manager.command(open, "preset", [String(preset)]));
  }

  /** The shipped presets. */
  presets(): Promise<{ name: string; about: string }[]> {
    return this.#run("presets", (manager, open) => manager.command(open, "presets", []));
  }

  /** Lets the model call a function of the page. Returns a function that removes the tool. */
  registerTool(schema: ToolSchema | { type: "function"; function: ToolSchema }, run: ToolFunction): () => void {
    const manager = this.#open("registerTool");
    const name = this.#tools.add(schema, run);
    const remove = () => {
      this.#tools.remove(name);
      if (!this.#closing.signal.aborted) callingNow(() => manager.setTools(this.#tools.schemas));
    };
    try {
      callingNow(() => manager.setTools(this.#tools.schemas));
    } catch (error) {
      remove();
      throw error;
    }
    return remove;
  }

  /**
   * Does pending background work: compression, titles, facts, daily summaries. Also erases conversations that were removed 30
   * days ago. Call it when the page is idle; it yields to turns. `true`: nothing more is due now.
   */
  maintain({ onEvent, signal, ...costs }: MaintainOptions = {}): Promise<boolean> {
    return this.#run("maintain", (manager, open) => {
      const notify = (event: ManagerEvents["maintain"]) => {
        this.#listeners.tell("maintain", onEvent, event);
        for (const [what, conversation] of changesOf(event, open)) this.#changed(what, conversation);
      };
      return manager.maintenance(open, "maintain", [costs, notify, signal, ...this.#model]);
    });
  }

  /** All stored data as JSON, without API keys. */
  exportAll(): Promise<string> {
    return this.#run("exportAll", (manager, open) => manager.maintenance(open, "exportAll", []));
  }

  /** Adds the records of an export that do not exist here yet. Existing ones stay unchanged, and existing conversations get nothing. */
  importAll(json: string): Promise<Imported> {
    return this.#change("everything", (manager, open) => manager.maintenance(open, "importAll", [String(json)]));
  }

  /**
   * Erases a message, a conversation, or all conversations, with everything derived from them. This cannot be undone.
   * `"all"` also erases facts and tasks that came from conversations. What the user wrote, settings and shared documents stay.
   */
  erase(what: { message: string } | { conversation: string } | "all" | "conversations"): Promise<void> {
    return this.#change("everything", (manager, open) => manager.maintenance(open, "erase", [what]));
  }

  /** Usage by day and model, newest day first. */
  stats(): Promise<DayUsage[]> {
    return this.#run("stats", (manager, open) => manager.command(open, "stats", []));
  }

  /** Adds a listener; returns a function that removes it. */
  on<Name extends keyof ManagerEvents>(event: Name, listener: (value: ManagerEvents[Name]) => void): () => void {
    return this.#listeners.add(event, listener);
  }

  /**
   * Stops running turns, keeps what has arrived, erases a temporary conversation that is open, and closes the database. Every
   * later call rejects with `closed`.
   */
  async close(): Promise<void> {
    if (this.#closing.signal.aborted) return;
    const running = this.#queue.idle();
    this.#closing.abort(new RicordoError("closed", "The manager was closed."));
    await running;
    this.#otherTabs.close();
    await this.#manager.close();
  }

  [Symbol.dispose](): void {
    void this.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** Runs a turn with the parts of a message; without any, the last turn again. */
  async #turn(what: string, message: () => Promise<object[] | undefined>, { onEvent, signal }: TurnOptions, about?: object): Promise<Message> {
    const manager = this.#open(what);
    const [conversation, model, until] = [manager.conversation, this.#model, this.#until(signal)];
    const changed = new Set<ChangeEvent["what"]>(["messages"]);
    const notify = (event: TurnEvent) => {
      this.#listeners.tell("turn", onEvent, event);
      addChanged(changed, event);
    };
    // The queue is joined at once, while files are still read.
    const parts = handled(message());
    const work = () => calling(async () => manager.send([conversation, await parts, about, ...model], notify, until));
    const reply = (await this.#queue.run(conversation, until, work)) as Message;
    for (const what of changed) this.#changed(what, conversation);
    return reply;
  }

  async #append(messages: NewMessage[]): Promise<Message[]> {
    const manager = this.#open("append");
    const conversation = manager.conversation;
    const described = messages.map(({ role, options: { author, replyTo, chatName, chatType, ...options } = {} }) => ({ role, ...options }));
    const abouts = messages.map(({ about }) => about);
    const parts = handled(Promise.all(messages.map(({ role, content }) => partsOf(content, role))));
    const work = () => calling(async () => manager.append(conversation, described, await parts, abouts));
    const stored = (await this.#queue.run(conversation, this.#closing.signal, work)) as Message[];
    this.#changed("messages", conversation);
    return stored;
  }

  #open(what: string): Manager {
    if (!this.#closing.signal.aborted) return this.#manager;
    throw new RicordoError("closed", `This manager was closed before ${what}: open another one with ContextManager.open.`);
  }

  async #run<T>(what: string, work: Work): Promise<T> {
    const manager = this.#open(what);
    return (await calling(() => work(manager, manager.conversation))) as T;
  }

  async #change<T>(what: ChangeEvent["what"], work: Work, of?: string, manager = this.#open(`a change of ${what}`)): Promise<T> {
    const open = manager.conversation;
    const result = (await calling(() => work(manager, open))) as T;
    // Only these open another conversation.
    this.#changed(what, what === "conversations" || what === "everything" ? manager.conversation : (of ?? open));
    return result;
  }

  /** Like {@link #change}, one after the other. The module's lock does that across tabs, but not every engine has locks. `close` waits for it. */
  async #patch<T>(what: ChangeEvent["what"], work: Work): Promise<T> {
    const manager = this.#open(`a change of ${what}`);
    const open = manager.conversation;
    return this.#queue.run("patches", new AbortController().signal, () => this.#change<T>(what, () => work(manager, open), open, manager));
  }

  /** A signal that is also aborted when the manager is closed. */
  #until(signal?: AbortSignal): AbortSignal {
    return AbortSignal.any([this.#closing.signal, ...(signal ? [signal] : [])]);
  }

  #changed(what: ChangeEvent["what"], conversationId: string): void {
    this.#otherTabs.notify(what, conversationId);
    this.#listeners.emit("change", { what, from: "here", conversationId });
  }

  static #changedElsewhere(open: ContextManager, news: string): void {
    const conversationId = open.#manager.changedElsewhere(news);
    if (conversationId) open.#listeners.emit("change", { what: "everything", from: "elsewhere", conversationId });
  }
}
