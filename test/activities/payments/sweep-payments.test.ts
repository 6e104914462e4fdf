import pino from 'pino';
import { sweepPayments } from '../../../activities/payments/sweep-payments';
import { newId } from '../../../lib/ids';
import { openVault } from '../../../lib/vault';
import { connectWorkflows, type WorkflowClient } from '../../../workflows/client/workflow-client';
import { workflowIds } from '../../../workflows/contract';
import { eventually } from '../../support/builders';
import { closeAtEnd } from '../../support/closing';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { insertDispatch, insertInstructions, insertPartner } from '../../support/rows';
import { clientOf, createNamespace, temporalAddress } from '../../support/temporal';

const COUNT = 60;
const PAGE_SIZE = 20;
const RUNNING = `ExecutionStatus = 'Running' and WorkflowType = 'paymentInstruction'`;

let database: TestDatabase;
let workflows: WorkflowClient;
let ids: string[];
let warnings: string[] = [];
const log = pino({ level: 'warn' }, { write: (line: string) => void warnings.push(line) });

beforeAll(async () => {
  database = await createTestDatabase();
  await insertPartner(database, 'ptn_1');
  const target = { address: temporalAddress(), namespace: await createNamespace(), tls: null, apiKey: null };
  workflows = connectWorkflows(target, 'test');
  closeAtEnd(() => workflows.close());
  await insertInstructions(database, { prefix: newId('instruction'), count: COUNT, partner: 'ptn_1' });
  const rows = await database.query<{ id: string }>('select id from payment_instructions order by id');
  ids = rows.map(({ id }) => id);
  for (const id of ids) await insertDispatch(database, id);
  await Promise.all(ids.map(begin));
  await listed(COUNT);
});

beforeEach(() => {
  warnings = [];
});

afterEach(() => jest.restoreAllMocks());

const service = () => clientOf(workflows).workflowService;
const idAt = (index: number): string => ids[index] ?? '';

/** Begins the workflow of a payment, which no worker carries on. */
async function begin(id: string): Promise<void> {
  const options = { taskQueue: 'nobody', workflowId: workflowIds.payment(id), args: [{}] };
  const searchAttributes = { CorridorStatus: ['submitted'] };
  await clientOf(workflows).workflow.start('paymentInstruction', { ...options, searchAttributes });
}

async function listed(count: number): Promise<void> {
  const found = () => clientOf(workflows).workflow.count(RUNNING);
  await eventually(found, (answer) => answer.count === count, `that ${count} workflows run`);
}

/** Lets a workflow end by mistake. */
async function lose(...lost: string[]): Promise<void> {
  for (const id of lost) {
    await clientOf(workflows).workflow.getHandle(workflowIds.payment(id)).terminate('by mistake');
  }
  await listed(COUNT - lost.length);
}

function sweep() {
  const vault = openVault(Buffer.alloc(32, 7).toString('base64'));
  return sweepPayments({ database, workflows, vault, log }, { after: '', isOver: () => false, pageSize: PAGE_SIZE });
}

/** Has each list answered otherwise where it is about a payment: `null` for as it is. */
function answering(otherwise: (query: string, list: () => Promise<Listed>) => Promise<Listed> | null) {
  const list = service().listWorkflowExecutions.bind(service());
  return jest.spyOn(service(), 'listWorkflowExecutions').mockImplementation((request: Parameters<typeof list>[0]) => {
    const asItIs = (): Promise<Listed> => list(request);
    return otherwise(request.query ?? '', asItIs) ?? asItIs();
  });
}
type Listed = Awaited<ReturnType<ReturnType<typeof service>['listWorkflowExecutions']>>;

const isAbout = (query: string, id: string): boolean => {
  const [, from = '', to = ''] = /between '(.+)' and '(.+)'/.exec(query) ?? [];
  return from < workflowIds.payment(id) && workflowIds.payment(id) <= to;
};

it('begins the only workflow again that is lost among many, once, with one list a page', async () => {
  await lose(idAt(33));
  const list = jest.spyOn(service(), 'listWorkflowExecutions');
  const describeOne = jest.spyOn(service(), 'describeWorkflowExecution');
  expect(await sweep()).toEqual({ repaired: 1, informed: 0, next: null });
  // The last page is full: only the one after it shows that it was the last.
  expect(list).toHaveBeenCalledTimes(COUNT / PAGE_SIZE + 1);
  expect(describeOne).toHaveBeenCalledTimes(1);
  await listed(COUNT);
  expect(await sweep()).toEqual({ repaired: 0, informed: 0, next: null });
});

it('goes on past pages that fail, and meets them again in the next pass', async () => {
  const [first, second, third] = [idAt(5), idAt(25), idAt(45)];
  await lose(first, second, third);
  answering((query) =>
    [first, third].some((id) => isAbout(query, id)) ? Promise.reject(new Error('no answer')) : null,
  );
  expect(await sweep()).toMatchObject({ repaired: 1, next: null });
  expect(warnings).toHaveLength(2);
  await listed(COUNT - 2);
  jest.restoreAllMocks();
  expect(await sweep()).toMatchObject({ repaired: 2 });
  await listed(COUNT);
});

it('fails where no page could be compared', async () => {
  answering(() => Promise.reject(new Error('Temporal is away')));
  await expect(sweep()).rejects.toThrow('Temporal is away');
});

it('asks again where Temporal refuses a list because there are too many', async () => {
  const refusal = Object.assign(new Error('namespace rate limit exceeded'), { code: 8, details: '', metadata: {} });
  await lose(idAt(12));
  let refusals = 0;
  answering((query) => (isAbout(query, idAt(12)) && (refusals += 1) === 1 ? Promise.reject(refusal) : null));
  expect(await sweep()).toMatchObject({ repaired: 1 });
  expect(refusals).toBe(2);
  expect(warnings.filter((line) => line.includes('could not'))).toEqual([]);
  await listed(COUNT);
});

describe('a payment that is not lost', () => {
  it('runs although it is not listed yet', async () => {
    const late = idAt(7);
    answering((query, list) => {
      if (!isAbout(query, late)) return null;
      return list().then((answer) => {
        const executions = answer.executions.filter(
          ({ execution }) => execution?.workflowId !== workflowIds.payment(late),
        );
        return Object.assign(answer, { executions });
      });
    });
    expect(await sweep()).toEqual({ repaired: 0, informed: 0, next: null });
  });

  it('was created a moment ago', async () => {
    const prefix = newId('instruction');
    await insertInstructions(database, { prefix, count: 1, partner: 'ptn_1' });
    const id = `${prefix}1`;
    await database.query(
      'update payment_instructions set version = version + 1, last_updated_at = now() where id = $1',
      [id],
    );
    expect(await sweep()).toEqual({ repaired: 0, informed: 0, next: null });
    await database.query(`update payment_instructions set version = version + 1, status = 'failed' where id = $1`, [
      id,
    ]);
  });

  it('ends while its page is compared', async () => {
    const id = idAt(50);
    await lose(id);
    answering((query, list) => {
      if (!isAbout(query, id)) return null;
      const end = `update payment_instructions set version = version + 1, status = 'failed' where id = $1`;
      return database.query(end, [id]).then(list);
    });
    expect(await sweep()).toEqual({ repaired: 0, informed: 0, next: null });
  });
});
