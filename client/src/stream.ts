import type { components } from './schema';

/** An event of the log; of a stream of a subscription, its delivery as it would be sent. */
export interface StreamedEvent {
  /** `after` of a stream that goes on from here. */
  id: string;
  type: string;
  data: components['schemas']['Event'] | { headers: Record<string, string>; body: string };
}

/** @returns the event of one message; null for what carries none, such as a sign of life */
function eventOf(message: string): StreamedEvent | null {
  const fields = new Map<string, string>();
  for (const line of message.split('\n')) {
    const [, name = '', value = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
    fields.set(name, value);
  }
  const data = fields.get('data');
  if (data === undefined) return null;
  const type = fields.get('event') ?? '';
  return { id: fields.get('id') ?? '', type, data: JSON.parse(data) as StreamedEvent['data'] };
}

/** The server-sent events of an answer. @see https://html.spec.whatwg.org/multipage/server-sent-events.html */
export async function* eventsOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<StreamedEvent> {
  const decoder = new TextDecoder();
  let left = '';
  for await (const bytes of body) {
    const messages = (left + decoder.decode(bytes, { stream: true })).split('\n\n');
    left = messages.pop() ?? '';
    for (const message of messages) {
      const event = eventOf(message);
      if (event !== null) yield event;
    }
  }
}
