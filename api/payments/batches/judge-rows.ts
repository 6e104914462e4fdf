import type { ClientPrincipal } from '../../../domain/auth/principal';
import { DomainError, type FieldFault } from '../../../domain/errors';
import { Repeats, rowField } from '../../../domain/payments/batches/row-names';
import type { CreateInstructionBody } from '../../../domain/payments/instruction/instruction-schema';
import { InstructionRequest, type InstructionRequestBody } from '../../../domain/payments/instruction/request-schema';
import { Portions } from '../../../lib/portions';
import type { JudgedRow } from '../../../db/payments/batches/batch-rows';
import { findUsedReferences } from '../../../db/payments/batches/create-batch';
import type { RequestNotes } from '../../endpoint';
import { MAX_FAULTS } from '../../json-body';
import { notesOf, readPart, withoutKnownFields, type ReadPart } from '../../middleware/parse-request';
import { withSuggestions } from '../../middleware/unknown-members';
import type { Services } from '../../services';
import { termsOf } from '../instruction/prepare-instruction';
import { resolveInstruction } from '../instruction/saved-beneficiary';
import { creationFaults, namedQuote } from '../instruction/create-instruction';
import { statedConditions } from '../instruction/stated-conditions';
import { instructionFaults, readNetwork } from '../routing/read-network';

/** Rows whose references one statement looks for. */
const REFERENCES_PAGE = 500;

/** What is judged: the body of a creation, and of a file where it stands and what of it cannot be carried. */
export interface RowToJudge {
  item: unknown;
  faults?: readonly FieldFault[];
  line?: number;
}

/** Whose rows they are, and when they came. */
export interface JudgingCall {
  principal: Pick<ClientPrincipal, 'tenant' | 'isStrict' | 'scopes'>;
  receivedAt: Date;
  /** Whether unknown members and other forms are faults, as `Prefer: handling=strict` asks. */
  isStrict: boolean;
}

type JudgingServices = Pick<Services, 'database' | 'routes' | 'calendars' | 'vault'>;

/** Rows as they were judged, in their order. */
export interface Judgement {
  rows: JudgedRow[];
  /** Of all rows, such as `items[0].colour`, at most 50 of a kind. */
  notes: RowNotes;
}
type RowNotes = Record<keyof RequestNotes, string[]>;

/** The faults for which a valid body gets no terms: no route, no quote, conditions that cannot be met. */
async function termsRefusal(
  body: CreateInstructionBody,
  { principal, receivedAt }: JudgingCall,
  services: JudgingServices,
): Promise<FieldFault[]> {
  const { tenant, isStrict } = principal;
  const [network, { quote, faults }, { faults: unmeetable }] = await Promise.all([
    readNetwork(body, { principal, receivedAt }, services),
    namedQuote(body.quoteId, tenant, services),
    statedConditions(body, { principal, receivedAt }, services),
  ]);
  if (faults.length + unmeetable.length > 0)
    return [...(await instructionFaults(body, { principal, receivedAt }, services)), ...faults, ...unmeetable];
  try {
    termsOf(body, { ...network, tenant, receivedAt, isStrict, quote });
    return [];
  } catch (fault) {
    if (!(fault instanceof DomainError) || fault.details === undefined) throw fault;
    return fault.details;
  }
}

/** Judges one row: its own faults, those of its saved beneficiary, and why it gets no terms. */
async function judgeItem(
  { value, parsed, faults: own, unknown }: ReadPart,
  known: readonly FieldFault[],
  call: JudgingCall,
  services: JudgingServices,
): Promise<JudgedRow> {
  const faults = [...own, ...known];
  if (parsed === undefined) {
    const further = await creationFaults(value, call, services);
    const all = [...faults, ...withoutKnownFields(faults, further)];
    return { body: null, faults: withSuggestions(all, unknown).slice(0, MAX_FAULTS) };
  }
  const body = parsed as InstructionRequestBody;
  const whole = await resolveInstruction(body, call.principal.tenant, services);
  const refusal = whole === null ? creationFaults(value, call, services) : termsRefusal(whole.body, call, services);
  faults.push(...(await refusal));
  return faults.length === 0 ? { body, faults: null } : { body: null, faults };
}

/** Adds the notes of a row, with its position, up to a limit. */
function addNotes(notes: RowNotes, position: number, read: ReadPart): void {
  const ofRow = notesOf(read);
  for (const kind of ['normalised', 'assumed', 'ignored'] as const) {
    const named = ofRow[kind].map((path) => rowField(position, path));
    notes[kind].push(...named.slice(0, MAX_FAULTS - notes[kind].length));
  }
}

/** Refuses rows whose reference another row, or a payment of the account, has already. */
async function refuseUsed(
  rows: JudgedRow[],
  { principal }: JudgingCall,
  { database, portions }: Pick<Services, 'database'> & { portions: Portions },
): Promise<void> {
  const repeats = new Repeats();
  const usedFault = (field: string, id: string | undefined): FieldFault[] =>
    id === undefined ? [] : [{ field, code: 'duplicate', message: `was used for instruction ${id}` }];
  for (let first = 0; first < rows.length; first += REFERENCES_PAGE) {
    const bodies = rows
      .slice(first, first + REFERENCES_PAGE)
      .map((row) => (row.faults === null ? (row.body as InstructionRequestBody) : null));
    const valuesOf = (member: 'clientReference' | 'uetr'): string[] => bodies.flatMap((body) => body?.[member] ?? []);
    const used = await findUsedReferences(database, principal.tenant, {
      clientReferences: valuesOf('clientReference'),
      uetrs: valuesOf('uetr'),
    });
    bodies.forEach((body, index) => {
      if (body === null) return;
      const faults = [
        ...repeats.faultsOf(first + index, body),
        ...usedFault('clientReference', used.clientReferences.get(body.clientReference ?? '')),
        ...usedFault('uetr', used.uetrs.get(body.uetr ?? '')),
      ];
      if (faults.length > 0) rows[first + index] = { body: null, faults };
    });
    await portions.pause();
  }
}

/** People look for a row of a file by its line. */
function withLine(fault: FieldFault, line: number | undefined): FieldFault {
  return line === undefined ? fault : { ...fault, message: `${fault.message} (line ${line})` };
}

/**
 * Judges the rows of a batch as single creations are judged, without making anything. It works in portions, so that
 * other requests do not wait for ten thousand rows.
 * Source: docs/GAPS.md#P18
 */
export async function judgeRows(
  items: Iterable<RowToJudge> | AsyncIterable<RowToJudge>,
  call: JudgingCall,
  services: JudgingServices,
): Promise<Judgement> {
  const rows: JudgedRow[] = [];
  const lines: (number | undefined)[] = [];
  const notes: RowNotes = { normalised: [], assumed: [], ignored: [] };
  const reading = { isStrict: call.isStrict, keepsEmpty: false };
  const portions = new Portions();
  for await (const row of items) {
    const read = readPart(InstructionRequest, row.item, reading);
    if (!call.isStrict) addNotes(notes, rows.length, read);
    rows.push(await judgeItem(read, row.faults ?? [], call, services));
    lines.push(row.line);
    await portions.pause();
  }
  await refuseUsed(rows, call, { ...services, portions });
  const named = rows.map((row, position): JudgedRow => {
    return row.faults === null ? row : { body: null, faults: row.faults.map((one) => withLine(one, lines[position])) };
  });
  return { rows: named, notes };
}
