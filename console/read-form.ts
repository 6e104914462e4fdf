import type { Context } from 'koa';
import rawBody from 'raw-body';
import { z, type ZodType } from 'zod';
import { DomainError, type ErrorCode } from '../domain/errors';

/** The largest form of ours has a few hundred bytes. */
const FORM_LIMIT_BYTES = 16 * 1024;

/** @throws DomainError UNSUPPORTED_MEDIA_TYPE for anything but a form of a page */
export async function readForm(context: Context): Promise<URLSearchParams> {
  if (context.request.is('application/x-www-form-urlencoded') === false) {
    throw new DomainError('UNSUPPORTED_MEDIA_TYPE', 'Send the form as a browser does.');
  }
  if (context.req.destroyed) throw new DomainError('INVALID_REQUEST', 'The connection ended before the form did.');
  const length = context.request.length ?? null;
  return new URLSearchParams(await rawBody(context.req, { length, limit: FORM_LIMIT_BYTES, encoding: 'utf8' }));
}

/** What was entered, and what is wrong with it by field. */
export interface Faults {
  [field: string]: string;
}

export type Checked<Value> = { ok: true; value: Value } | { ok: false; faults: Faults };

/** Checks fields of a form; the first fault of each field is kept. */
export function checkForm<Value>(schema: ZodType<Value>, fields: Record<string, unknown>): Checked<Value> {
  const result = schema.safeParse(fields);
  if (result.success) return { ok: true, value: result.data };
  const faults: Faults = {};
  for (const issue of result.error.issues) faults[String(issue.path[0] ?? 'form')] ??= issue.message;
  return { ok: false, faults };
}

/** A field that may be left empty: then it is absent. */
export function emptyAsAbsent<Schema extends ZodType>(schema: Schema) {
  return z.preprocess((text) => (text === '' ? undefined : text), schema.optional());
}

/**
 * The faults of a refusal that names fields, such as a name that is taken; other faults are thrown on.
 * @param codes refusals that the form shows, too
 */
export function faultsOf(fault: unknown, codes: readonly ErrorCode[] = []): Faults {
  const isShown = fault instanceof DomainError && (fault.code === 'INVALID_REQUEST' || codes.includes(fault.code));
  if (!isShown) throw fault;
  const faults: Faults = {};
  for (const { field, message } of fault.details ?? []) faults[field] ??= message;
  return Object.keys(faults).length > 0 ? faults : { form: fault.message };
}
