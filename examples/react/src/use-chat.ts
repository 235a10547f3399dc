// A hook around a manager: the messages, the streaming reply, and a function that sends.
import { useEffect, useState } from "react";
import type { ContextManager, Message } from "ricordo";

export function useChat(manager: ContextManager) {
  const [messages, setMessages] = useState<Message[]>([]);
  const [streaming, setStreaming] = useState<string | null>(null);

  useEffect(() => {
    const read = () => manager.history().then(setMessages);
    void read();
    // In this tab or another.
    return manager.on("change", () => void read());
  }, [manager]);

  async function send(text: string): Promise<void> {
    setStreaming("");
    try {
      await manager.send(text, {
        onEvent: event => {
          if (event.type === "text") setStreaming(before => (before ?? "") + event.text);
        },
      });
    } finally {
      setStreaming(null);
    }
  }

  return { messages, streaming, send };
}
