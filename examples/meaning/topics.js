// In place of a model: which topics the words of a text are about.
const TOPICS = [
  ["hedgehog", "cat", "animal", "pet", "paw"],
  ["rain", "snow", "weather", "umbrella", "sun"],
  ["soup", "bread", "cook", "meal", "hungry"],
  ["train", "ticket", "journey", "travel", "luggage"],
  ["violin", "song", "music", "concert", "sing"],
  ["doctor", "tooth", "health", "pain", "medicine"],
];

export function topics(text) {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  return TOPICS.map(topic => words.filter(word => topic.some(one => word.startsWith(one))).length + 0.1);
}
