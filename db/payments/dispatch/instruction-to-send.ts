import type { Queryable } from '../../database';
import { selectColumns, type InstructionValues } from '../instruction/instruction-columns';
import { queryStates, readPaymentOf, stateSql, type ReadPayment } from '../instruction/payment-state';

const SENT_COLUMNS = [
  'environment',
  'partnerName',
  'timeline',
  'valueDate',
  'uetr',
  'chargeBearer',
  'privateSealed',
] as const satisfies readonly (keyof InstructionValues)[];

type Sent = Pick<InstructionValues, (typeof SENT_COLUMNS)[number]>;

/**
 * What the adapter needs to send an instruction to its partner, and its state. Only a failover changes partner and
 * timeline. Private data are erased only after the outcome, when it is no longer sent.
 */
export interface InstructionToSend extends ReadPayment, Omit<Sent, 'partnerName'> {
  /** `releaseAt`: not before that moment; null where nothing holds it. */
  route: { partnerName: string; releaseAt: Date | null };
}

const TO_SEND_SQL = stateSql(selectColumns(SENT_COLUMNS));

/**
 * Reads all that a submission needs, with the payment's state.
 * @throws Error when there is no such instruction
 */
export async function readInstructionToSend(database: Queryable, instructionId: string): Promise<InstructionToSend> {
  const [row] = await queryStates<Sent>(database, TO_SEND_SQL, [{ instructionId, report: null }]);
  if (row === undefined) throw new Error(`instruction ${instructionId} is not in the database`);
  const { environment, partnerName, timeline, valueDate, uetr, chargeBearer, privateSealed, ...state } = row;
  const read = readPaymentOf(state);
  const route = { partnerName, releaseAt: read.state.releaseAt };
  return { environment, route, timeline, valueDate, uetr, chargeBearer, privateSealed, ...read };
}
