import { ID_PREFIXES, isIdOf } from '../../ids';

/** Crockford's base32: its letters are none of those that mark a request. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Of the last digits of the time, and of the random ones behind them: 70 bits, that no bank cuts off. */
const TIME = [7, 10] as const;
const RANDOM = [15, 26] as const;
/** Characters of a kept reference by which it is looked up; the others tell the attempt. */
export const STEM_LENGTH = 14;
/** As many characters as CBPR+ has for `InstrId`; banks that cut references off keep as many. */
const LENGTH = 16;
const PREFIX = 'INSTR';
const ID = /^INSTR([0-9A-Z]{26})(?:([0-9]{1,3})|([CR]))?$/;
/** The name of an order as it left before references were bank-safe, and of a request to cancel or recall one. */
const REQUESTS = { c: 'IC', r: 'IR' } as const;

/** A part of a payment that has a message: the number of an attempt to order it, `c` its cancellation, `r` its recall. */
export type OrderPart = string;

function bodyOf(instructionId: string): string {
  return instructionId.slice(ID_PREFIXES.instruction.length).toUpperCase();
}

/**
 * The reference of a message about a payment, in characters that every bank takes and returns.
 * @param part attempt, counted from 1, or `c` or `r` for a request of cancellation or recall
 * @returns 16 capital letters and digits
 * Source: docs/GAPS.md#P23
 */
export function bankReferenceOf(instructionId: string, part: OrderPart): string {
  const body = bodyOf(instructionId);
  const stem = (body.slice(...TIME) + body.slice(...RANDOM)).padEnd(STEM_LENGTH, '0');
  const attempt = Number(part);
  const digits = [Math.floor(attempt / ALPHABET.length) % ALPHABET.length, attempt % ALPHABET.length];
  const suffix = part === 'c' || part === 'r' ? REQUESTS[part] : digits.map((one) => ALPHABET.charAt(one)).join('');
  return stem + suffix;
}

/** @returns `EndToEndId` of a payment: its id in characters that every bank takes */
export function endToEndIdOf(instructionId: string): string {
  return PREFIX + bodyOf(instructionId);
}

/** @returns a reference without its separators and in capital letters, as banks that change either return it */
function compactReference(reference: string): string {
  return reference.replace(/[-_. /]/g, '').toUpperCase();
}

/** What a reference of ours names. */
export interface NamedByReference {
  /** The payment's id, where the reference has it. */
  id: string | null;
  /** First letters and digits of a reference that is kept with a dispatch, else null. */
  stem: string | null;
  /** What an id begins with, of a reference that a bank has cut off. */
  idPrefix: string | null;
  /** Whether it is the name of a request to cancel or recall the payment. */
  isRequest: boolean;
}

const NOTHING: NamedByReference = { id: null, stem: null, idPrefix: null, isRequest: false };

function instructionIdFrom(body: string): string | null {
  const id = ID_PREFIXES.instruction + body.toLowerCase();
  return isIdOf('instruction', id) ? id : null;
}

/**
 * The payment and the part that a reference names, as banks return it: in any case, and with other separators or none.
 */
export function readBankReference(reference: string): NamedByReference {
  const compact = compactReference(reference);
  const [, body, , request] = ID.exec(compact) ?? [];
  if (body !== undefined) return { ...NOTHING, id: instructionIdFrom(body), isRequest: request !== undefined };
  if (compact.startsWith(PREFIX) && compact.length >= LENGTH && compact.length < PREFIX.length + 26) {
    const idPrefix = ID_PREFIXES.instruction + compact.slice(PREFIX.length).toLowerCase();
    return /^[0-9a-z_]+$/.test(idPrefix) ? { ...NOTHING, idPrefix } : NOTHING;
  }
  if (compact.length !== LENGTH || !/^[0-9A-Z]+$/.test(compact)) return NOTHING;
  const suffix = compact.slice(STEM_LENGTH);
  const isRequest = suffix === REQUESTS.c || suffix === REQUESTS.r;
  return { ...NOTHING, stem: compact.slice(0, STEM_LENGTH), isRequest };
}

/** What references are looked up by. */
export interface ReferenceKeys {
  ids: string[];
  stems: string[];
  /** What ids begin with that a bank has cut off. */
  beginnings: string[];
}

/** @returns the keys of references, each once */
export function referenceKeys(references: readonly string[]): ReferenceKeys {
  const read = references.map(readBankReference);
  const each = (key: 'id' | 'stem' | 'idPrefix'): string[] => [...new Set(read.flatMap((one) => one[key] ?? []))];
  return { ids: each('id'), stems: each('stem'), beginnings: each('idPrefix') };
}

/** Payments by what names them: their ids, UETRs, the stems of their kept references, and what their partner calls them. */
export class PaymentsByName<Payment extends { names: readonly string[] }> {
  private readonly byName = new Map<string, Set<Payment>>();

  constructor(private readonly payments: readonly Payment[]) {
    for (const payment of payments) {
      for (const name of payment.names) this.byName.set(name, (this.byName.get(name) ?? new Set()).add(payment));
    }
  }

  /** @param withRequests whether the name of a request to cancel or recall a payment names it */
  of(references: readonly string[], withRequests = false): Payment[] {
    return [...new Set(references.flatMap((reference) => this.namedBy(reference, withRequests)))];
  }

  private namedBy(reference: string, withRequests: boolean): Payment[] {
    const { id, stem, idPrefix, isRequest } = readBankReference(reference);
    const exact = [...(this.byName.get(reference) ?? []), ...(this.byName.get(reference.toLowerCase()) ?? [])];
    if (isRequest && !withRequests) return exact;
    const cut =
      idPrefix === null ? [] : this.payments.filter(({ names }) => names.some((one) => one.startsWith(idPrefix)));
    return [...exact, ...(this.byName.get(id ?? stem ?? '') ?? []), ...cut];
  }
}
