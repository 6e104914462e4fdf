import type { DispatchState } from '../../../domain/payments/instruction/state';
import type { PaymentStatus, Timeline } from '../../../domain/payments/instruction/status';
import type { Queryable } from '../../database';

/** A payment as its workflow asks about it: its state, and the latest attempt to dispatch it. */
export interface PaymentDispatchState {
  status: PaymentStatus;
  version: number;
  /** Postgres' clock when it was read. */
  readAt: Date;
  /** Null when it was never sent to the partner that it has now. */
  dispatch: { attempt: number; sends: number; partnerId: string; state: DispatchState } | null;
}

const STANDING = `i.status, i.version, clock_timestamp() as "readAt",
  (select json_build_object('attempt', d.attempt, 'sends', d.sends, 'partnerId', d.partner_id, 'state', d.state)
   from (select * from dispatches a where a.instruction_id = i.id order by a.attempt desc limit 1) d
   where d.partner_id = i.partner_id) as dispatch`;

/**
 * The dispatch of a payment as its workflow needs it.
 * @throws Error when there is no such instruction
 */
export async function readDispatchState(database: Queryable, instructionId: string): Promise<PaymentDispatchState> {
  const [row] = await database.query<PaymentDispatchState>(
    `select ${STANDING} from payment_instructions i where i.id = $1`,
    [instructionId],
  );
  if (row === undefined) throw new Error(`instruction ${instructionId} is not in the database`);
  return row;
}

/** What tells whether a partner has been silent for too long. */
export interface LastWord extends PaymentDispatchState {
  /** When the partner said something last: a report, an answer, or its taking of the instruction. */
  heardAt: Date;
  /** When a restore of Postgres to an earlier moment was worked on last, after which partners may know more; or null. */
  restoredAt: Date | null;
  timeline: Timeline;
  /** Zone of the IANA database in which the route's hours are. */
  zone: string;
  /** Whether the route works around the clock. */
  alwaysOpen: boolean;
  /** Open days that `t_plus_n` takes on the route. */
  openDaysForN: number;
  /** Ids of the calendars of the route. */
  calendars: string[];
  currency: string;
  beneficiaryCountry: string;
}

/**
 * When a partner last sent something about a payment, with what the deadline of its silence depends on.
 * @throws Error when there is no such instruction
 */
export async function readPartnerSilence(database: Queryable, instructionId: string): Promise<LastWord> {
  const [row] = await database.query<LastWord>(
    `select ${STANDING}, i.timeline, r.cut_off_zone as zone, r.always_open as "alwaysOpen",
       r.open_days_for_n as "openDaysForN", r.calendars, i.currency, i.beneficiary_country as "beneficiaryCountry",
       (select max(s.begun_at) from restorations s) as "restoredAt",
       greatest(i.submitted_at, i.dispatched_at,
         (select max(p.recorded_at) from partner_reports p where p.instruction_id = i.id)) as "heardAt"
     from payment_instructions i join routes r on r.id = i.route_id where i.id = $1`,
    [instructionId],
  );
  if (row === undefined) throw new Error(`instruction ${instructionId} is not in the database`);
  return row;
}
