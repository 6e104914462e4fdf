import { loadSyntheticWatchList } from '../../../activities/importers/load-starter';
import { instructionBody } from '../../support/builders';
import { INSTRUCTIONS } from '../../support/payment-scene';
import { startTestPartner, type TestPartner } from '../../support/partner';
import { startStack, type Answer, type Stack, type StackOptions } from '../../support/stack';

/** Names of importers/starter-data/watch-list.json: as listed, and with a word left out. */
export const LISTED = 'Ombrasko, QUILLON Zhadrek';
export const NEAR = 'Quillon Zhadrek';

type Shown = Record<string, unknown>;

export function dataOf({ body }: Answer): Shown {
  return body['data'] as Shown;
}

/** The body of a payment to somebody of that name. */
export function bodyFor(name: string, overrides: Shown = {}): Shown {
  const body = instructionBody(overrides);
  return { ...body, beneficiary: { ...(body['beneficiary'] as object), name } };
}

/** A service that screens against the invented watch list, with one client, one partner and one operator. */
export class ScreeningScene {
  private constructor(
    readonly stack: Stack,
    readonly partner: TestPartner,
    /** Of the client. */
    readonly key: string,
    readonly operator: string,
  ) {}

  static async open(options: StackOptions = {}): Promise<ScreeningScene> {
    const stack = await startStack(options);
    await loadSyntheticWatchList(stack.database);
    const partner = await startTestPartner(stack.database, stack.vault, { name: 'north' });
    return new ScreeningScene(stack, partner, await stack.createKey('acme'), await stack.createOperator());
  }

  post(body: object, headers: Record<string, string> = {}): Promise<Answer> {
    return this.stack.call('POST', INSTRUCTIONS, { key: this.key, body, headers });
  }

  async read(id: string): Promise<Shown> {
    return dataOf(await this.stack.call('GET', `${INSTRUCTIONS}/${id}`, { key: this.key }));
  }

  /** @returns id of a payment that is held for a review */
  async held(): Promise<string> {
    const answer = await this.post(bodyFor(NEAR));
    expect(answer.status).toBe(201);
    expect(dataOf(answer)).toMatchObject({ status: 'pending', waitingReason: 'compliance_review' });
    return String(dataOf(answer)['instructionId']);
  }

  decide(id: string, body: object, by = this.operator): Promise<Answer> {
    return this.stack.call('POST', `/v1/operator/payments/${id}/screening`, { key: by, body });
  }

  screening(id: string): Promise<Answer> {
    return this.stack.call('GET', `/v1/operator/payments/${id}/screening`, { key: this.operator });
  }

  /** @param sql a table, with a condition where wanted */
  async count(sql: string): Promise<number> {
    const [row] = await this.stack.database.query<{ count: string }>(`select count(*) from ${sql}`);
    return Number(row?.count);
  }
}
