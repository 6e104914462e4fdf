import { eventually } from '../../support/builders';
import type { PaymentScene } from '../../support/payment-scene';
import type { Answer } from '../../support/stack';

export const BATCHES = '/api/v1/payments/batches';

export interface ShownBatch {
  batchId: string;
  status: string;
  counts: Record<string, number>;
  byStatus: Record<string, number>;
  refused: { row: number; faults: { field: string; code: string; message: string }[] }[];
  ignored?: string[];
}

export const shownOf = ({ body }: Answer): ShownBatch => body['data'] as ShownBatch;
export const faultsIn = ({ body }: Answer) => (body['error'] as { details: { field: string; code: string }[] }).details;

/** What the client of a scene does with batches; another client by its key. */
export class Batches {
  constructor(private readonly scene: PaymentScene) {}

  send(
    items: unknown[],
    {
      mode = 'all_or_nothing',
      key = this.scene.key,
      headers = {},
    }: { mode?: string; key?: string; headers?: object } = {},
  ): Promise<Answer> {
    const body = { name: 'March', mode, items };
    return this.scene.stack.call('POST', BATCHES, { key, body, headers: { ...headers } });
  }

  async show(batchId: string, key = this.scene.key): Promise<ShownBatch> {
    return shownOf(await this.scene.stack.call('GET', `${BATCHES}/${batchId}`, { key }));
  }

  until(batchId: string, status: string, key = this.scene.key): Promise<ShownBatch> {
    return eventually(
      () => this.show(batchId, key),
      (batch) => batch.status === status,
      `the batch is ${status}`,
    );
  }

  async rowsOf(batchId: string, key = this.scene.key, query = ''): Promise<Record<string, unknown>[]> {
    const { body } = await this.scene.stack.call('GET', `${BATCHES}/${batchId}/rows${query}`, { key });
    return (body['data'] as { items: Record<string, unknown>[] }).items;
  }

  async countPayments(batchId: string): Promise<number> {
    const [row] = await this.scene.stack.database.query<{ count: number }>(
      'select count(*)::integer from payment_instructions where idempotency_key like $1',
      [`${batchId}:%`],
    );
    return row?.count ?? NaN;
  }
}
