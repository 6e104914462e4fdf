import type { output } from 'zod';
import type { RetrievedInstruction } from '../../domain/payments/instruction/answer-schema';
import type { PaymentStatus } from '../../domain/payments/instruction/status';
import { eventually, instructionBody, settlementBody } from './builders';
import { startTestPartner, type TestPartner } from './partner';
import { call, startStack, type Answer, type Stack, type StackOptions } from './stack';

export const INSTRUCTIONS = '/api/v1/payments/instructions';

export type ShownPayment = output<typeof RetrievedInstruction>;

/** @returns id of the instruction that an answer is about */
export function instructionIdOf({ body }: Answer): string {
  return (body['data'] as { instructionId: string }).instructionId;
}

/** What the service at an address shows its client of a payment. */
export async function showPayment(baseUrl: string, key: string, id: string): Promise<ShownPayment> {
  return (await call(baseUrl, 'GET', `${INSTRUCTIONS}/${id}`, { key })).body['data'] as ShownPayment;
}

/** Waits until a payment has a status: on a busy machine `submitted` comes after the answer to its creation. */
export function untilStatus(baseUrl: string, key: string, id: string, status: PaymentStatus): Promise<ShownPayment> {
  return eventually(
    () => showPayment(baseUrl, key, id),
    (shown) => shown.status === status,
    `${id} is ${status}`,
  );
}

/** A service with one client and one partner that takes everything: what most stories of payments begin with. */
export class PaymentScene {
  private constructor(
    readonly stack: Stack,
    readonly partner: TestPartner,
    /** Of the client. */
    readonly key: string,
  ) {}

  static async open(options: StackOptions = {}): Promise<PaymentScene> {
    const stack = await startStack(options);
    const partner = await startTestPartner(stack.database, stack.vault, { name: 'north' });
    return new PaymentScene(stack, partner, await stack.createKey('acme'));
  }

  /** Sends a valid instruction, changed by what the test is about. */
  instruct(overrides: Record<string, unknown> = {}, headers: Record<string, string> = {}): Promise<Answer> {
    return this.stack.call('POST', INSTRUCTIONS, { key: this.key, body: instructionBody(overrides), headers });
  }

  /** @returns id of a payment that the partner has taken; on a busy machine that is after the answer */
  async create(overrides: Record<string, unknown> = {}): Promise<string> {
    const id = instructionIdOf(await this.instruct(overrides));
    await this.until(id, 'submitted');
    return id;
  }

  show(id: string): Promise<ShownPayment> {
    return showPayment(this.stack.baseUrl, this.key, id);
  }

  until(id: string, status: PaymentStatus): Promise<ShownPayment> {
    return untilStatus(this.stack.baseUrl, this.key, id, status);
  }

  /** What the partner says of a payment. */
  report(id: string, body: Record<string, unknown>, headers: Record<string, string> = {}): Promise<Answer> {
    return this.stack.call('PUT', `${INSTRUCTIONS}/${id}/status`, { key: this.partner.key, body, headers });
  }

  settle(id: string, body: Record<string, unknown> = settlementBody(), method = 'POST'): Promise<Answer> {
    return this.stack.call(method, `${INSTRUCTIONS}/${id}/settlement`, { key: this.partner.key, body });
  }

  cancel(id: string, body: Record<string, unknown> = {}): Promise<Answer> {
    return this.stack.call('POST', `${INSTRUCTIONS}/${id}/cancel`, { key: this.key, body });
  }

  async countCases(id: string): Promise<number> {
    const [row] = await this.stack.database.query<{ count: number }>(
      'select count(*)::integer from reconciliation_cases where instruction_id = $1',
      [id],
    );
    return row?.count ?? NaN;
  }
}

export function minutesFromNow(minutes: number): string {
  return new Date(Date.now() + minutes * 60_000).toISOString();
}
