import type { Logger } from 'pino';
import { z, type ZodType } from 'zod';
import type { Endpoint, Reply, ResponseRecord } from '../endpoint';
import { fitAnswer, MISFIT_MESSAGE, type Misfit } from './fit-answer';

/** A member of an answer whose values are given again and again, with the text of each that was written before. */
interface LastingMember {
  name: string;
  schema: ZodType;
  written: WeakMap<object, string>;
}

interface Parts {
  /** The answer without its lasting members. */
  rest: ZodType;
  lasting: readonly LastingMember[];
}

const partsBefore = new WeakMap<ResponseRecord, Parts | null>();

/**
 * Splits the schema of an answer into lasting members, which are written once per value, and the rest; null without
 * lasting members.
 */
function makeParts({ schema, lastingMembers = [] }: ResponseRecord): Parts | null {
  if (lastingMembers.length === 0 || !(schema instanceof z.ZodObject)) return null;
  const lasting = lastingMembers.map((name) => {
    const member: unknown = schema.shape[name];
    if (!(member instanceof z.ZodType)) throw new Error(`an answer has no member ${name}`);
    return { name, schema: member, written: new WeakMap<object, string>() };
  });
  const rest = Object.entries(schema.shape).filter(([name]) => !lastingMembers.includes(name));
  return { rest: z.object(Object.fromEntries(rest)), lasting };
}

/** The parts of an answer's schema, cached; null if it is not divided. */
function partsOf(shape: ResponseRecord): Parts | null {
  const known = partsBefore.get(shape);
  if (known !== undefined) return known;
  const parts = makeParts(shape);
  partsBefore.set(shape, parts);
  return parts;
}

type OnMisfits = (misfits: readonly Misfit[]) => void;

function writeChecked(schema: ZodType, value: unknown, onMisfits: OnMisfits): string {
  const { data, misfits } = fitAnswer(schema, value);
  if (misfits.length > 0) onMisfits(misfits);
  return JSON.stringify(data);
}

/** Writes a lasting member, or returns its text from before. */
function writeLasting({ name, schema, written }: LastingMember, value: unknown, onMisfits: OnMisfits): string {
  const inMember: OnMisfits = (misfits) =>
    onMisfits(misfits.map(({ field, code }) => ({ field: field === '' ? name : `${name}.${field}`, code })));
  if (typeof value !== 'object' || value === null) return writeChecked(schema, value, inMember);
  const known = written.get(value);
  if (known !== undefined) return known;
  const text = writeChecked(schema, value, inMember);
  written.set(value, text);
  return text;
}

/** Writes the data of an answer; lasting members come after the others. */
function writeData(shape: ResponseRecord, schema: ZodType, data: unknown, onMisfits: OnMisfits): string {
  const parts = partsOf(shape);
  if (parts === null || typeof data !== 'object' || data === null) return writeChecked(schema, data, onMisfits);
  const rest = writeChecked(parts.rest, data, onMisfits).slice(1, -1);
  const lasting = parts.lasting.map(
    (member) => `${JSON.stringify(member.name)}:${writeLasting(member, Reflect.get(data, member.name), onMisfits)}`,
  );
  return `{${[...(rest === '' ? [] : [rest]), ...lasting].join(',')}}`;
}

const serializedBefore = new WeakMap<Reply, Reply>();

/**
 * Checks an answer against its schema and writes it as text. Whole replies that last, and members named by
 * `lastingMembers`, are checked and written only the first time.
 */
export function serializeReply(record: Endpoint, reply: Reply, log: Logger): Reply {
  if (reply.isLasting !== true) return serializeNow(record, reply, log);
  const known = serializedBefore.get(reply);
  if (known !== undefined) return known;
  const serialized = serializeNow(record, reply, log);
  serializedBefore.set(reply, serialized);
  return serialized;
}

/**
 * Checks and writes an answer. One that does not fit is logged, and sent as far as it fits, because its effect is
 * stored already.
 */
function serializeNow(record: Endpoint, reply: Reply, log: Logger): Reply {
  if (reply.binary !== undefined || reply.stream !== undefined) return reply;
  const shape = record.responses[reply.status];
  if (shape === undefined) throw new Error(`${record.operationId} declares no answer ${reply.status}`);
  if (shape.schema === null) return { ...reply, verbatim: '' };
  const onMisfits: OnMisfits = (misfits) => log.error({ operation: record.operationId, misfits }, MISFIT_MESSAGE);
  const text = writeData(shape, shape.schema, reply.data, onMisfits);
  return { ...reply, verbatim: record.envelope === 'wrapped' ? `{"success":true,"data":${text}}` : text };
}
