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
