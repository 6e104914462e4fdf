import type { Environment } from '../../domain/auth/tenant';
import { eventually, instructionBody } from './builders';
import type { HttpRequest, Reaction } from './http-server';
import { startTestPartner, type TestPartner } from './partner';
import { INSTRUCTIONS, type ShownPayment } from './payment-scene';
import { startStack, type Answer, type Stack } from './stack';

/** A definitive rejection. Source: docs/GAPS.md#P14 */
export const REFUSAL: Reaction = { status: 422, body: { code: 'account_closed', message: 'Account closed' } };

type Named = Pick<ShownPayment, 'instructionId'>;

interface PartnerParts {
  react?: (request: HttpRequest) => Reaction | Promise<Reaction> | undefined;
  url?: string;
  feeFixed?: string;
  timelines?: string[];
  environment?: Environment;
}

/** A service with one client and as many partners as a story takes, each with a route of a priority. */
export class FailoverScene {
  private readonly partners: TestPartner[] = [];

  private constructor(
    readonly stack: Stack,
    readonly key: string,
  ) {}

  static async open(): Promise<FailoverScene> {
    const stack = await startStack();
    return new FailoverScene(stack, await stack.createKey('acme'));
  }

  /** Each story has a currency of its own, so that its partners are the only ones with a route. */
  async partner(name: string, currency: string, priority: number, parts: PartnerParts = {}): Promise<TestPartner> {
    const { feeFixed = '5', timelines = ['same_day'], ...rest } = parts;
    const route = { currencies: [currency], priority, feeFixed, feeBps: '0', timelines };
    const made = await startTestPartner(this.stack.database, this.stack.vault, { name, route, ...rest });
    this.partners.push(made);
    return made;
  }

  async create(currency: string, overrides: Record<string, unknown> = {}): Promise<ShownPayment> {
    const body = instructionBody({ currency, amount: 1000, ...overrides });
    const answer = await this.stack.call('POST', INSTRUCTIONS, { key: this.key, body });
    expect(answer.status).toBe(201);
    return answer.body['data'] as ShownPayment;
  }

  async show({ instructionId }: Named): Promise<ShownPayment> {
    const answer = await this.stack.call('GET', `${INSTRUCTIONS}/${instructionId}`, { key: this.key });
    return answer.body['data'] as ShownPayment;
  }

  /** How often a partner was given a payment: others may come to a port that was somebody else's a moment ago. */
  submissionsOf(partner: TestPartner, { instructionId }: Named): HttpRequest[] {
    return partner
      .submissions()
      .filter(({ headers }) => String(headers['idempotency-key']).startsWith(`${instructionId}:`));
  }

  until(payment: Named, status: string): Promise<ShownPayment> {
    return eventually(
      () => this.show(payment),
      (shown) => shown.status === status,
      status,
    );
  }

  async submitted(currency: string): Promise<ShownPayment> {
    return this.until(await this.create(currency), 'submitted');
  }

  report(partner: TestPartner, { instructionId }: Named, status: string): Promise<Answer> {
    return this.stack.call('PUT', `${INSTRUCTIONS}/${instructionId}/status`, { key: partner.key, body: { status } });
  }

  attemptsOf({ instructionId }: Named): Promise<Record<string, unknown>[]> {
    return this.stack.database.query<Record<string, unknown>>(
      `select attempt, partner_id as "partnerId", route_id as "routeId", state, sends, fault, fee_estimated::float as fee,
         expected_date::text as "expectedDate"
       from dispatches where instruction_id = $1 order by attempt`,
      [instructionId],
    );
  }

  async eventsOf({ instructionId }: Named): Promise<string[]> {
    const sql = 'select type from events where subject = $1 order by sequence';
    return (await this.stack.database.query<{ type: string }>(sql, [instructionId])).map(({ type }) => type);
  }

  casesOf({ instructionId }: Named): Promise<{ kind: string; count: number }[]> {
    return this.stack.database.query<{ kind: string; count: number }>(
      'select kind, count from reconciliation_cases where instruction_id = $1 order by id',
      [instructionId],
    );
  }
}
