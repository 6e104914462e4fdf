import type { Context } from 'koa';
import rawBody from 'raw-body';
import { z, type ZodType } from 'zod';
import { DomainError, invalidRequest, type ErrorCode } from '../../domain/errors';
import { WORDS } from '../words/use-words';

/** Most forms of ours have a few hundred bytes. */
const FORM_LIMIT_BYTES = 16 * 1024;

/** A file that was chosen in a form. */
export interface SentFile {
  /** As the browser names it, by the ending of the file's name. */
  mediaType: string;
  bytes: Buffer;
}

export interface SentForm {
  form: URLSearchParams;
  /** By field; a field in which nothing was chosen is absent. */
  files: ReadonlyMap<string, SentFile>;
}

const NO_FILES: ReadonlyMap<string, SentFile> = new Map();

export const NO_FORM: SentForm = { form: new URLSearchParams(), files: NO_FILES };

/** Parses `multipart/form-data` (RFC 7578). */
async function parseMultipartForm(bytes: Buffer, contentType: string): Promise<SentForm> {
  const form = new URLSearchParams();
  const files = new Map<string, SentFile>();
  const headers = { 'Content-Type': contentType };
  const parts = await new Response(new Uint8Array(bytes), { headers }).formData().catch((fault: unknown) => {
    throw new DomainError('INVALID_REQUEST', 'The form could not be read.', { cause: fault });
  });
  for (const [name, part] of parts) {
    if (typeof part === 'string') form.append(name, part);
    else if (part.size > 0) files.set(name, { mediaType: part.type, bytes: Buffer.from(await part.arrayBuffer()) });
  }
  return { form, files };
}

export interface FormLimits {
  /** What files of this form may have together; 0 where it takes none. */
  fileLimitBytes?: number;
  formLimitBytes?: number;
}

/**
 * Reads the submitted form.
 * @throws DomainError UNSUPPORTED_MEDIA_TYPE for any other content
 */
export async function readForm(context: Context, limits: FormLimits): Promise<SentForm> {
  const { fileLimitBytes = 0, formLimitBytes = FORM_LIMIT_BYTES } = limits;
  const kinds = ['application/x-www-form-urlencoded', ...(fileLimitBytes > 0 ? ['multipart/form-data'] : [])];
  const kind = context.request.is(kinds);
  if (kind === false) throw new DomainError('UNSUPPORTED_MEDIA_TYPE', 'Submit the form from a browser.');
  if (context.req.destroyed) throw new DomainError('INVALID_REQUEST', 'The connection ended before the form did.');
  const length = context.request.length ?? null;
  const bytes = await rawBody(context.req, { length, limit: formLimitBytes + fileLimitBytes });
  if (kind === 'multipart/form-data') return parseMultipartForm(bytes, context.get('Content-Type'));
  return { form: new URLSearchParams(bytes.toString('utf8')), files: NO_FILES };
}

/** A bound of a value: how much, and of what. */
interface Bound {
  limit: number;
  of: 'characters' | 'items' | 'value';
}

/** A fault in words of the API, which are English, with the code by which other languages say it. */
export interface CodedFault {
  code: string;
  message: string;
  /** Of a value that is too small or too big, where it is known. */
  bound?: Bound;
}

/** A text is in the language of its reader. */
export type Fault = string | CodedFault;

/** What is wrong with what was entered, by field. */
export interface Faults {
  [field: string]: Fault;
}

/** @returns the fault of a part of a field, which it names first */
export function faultWithin(part: string, fault: Fault): Fault {
  // No catalogue has a code of parts: the sentence of the API stays whole.
  return typeof fault === 'string' ? `${part} ${fault}` : { code: 'part', message: `${part} ${fault.message}` };
}

/** @returns the fault in English */
export function messageOf(fault: Fault): string {
  return typeof fault === 'string' ? fault : fault.message;
}

const COUNTED: Readonly<Record<string, Bound['of']>> = { string: 'characters', array: 'items', set: 'items' };

function codedFault(issue: z.core.$ZodIssue): CodedFault {
  const { message } = issue;
  if (issue.code === 'too_small' || issue.code === 'too_big') {
    const limit = Number(issue.code === 'too_small' ? issue.minimum : issue.maximum);
    return { code: issue.code, message, bound: { limit, of: COUNTED[issue.origin] ?? 'value' } };
  }
  const code: unknown = issue.code === 'custom' ? issue.params?.['code'] : undefined;
  return { code: typeof code === 'string' ? code : issue.code, message };
}

export type Checked<Value> = { ok: true; value: Value } | { ok: false; faults: Faults };

/** @returns a text of several lines as it was typed: browsers end each with CR and LF. */
export function textOf(form: URLSearchParams, field: string): string {
  return (form.get(field) ?? '').replaceAll('\r\n', '\n');
}

/** @returns the number that was typed, or what is none, for the schema to refuse */
export function numberIn(text: string): number | string {
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

/** Validates the fields of a form; keeps the first fault of each field. */
export function checkForm<Value>(schema: ZodType<Value>, fields: Record<string, unknown>): Checked<Value> {
  const result = schema.safeParse(fields);
  if (result.success) return { ok: true, value: result.data };
  const faults: Faults = {};
  for (const issue of result.error.issues) faults[String(issue.path[0] ?? 'form')] ??= codedFault(issue);
  return { ok: false, faults };
}

/**
 * @returns what was typed
 * @throws DomainError INVALID_REQUEST naming every field at fault, where a page has no form to show them beside
 */
export function requireSound<Value>(checked: Checked<Value>): Value {
  if (checked.ok) return checked.value;
  const faults = Object.entries(checked.faults);
  throw invalidRequest(faults.map(([field, fault]) => ({ field, code: 'value', message: messageOf(fault) })));
}

/** A field that may be left empty: then it is absent. */
export function emptyAsAbsent<Schema extends ZodType>(schema: Schema) {
  return z.preprocess((text) => (text === '' ? undefined : text), schema.optional());
}

/** A choice that may be left open. */
export function chosenFrom<Value extends string>(values: readonly Value[]) {
  return emptyAsAbsent(z.enum(values, WORDS.en.faults.codes.invalid_value));
}

/** What the API says of a text that is absent or empty; a form has every field. */
const EMPTY: ReadonlySet<string> = new Set(['is required', 'must have at least 1 character', 'must not be blank']);
/** The fault of a field that was left empty. */
export const NOT_FILLED_IN: CodedFault = { code: 'required', message: WORDS.en.faults.codes.required };
/** What the API says of a text that is no number, or two. */
const NO_NUMBER = 'must be a number';
const NOT_A_NUMBER: CodedFault = { code: 'number', message: WORDS.en.faults.codes.number };

/** Of a fault that names a condition: it stays in English, since no catalogue says the condition. */
const UNLESS = 'is required, unless ';

function plainly(code: string, message: string): CodedFault {
  if (message.startsWith(UNLESS)) return { code: 'required_unless', message };
  if (EMPTY.has(message)) return NOT_FILLED_IN;
  return message === NO_NUMBER ? NOT_A_NUMBER : { code, message };
}

/** A refusal of a page in the language of its reader. */
export class SpokenRefusal extends DomainError {}

/** Faults of a refusal by field; under `form` if it names none. */
export function faultsOfRefusal(refusal: DomainError): Faults {
  const faults: Faults = {};
  for (const { field, code, message } of refusal.details ?? []) faults[field] ??= plainly(code, message);
  if (Object.keys(faults).length > 0) return faults;
  return {
    form: refusal instanceof SpokenRefusal ? refusal.message : { code: refusal.code, message: refusal.message },
  };
}

/**
 * The faults of a refusal that names fields, such as a name that is taken; other faults are thrown on.
 * @param codes refusals that the form shows, too
 */
export function faultsOf(fault: unknown, codes: readonly ErrorCode[] = []): Faults {
  const isShown = fault instanceof DomainError && (fault.code === 'INVALID_REQUEST' || codes.includes(fault.code));
  if (!isShown) throw fault;
  return faultsOfRefusal(fault);
}
