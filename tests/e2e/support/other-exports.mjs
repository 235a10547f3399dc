// Exports of Claude and Open WebUI, in their forms.

import { zip } from './zip.mjs';

const message = (uuid, parent, sender, content) => ({
  uuid,
  sender,
  text: '',
  content,
  created_at: `2026-03-01T10:00:0${uuid.at(-1)}.000000Z`,
  attachments: [],
  files: [],
  parent_message_uuid: parent ?? '00000000-0000-4000-8000-000000000000',
});
const text = words => [{ type: 'text', text: words }];

/** Claude's zip: a conversation in a project whose reply was regenerated, and what Claude remembers. */
export function claudeExport(title) {
  const tool = { type: 'tool_use', id: 'toolu_1', name: 'web_search', input: { query: 'bees' } };
  const result = { type: 'tool_result', tool_use_id: 'toolu_1', content: [{ type: 'text', text: 'In May.' }], is_error: false };
  const chat_messages = [
    message('m1', undefined, 'human', text('When do bees swarm?')),
    message('m2', 'm1', 'assistant', text('In spring.')),
    message('m3', 'm1', 'assistant', [{ type: 'thinking', thinking: 'I look it up.' }, tool, result, ...text('In May.')]),
  ];
  const conversation = { uuid: 'c1', name: title, created_at: '2026-03-01T10:00:00Z', updated_at: '2026-03-01T10:00:09Z', project: { uuid: 'p1' }, chat_messages };
  return zip('claude.zip', {
    'conversations.json': JSON.stringify([conversation, { uuid: 'c2', name: 'Never begun', chat_messages: [] }]),
    'projects.json': JSON.stringify([{ uuid: 'p1', name: 'Garden', prompt_template: 'Answer as a gardener.', docs: [] }]),
    'memories.json': JSON.stringify([{ conversations_memory: '**Home**\n\n- Keeps three hives', project_memories: {}, account_uuid: 'a' }]),
    'users.json': JSON.stringify([{ uuid: 'a', full_name: 'Anna' }]),
  });
}

/** Open WebUI's export of a chat that two models answered. */
export function openWebUiExport(title, question, ...answers) {
  const ids = answers.map((_, index) => `a${index}`);
  const messages = { u: { id: 'u', parentId: null, childrenIds: ids, role: 'user', content: question, timestamp: 1_700_000_000 } };
  answers.forEach((content, index) => {
    messages[ids[index]] = { id: ids[index], parentId: 'u', childrenIds: [], role: 'assistant', content, model: `model-${index}`, timestamp: 1_700_000_001 + index, done: true };
  });
  const chat = { title, models: ids, history: { currentId: ids.at(-1), messages } };
  const buffer = Buffer.from(JSON.stringify([{ id: 'w1', title, chat, created_at: 1_700_000_000, updated_at: 1_700_000_009, archived: false }]));
  return { name: 'chats.json', mimeType: 'application/json', buffer };
}
