import { Readable } from 'node:stream';
import pino from 'pino';
import { z } from 'zod';
import type { Endpoint, Reply } from '../../../api/endpoint';
import { serializeReply } from '../../../api/middleware/serialize-reply';

const Part = z.object({ name: z.string() });
const Answer = z.object({ id: z.number(), parts: z.array(Part), source: Part.nullable() });

function recordWith(lastingMembers: readonly string[]): Endpoint {
  const shape = { description: '', schema: Answer, lastingMembers };
  return { operationId: 'read', envelope: 'wrapped', responses: { 200: shape } } as unknown as Endpoint;
}

const log = pino({ enabled: false });
const written = (record: Endpoint, data: object): unknown =>
  JSON.parse(serializeReply(record, { status: 200, data } satisfies Reply, log).verbatim ?? '');

describe('an answer with members that last', () => {
  const record = recordWith(['parts', 'source']);

  it.each([
    ['objects', { id: 1, parts: [{ name: 'a' }], source: { name: 'b' } }],
    ['null', { id: 2, parts: [], source: null }],
  ])('says the same as one without: %s', (_, data) => {
    expect(written(record, data)).toEqual({ success: true, data });
    expect(written(record, data)).toEqual(written(recordWith([]), data));
  });

  it('says the same where all of its members last', () => {
    const data = { id: 1, parts: [], source: null };
    expect(written(recordWith(['id', 'parts', 'source']), data)).toEqual({ success: true, data });
  });

  it('leaves out what the schema does not name, in lasting members too', () => {
    const data = { id: 1, parts: [{ name: 'a', secret: 1 }], source: null, secret: 2 };
    expect(written(record, data)).toEqual({ success: true, data: { id: 1, parts: [{ name: 'a' }], source: null } });
  });

  it('checks and writes an object once, and each object for itself', () => {
    const reads: string[] = [];
    const part = (name: string): object => ({
      get name() {
        reads.push(name);
        return name;
      },
    });
    const [first, second] = [[part('a')], [part('b')]];
    for (const parts of [first, second, first, second]) written(record, { id: 1, parts, source: null });
    expect(reads).toEqual(['a', 'b']);
  });

  it('tells which part of a lasting member does not fit, and shows the rest', () => {
    const faults: unknown[] = [];
    const data = { id: 1, parts: [{ name: 7 }], source: null };
    const loud = pino({ level: 'error' }, { write: (line: string) => void faults.push(JSON.parse(line)) });
    const { verbatim } = serializeReply(record, { status: 200, data }, loud);
    expect(JSON.parse(verbatim ?? '')).toMatchObject({ data: { id: 1, parts: [{ name: null }] } });
    expect(faults).toMatchObject([{ operation: 'read', misfits: [{ field: 'parts.0.name' }] }]);
  });
});

/** Counts how often an answer is written. */
function counted(): { data: object; count: () => number } {
  let reads = 0;
  const data = {
    parts: [],
    source: null,
    get id() {
      reads += 1;
      return 1;
    },
  };
  return { data, count: () => reads };
}

describe('a reply', () => {
  const record = recordWith([]);

  it('that lasts is checked and written once, another one each time', () => {
    const lasting = counted();
    const reply: Reply = { status: 200, data: lasting.data, isLasting: true };
    const first = serializeReply(record, reply, log);
    expect(serializeReply(record, reply, log)).toBe(first);
    expect(first.verbatim).toContain('"id":1');
    const once = lasting.count();
    serializeReply(record, reply, log);
    expect(lasting.count()).toBe(once);
    const other = counted();
    for (let turn = 0; turn < 2; turn += 1) serializeReply(record, { status: 200, data: other.data }, log);
    expect(other.count()).toBe(2 * once);
  });

  it('of bytes or of a stream is left as it is, whatever its status', () => {
    const binary: Reply = { status: 206, binary: { contentType: 'application/pdf', bytes: Buffer.from('x') } };
    const stream: Reply = { status: 206, stream: Readable.from([]) };
    for (const reply of [binary, stream]) expect(serializeReply(record, reply, log)).toBe(reply);
  });

  it('without a body is empty, and keeps its headers', () => {
    const empty = { ...record, responses: { 204: { description: '', schema: null } } };
    const reply: Reply = { status: 204, headers: { Location: '/x' } };
    expect(serializeReply(empty, reply, log)).toEqual({ ...reply, verbatim: '' });
  });

  it('is bare where its operation says so', () => {
    const data = { id: 1, parts: [], source: null };
    const bare: Endpoint = { ...record, envelope: 'bare' };
    expect(JSON.parse(serializeReply(bare, { status: 200, data }, log).verbatim ?? '')).toEqual(data);
  });

  it('of a status that its operation does not declare is a fault of ours', () => {
    expect(() => serializeReply(record, { status: 202, data: {} }, log)).toThrow('read declares no answer 202');
  });

  it('whose lasting member its schema does not name is a fault of ours', () => {
    const data = { id: 1, parts: [], source: null };
    expect(() => written(recordWith(['price']), data)).toThrow('an answer has no member price');
  });

  it.each([null, 'text'])('that is no object is told as null, with lasting members too: %j', (data) => {
    const faults: unknown[] = [];
    const loud = pino({ level: 'error' }, { write: (line: string) => void faults.push(JSON.parse(line)) });
    const { verbatim } = serializeReply(recordWith(['parts']), { status: 200, data }, loud);
    expect(JSON.parse(verbatim ?? '')).toEqual({ success: true, data: null });
    expect(faults).toMatchObject([{ misfits: [{ field: '', code: 'invalid_type' }] }]);
  });

  it('names a lasting member as a whole where nothing of it fits', () => {
    const faults: unknown[] = [];
    const loud = pino({ level: 'error' }, { write: (line: string) => void faults.push(JSON.parse(line)) });
    serializeReply(recordWith(['parts']), { status: 200, data: { id: 1, parts: 'x', source: null } }, loud);
    expect(faults).toMatchObject([{ misfits: [{ field: 'parts' }] }]);
  });
});
