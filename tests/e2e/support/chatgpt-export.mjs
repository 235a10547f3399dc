// Conversations in the format of ChatGPT's export.

const BEGINNING = 1_700_000_000;

/** A conversation with these messages, user and assistant alternating. `other` is another reply to the first question. */
export function conversation(title, lines, { other, image, at = BEGINNING } = {}) {
  const mapping = { root: { id: 'root', message: null, parent: null, children: ['m0'] } };
  lines.forEach((line, index) => {
    const next = index + 1 < lines.length ? [`m${index + 1}`] : [];
    mapping[`m${index}`] = node(`m${index}`, index === 0 ? 'root' : `m${index - 1}`, next, message(index, line, at));
  });
  if (other) {
    mapping.m0.children.push('other');
    mapping.other = node('other', 'm0', [], { ...message(1, other, at + 100), id: 'other' });
  }
  if (image) mapping.m0.message.content = { content_type: 'multimodal_text', parts: [{ content_type: 'image_asset_pointer', asset_pointer: `file-service://${image}`, width: 8, height: 8 }, lines[0]] };
  const current_node = other ? 'other' : `m${lines.length - 1}`;
  return { title, create_time: at, update_time: at + 200, conversation_id: `conversation of ${title}`, current_node, mapping };
}

/** An export file, to be picked. */
export const conversations = (...all) => ({ name: 'conversations.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(all)) });

const node = (id, parent, children, message) => ({ id, message, parent, children });

const message = (index, text, at) => ({
  id: `m${index}`,
  author: { role: index % 2 ? 'assistant' : 'user' },
  create_time: at + index,
  content: { content_type: 'text', parts: [text] },
  metadata: index % 2 ? { model_slug: 'gpt-4o' } : {},
});
