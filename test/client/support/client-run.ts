import { Headers } from 'undici';
import type { Stack, Answer } from '../../support/stack';
import { recordOf, type Asked, type ScenarioRun } from '../../api/openapi/support/example-run';
import { NOTHING, pathOf, type World } from '../../invariants/samples';
import type { Call } from './callable';

/** Where the clients have an operation, by the model that they are generated from. */
export interface ClientMethod {
  operationId: string;
  group: string;
  name: string;
  answer: { kind: string; isWrapped?: boolean };
}

function argumentsOf(template: string, path: string): string[] {
  const values = path.split('/');
  return template.split('/').flatMap((part, place) => (part.startsWith('{') ? [values[place] ?? ''] : []));
}

/** Asks the operations of a scenario by the methods of a client. */
export class ClientRun implements ScenarioRun {
  readonly world: World = { ...NOTHING };
  /** Operations that were answered. */
  readonly answered = new Set<string>();
  /** Of the first subscription. */
  secret = '';

  /** @param spell a name as the language writes it */
  constructor(
    readonly stack: Stack,
    private readonly call: Call,
    private readonly methods: readonly ClientMethod[],
    private readonly spell: (name: string) => string,
  ) {}

  async peek(operationId: string, asked: Asked = {}): Promise<Answer> {
    // A client sends what its caller says, with one key: neither what a bank writes nor what another member says.
    if (asked.headers !== undefined || asked.key !== undefined) return this.asOther(operationId, asked);
    const method = this.methods.find((one) => one.operationId === operationId);
    if (method === undefined) throw new Error(`the clients have no ${operationId}`);
    const { answer: outcome, fault } = await this.outcomeOf(method, asked);
    if (fault !== undefined) throw new Error(`${operationId}: ${fault.type}: ${fault.message}`);
    this.answered.add(operationId);
    const { kind, isWrapped = kind === 'data' } = method.answer;
    const body = (isWrapped ? { data: outcome } : outcome) as Answer['body'];
    if (operationId === 'createWebhook') this.secret ||= String(body['secret']);
    return { status: 200, headers: new Headers(), body };
  }

  private async asOther(operationId: string, { xml, query: _, ...asked }: Asked): Promise<Answer> {
    const record = recordOf(operationId);
    const sent = { ...asked, ...(xml === undefined ? {} : { raw: xml }) };
    const answer = await this.stack.call(record.method, pathOf(record, this.world), sent);
    if (answer.status !== 200) throw new Error(`${operationId}: ${answer.status}`);
    if (asked.key === undefined) this.answered.add(operationId);
    return answer;
  }

  ask(operationId: string, asked?: Asked): Promise<Answer> {
    return this.peek(operationId, asked);
  }

  /** Of `client.payments.create` and the like, also where it is refused. */
  outcomeOf({ operationId, group, name }: ClientMethod, { query = '', body, xml }: Asked): ReturnType<Call> {
    const record = recordOf(operationId);
    const { kind } = record.access;
    const owner = kind === 'public' ? 'client' : kind;
    const place = group === 'root' || group === 'partner' ? [] : [this.spell(group)];
    const content = body ?? xml;
    const args = [...argumentsOf(record.path, pathOf(record, this.world)), ...(content === undefined ? [] : [content])];
    const named = Object.fromEntries(new URLSearchParams(query));
    return this.call([owner, ...place, this.spell(name)].join('.'), args, named);
  }
}
