import type { Database } from '../../db/database';
import type { DatabaseClock } from '../../db/database-clock';
import { readPaymentState } from '../../db/payments/instruction/payment-state';
import type { ApprovalDecision } from '../../domain/payments/review/approval';
import type { ScreeningVerdict } from '../../domain/payments/review/compliance-hold';
import type { StatusVersion } from '../../domain/payments/decisions/dispatch';
import type { RescreeningOutcome } from '../../domain/payments/decisions/rescreening';
import type { PaymentState } from '../../domain/payments/instruction/state';
import type { Booking } from '../../domain/payments/settlement/booking';
import { bookedReturn } from '../../domain/payments/settlement/bookings';
import type { ReturnedMoney } from '../../domain/payments/settlement/returned-money';
import { bringBack } from '../../db/archive/bring-back';
import type { PaymentStatus } from '../../domain/payments/instruction/status';
import { decide } from '../../domain/payments/reports/transitions';

/** The list on which the payee comes while a world lasts. */
export const LISTED = 'imp_1';

const WORDS = { empty: null, working: 'submitted', settled: 'settled', stopped: 'cancelled' } as const;

/** A partner in memory: its ledger is what the judges go by. */
export class ScriptedPartner {
  /** How often it took the instruction: it tells no two calls apart, so that a second one would be a second payment. */
  accepted = 0;
  /** Whether it was offered the instruction and said no. */
  hasRefused = false;
  private state: keyof typeof WORDS = 'empty';

  get hasIt(): boolean {
    return this.state !== 'empty';
  }

  get isStopped(): boolean {
    return this.state === 'stopped';
  }

  get isSettled(): boolean {
    return this.state === 'settled';
  }

  /** What it says of the instruction when it is asked; null where it does not have it. */
  get word(): PaymentStatus | null {
    return WORDS[this.state];
  }

  refuse(): void {
    this.hasRefused = true;
  }

  take(): void {
    this.accepted += 1;
    this.state = 'working';
  }

  settle(): void {
    if (this.state === 'working') this.state = 'settled';
  }

  /** @returns whether it could be stopped */
  stop(): boolean {
    if (this.state === 'working') this.state = 'stopped';
    return this.isStopped;
  }
}

/** Payments of a batch that were made, and calls to partners that were begun about them. */
export interface Left {
  made: number;
  calls: number;
}

export async function readLeft({ database, batchId }: World): Promise<Left> {
  const [left] = await database.query<Left & Record<string, unknown>>(
    `select count(distinct i.id)::integer as made, coalesce(sum(d.sends), 0)::integer as calls
     from payment_instructions i left join dispatches d on d.instruction_id = i.id where i.batch_id = $1`,
    [batchId],
  );
  return left ?? { made: 0, calls: 0 };
}

/** @returns what of a batch was made or sent after the answer that nothing more would be */
async function faultsOfBatch(world: World): Promise<string[]> {
  if (world.leftAtEnd === null) return [];
  const { made, calls } = await readLeft(world);
  return [
    ...(made > world.leftAtEnd.made ? ['it was made after its batch was cancelled'] : []),
    ...(calls > world.leftAtEnd.calls ? ['it was sent after its batch was cancelled'] : []),
  ];
}

/** All that one run has to do with. */
export interface World {
  /** Without steps: for setting up and for judging. */
  database: Database;
  /** Empty until it is created. */
  instructionId: string;
  key: string;
  /** The batch that it is a row of; empty where it is none. */
  batchId: string;
  /** What of the batch had left when its cancellation or rejection was answered. */
  leftAtEnd: Left | null;
  /** `ptn_1`, whose route comes first. */
  partner: ScriptedPartner;
  /** Where the first partner is once it has moved: it knows nothing of what was sent before. */
  moved: ScriptedPartner;
  /** `ptn_2`, to which the payment may go over. */
  second: ScriptedPartner;
  /** Whether it may be rerouted to the second partner; else its client named the route. */
  hasTwoRoutes: boolean;
  /** What came of screenings with a list that has changed. */
  rescreened: RescreeningOutcome[];
  /** Whether a list came into force that names its payee, or a run was found that contradicts it, before any call. */
  isListedUnsent: boolean;
  isContradictedUnsent: boolean;
  /** What operators decided about a hold. */
  reviewed: ScreeningVerdict[];
  /** What members were told as recorded. */
  approved: ApprovalDecision[];
  /** Questions of a review to which an answer was taken. */
  answered: string[];
  /** Statuses that answers to cancellations told the client. */
  toldStatuses: PaymentStatus[];
  /** Ids that answers to creations told the client. */
  toldIds: string[];
  /** Statuses of reports whose verdict the partner was told, and the id that an acceptance named. */
  toldReports: { status: PaymentStatus; id: string | null }[];
  /** Of the bookings that the bank told of, each by any number of files. */
  bookedReferences: Set<string>;
  /** Deliveries whose first attempt was taken. */
  attempted: string[];
  /** Whether the endpoint was disabled for a moment: what happens then is not delivered. */
  isEndpointSwitched: boolean;
  /** Writes that changed the payment. */
  changes: Map<string, number>;
  /** Postgres' clock as the processes know it. */
  clock: DatabaseClock;
  /** The same on a machine that is paused when time passes: the clock that never steps does not count it. */
  pausedClock: DatabaseClock;
  /** Longer than a call can be under way. */
  letTimePass: () => Promise<void>;
}

export function partnerOf(world: World, partnerId: string): ScriptedPartner {
  if (partnerId === 'ptn_1_moved') return world.moved;
  return partnerId === 'ptn_2' ? world.second : world.partner;
}

/** Counts the changes of each payment that go through it. */
export function counting(database: Database, changes: Map<string, number>): Database {
  return {
    ...database,
    async query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]> {
      const rows = await database.query<Row>(text, values);
      if (!text.includes('update payment_instructions')) return rows;
      for (const row of rows) {
        // A shared statement names those that it could not change, too.
        const isChanged = 'version' in row && row.version !== null;
        if (isChanged && 'id' in row && typeof row.id === 'string') changes.set(row.id, (changes.get(row.id) ?? 0) + 1);
      }
      return rows;
    },
  };
}

/** What a change says that it left is what the next reader finds, unless somebody has changed it since. */
export async function expectSameState({ database, instructionId }: World, state: PaymentState): Promise<void> {
  const read = await readPaymentState(database, instructionId, null);
  if (read !== null && read.state.version > state.version) return;
  // A cancellation of its batch, or a list that came into force since, is no change of the payment.
  const plain = (one: PaymentState | null) =>
    // Its partner may have moved since, which changes no payment.
    one === null
      ? null
      : {
          ...one,
          isScreened: true,
          batchCancelledBy: null,
          partnerGeneration: null,
          historyStatuses: [...one.historyStatuses].sort(),
        };
  expect(plain(state)).toEqual(plain(read?.state ?? null));
}

/** The same of what an activity says. */
export async function expectMoved({ database, instructionId }: World, moved: StatusVersion): Promise<void> {
  const [row] = await database.query<StatusVersion>('select status, version from payment_instructions where id = $1', [
    instructionId,
  ]);
  if (row === undefined || row.version <= moved.version) expect(moved).toEqual(row);
}

interface Facts {
  id: string;
  status: PaymentStatus;
  version: number;
  eventSequence: number;
  events: { sequence: number; status: PaymentStatus; previousStatus: PaymentStatus | null }[];
  history: PaymentStatus[];
  dispatches: string[];
  reports: { id: string; status: PaymentStatus; disposition: string }[];
  cases: number;
  topics: string[];
  hold: string | null;
  contradiction: string | null;
  /** Whether a receipt of it is of the list that names its payee. */
  isListed: boolean;
  approval: { state: string; given: number } | null;
  /** Questions that were asked, and those that have their words, and the ones of them that have an answer. */
  asked: string[];
  questions: string[];
  answers: string[];
  flags: string[];
  cancellation: string | null;
  recall: string | null;
  recallNotices: string[];
  /** Whether the partner that has it, or may have it, was given another date than the payment has. */
  isMisdated: boolean;
  resubmittedAs: string | null;
  resubmissions: string[];
  partnerId: string;
  currency: string;
  returned: ReturnedMoney | null;
  bookings: Booking[];
}

const FACTS_SQL = `
  select i.id, i.status, i.version, i.event_sequence as "eventSequence",
    coalesce((select json_agg(json_build_object('sequence', e.sequence, 'status', e.payload ->> 'status',
      'previousStatus', e.payload ->> 'previousStatus') order by e.sequence)
      from events e where e.subject = i.id and e.sequence is not null), '[]') as events,
    array(select h.status from status_history h where h.instruction_id = i.id) as history,
    array(select d.state from dispatches d where d.instruction_id = i.id) as dispatches,
    coalesce((select json_agg(json_build_object('id', r.id, 'status', r.status, 'disposition', r.disposition))
      from partner_reports r where r.instruction_id = i.id), '[]') as reports,
    (select count(*)::integer from reconciliation_cases c where c.instruction_id = i.id) as cases,
    array(select o.topic from outbox o where o.subject = i.id) as topics,
    i.compliance_hold ->> 'state' as hold, i.contradiction ->> 'state' as contradiction,
    exists (select from screenings s where s.instruction_id = i.id and s.editions ? '${LISTED}') as "isListed",
    case when i.approval is not null then json_build_object('state', i.approval ->> 'state',
      'given', jsonb_array_length(i.approval -> 'given')) end as approval,
    array(select r ->> 'id' from jsonb_array_elements(i.information) r order by 1) as asked,
    array(select w.id from information_words w where w.instruction_id = i.id order by 1) as questions,
    array(select r ->> 'id' from jsonb_array_elements(i.information) r join information_words w on w.id = r ->> 'id'
      where r ->> 'answeredAt' is not null and w.answer_sealed is not null) as answers,
    array(select f.kind from operator_flags f where f.subject = i.id) as flags,
    i.cancellation ->> 'status' as cancellation, i.recall ->> 'status' as recall,
    array(select e.payload ->> 'status' from events e where e.subject = i.id and e.type = 'payment.recall_updated')
      as "recallNotices",
    exists (select from dispatches d where d.instruction_id = i.id and d.partner_id = i.partner_id
      and d.state in ('sending', 'unknown', 'delivered') and d.expected_date <> i.expected_date) as "isMisdated",
    i.resubmitted_as as "resubmittedAs",
    array(select r.id from payment_instructions r where r.resubmission_of = i.id) as resubmissions,
    i.partner_id as "partnerId", i.currency, i.returned, coalesce(i.bookings, '[]') as bookings
  from payment_instructions i where i.id = $1 or i.idempotency_key = $2`;

/** @returns what is wrong with the payment's own record */
function faultsOfRecord(facts: Facts, world: World): string[] {
  const { events, history, status, reports, dispatches } = facts;
  const faults: string[] = [];
  const expect = (isRight: boolean, what: string): void => {
    if (!isRight) faults.push(what);
  };
  expect(facts.version === (world.changes.get(facts.id) ?? 0), 'the version is not the number of changes');
  expect(facts.eventSequence === events.length, 'the event sequence is not the number of events');
  events.forEach((event, index) => {
    const before = events[index - 1]?.status ?? null;
    expect(event.sequence === index + 1, 'the events have a gap');
    expect(event.previousStatus === before || event.previousStatus === null, 'an event names a wrong previous status');
    expect((event.previousStatus === null) === (index === 0), 'only the first event names no previous status');
    const isFirst = before === null && event.status === 'pending';
    expect(isFirst || decide(before ?? 'pending', event.status) === 'applied', 'an event tells of no allowed move');
    expect(history.includes(event.status), 'the history lacks the status of an event');
  });
  expect((events.at(-1)?.status ?? 'pending') === status, 'the last event does not tell the status');
  expect(new Set(history).size === history.length, 'the history has a status twice');
  expect(dispatches.length <= (world.hasTwoRoutes ? 2 : 1), 'there are more attempts than partners');
  for (const told of world.toldReports) {
    const isKept = reports.some(({ id, status: kept }) => kept === told.status && (told.id ?? id) === id);
    expect(isKept, 'a report that was answered is not kept');
  }
  return faults;
}

/** @returns what is wrong between the payment and the partner's ledger */
function faultsOfMoney(facts: Facts, { partner, moved, second, hasTwoRoutes, toldStatuses }: World): string[] {
  const { status, reports, topics, cases, dispatches } = facts;
  const faults: string[] = [];
  const accepted = partner.accepted + moved.accepted + second.accepted;
  const holder = [second, moved].find(({ hasIt }) => hasIt) ?? partner;
  if (accepted > 1) faults.push(`partners took it ${accepted} times`);
  if (hasTwoRoutes && status === 'settled' && !holder.isSettled) faults.push('it is settled, and no partner says so');
  if (toldStatuses.includes('cancelled') && status !== 'cancelled') faults.push('it was told as cancelled and is not');
  const isEnded = status === 'cancelled' || status === 'failed';
  const isOwnWord = reports.some((report) => report.disposition === 'applied' && report.status === status);
  const isLookedAfter = topics.includes('payment.stop') || topics.includes('payment.cancel') || cases > 0;
  if (isEnded && holder.hasIt && !holder.isStopped && !isOwnWord && !isLookedAfter) {
    faults.push(`the partner works on a payment that is ${status}, and nobody asks it to stop`);
  }
  if (!isEnded && status !== 'pending' && !holder.hasIt) faults.push(`it is ${status}, and the partner never took it`);
  const isFree = !dispatches.some((state) => state !== 'not_delivered' && state !== 'rejected');
  if (status === 'pending' && holder.hasIt && isFree) faults.push('the partner has it, and it would be sent again');
  return faults;
}

/** @returns what is wrong between the payment and what compliance says of it */
function faultsOfCompliance(facts: Facts, { partner, rescreened, reviewed, answered }: World): string[] {
  const { hold, flags, status, asked, questions, answers } = facts;
  const faults: string[] = [];
  // A call that was under way when the list changed may deliver it: people are told, and no other call is made.
  const mayBeSent = hold === null || hold === 'released' || flags.includes('listed_beneficiary');
  if (!mayBeSent && partner.hasIt) faults.push(`its hold is ${hold}, and the partner has it`);
  if (reviewed.includes('reject') && status !== 'failed') faults.push('it was rejected and has not failed');
  if (rescreened.includes('held') && hold === null) faults.push('it was held and is not');
  if (asked.join() !== questions.join()) faults.push('a question and its words are not kept together');
  if (answered.some((id) => !answers.includes(id))) faults.push('an answer that was taken is not kept');
  if (rescreened.includes('alerted') && !flags.includes('listed_beneficiary')) faults.push('nobody is told');
  return faults;
}

/** @returns what is wrong with what was sent although something kept it back */
function faultsOfLeave({ hold, contradiction, isListed }: Facts, world: World): string[] {
  if (!world.partner.hasIt && !world.second.hasIt) return [];
  const faults: string[] = [];
  const isReleased = hold === 'released' && isListed;
  if (world.isListedUnsent && !isReleased) faults.push('it was sent to a listed payee, whom nobody has released');
  if (world.isContradictedUnsent && contradiction !== 'decided') faults.push('it was sent, and nobody has decided');
  return faults;
}

/** @returns what is wrong between the payment and what members decided about it */
function faultsOfApproval({ approval, status, dispatches }: Facts, { approved, partner }: World): string[] {
  if (approval === null) return [];
  const faults: string[] = [];
  const isApproved = approval.state === 'approved';
  if (!isApproved && (partner.hasIt || dispatches.length > 0)) faults.push('it was sent before it was approved');
  if (approval.given !== approved.filter((word) => word === 'approve').length) faults.push('an approval is not kept');
  if (approval.given > 1) faults.push('it was approved twice');
  if (approved.includes('reject') && status !== 'cancelled') faults.push('it was rejected and is not cancelled');
  return faults;
}

/** @returns what is wrong with what follows an outcome, or a change of a calendar */
function faultsOfSequel(facts: Facts): string[] {
  const { status, cancellation, recall, recallNotices, isMisdated, resubmittedAs, resubmissions } = facts;
  const faults: string[] = [];
  if (cancellation !== null && (status === 'cancelled') !== (cancellation === 'cancelled')) {
    faults.push(`its cancellation is ${cancellation}, and it is ${status}`);
  }
  if (cancellation === 'requested' && ['settled', 'failed', 'returned'].includes(status)) {
    faults.push(`its cancellation is open, and it is ${status}`);
  }
  if (recall !== null && (status === 'returned') !== (recall === 'returned')) {
    faults.push(`its recall is ${recall}, and it is ${status}`);
  }
  if (new Set(recallNotices).size !== recallNotices.length) faults.push('a step of its recall was told twice');
  if (isMisdated) faults.push('its partner was given another date');
  if (resubmissions.length > 1) faults.push('it was instructed again more than once');
  if (resubmittedAs !== (resubmissions[0] ?? null)) faults.push('it is not linked to what instructs it again');
  return faults;
}

/** @returns what is wrong between the payment and what its bank has booked */
function faultsOfBookings(facts: Facts, { bookedReferences }: World): string[] {
  const { status, returned, bookings, resubmissions } = facts;
  if (bookedReferences.size === 0) return [];
  const faults: string[] = [];
  const kept = bookings.flatMap(({ references }) => references).sort();
  if (kept.join() !== [...bookedReferences].sort().join()) faults.push('a booking is lost, or kept twice');
  const sum = bookedReturn(facts);
  if (status === 'returned' && sum !== null && Number(returned?.amount) !== Number(sum.amount))
    faults.push(`${returned?.amount ?? 'nothing'} came back, and the bank booked ${sum.amount}`);
  const debits = bookings.filter(({ kind }) => kind === 'debit').length;
  const backs = bookings.filter(({ kind }) => kind !== 'debit').length;
  if (resubmissions.length > 0 && debits > backs) faults.push('it was instructed again, and the payee has the money');
  return faults;
}

/** @throws Error naming everything that does not hold after an order */
export async function judge(world: World): Promise<void> {
  await bringBack(world.database, world.instructionId);
  const found = await world.database.query<Facts>(FACTS_SQL, [world.instructionId, world.key]);
  const faults = await faultsOfBatch(world);
  const ofPayments = found.flatMap((facts) => [
    ...faultsOfRecord(facts, world),
    ...faultsOfMoney(facts, world),
    ...faultsOfCompliance(facts, world),
    ...faultsOfLeave(facts, world),
    ...faultsOfApproval(facts, world),
    ...faultsOfSequel(facts),
    ...faultsOfBookings(facts, world),
  ]);
  faults.push(...ofPayments);
  if (found.length > 1) faults.push(`one request made ${found.length} payments`);
  const ids = found.map(({ id }) => id);
  if (world.toldIds.some((id) => !ids.includes(id))) faults.push('the client was told of a payment that is not there');
  if (faults.length > 0) throw new Error(`${faults.join('; ')}: ${JSON.stringify(found)}`);
}
