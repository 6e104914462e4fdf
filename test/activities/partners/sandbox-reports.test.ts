import { createSandboxActivities } from '../../../activities/partners/sandbox-reports';
import { insertInstruction } from '../../../db/payments/instruction/create-instruction';
import { beginDispatch } from '../../../db/payments/dispatch/dispatch';
import { sealPrivateData } from '../../../db/payments/instruction/private-data';
import { openVault } from '../../../lib/vault';
import { SANDBOX_STEPS, type SandboxStep } from '../../../domain/payments/dispatch/sandbox';
import { newInstruction } from '../../interleavings/operation';
import { instructionBody } from '../../support/builders';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { startScriptedServer, type ScriptedServer } from '../../support/http-server';
import { insertPartner } from '../../support/rows';

/** The built-in partner's calls to our own endpoints. Source: docs/GAPS.md#P15 */
const ID = 'instr_1';
const EFFECTIVE_AT_MS = Date.UTC(2026, 10, 20, 9);
const vault = openVault(Buffer.alloc(32, 7).toString('base64'));

let database: TestDatabase;
let api: ScriptedServer;
let status = 200;

beforeAll(async () => {
  database = await createTestDatabase();
  await insertPartner(database, 'ptn_1', { adapter: 'sandbox' });
  api = await startScriptedServer(() => ({ status, body: {} }));
  const { beneficiary, purpose } = instructionBody();
  const privateSealed = sealPrivateData(vault, ID, { beneficiary, purpose });
  await insertInstruction(database, { ...newInstruction(ID), privateSealed }, null);
  await beginDispatch(database, ID, 'ptn_1');
});

beforeEach(() => {
  api.requests.length = 0;
});

function report(step: SandboxStep | undefined, scenario = 'settles'): Promise<number> {
  if (step === undefined) throw new Error('the scenario has no such step');
  const { reportFromSandbox } = createSandboxActivities({ database, vault, publicUrl: api.url });
  return reportFromSandbox({ instructionId: ID, scenario, stepDelayMs: 0, step, effectiveAtMs: EFFECTIVE_AT_MS });
}

const stepOf = (kind: SandboxStep['kind']): SandboxStep | undefined =>
  SANDBOX_STEPS.settles.find((step) => step.kind === kind);

describe('a report of the sandbox', () => {
  it.each([200, 202, 409])('is over with an answer of %i', async (answer) => {
    status = answer;
    expect(await report(stepOf('status'))).toBe(answer);
  });

  it.each([
    [503, false],
    [500, false],
    [429, false],
    [404, true],
    [300, true],
  ])('that is answered with %i is given up: %s', async (answer, nonRetryable) => {
    status = answer;
    await expect(report(stepOf('status'))).rejects.toMatchObject({
      message: `the API answered ${answer}`,
      nonRetryable,
    });
  });

  it('says a status where statuses are taken, and a settlement where those are', async () => {
    status = 200;
    await report(stepOf('status'));
    await report(stepOf('settlement'));
    const said = api.requests.map(({ method, path, body }) => [method, path, JSON.parse(String(body)) as unknown]);
    const confirmedAt = '2026-11-20T09:00:00.000Z';
    expect(said).toMatchObject([
      ['PUT', `/api/v1/payments/instructions/${ID}/status`, { timestamp: confirmedAt }],
      [
        'POST',
        `/api/v1/payments/instructions/${ID}/settlement`,
        { confirmedAt, actualAmount: 1250.5, actualCurrency: 'USD', fees: { amount: 0 } },
      ],
    ]);
  });

  it('of a scenario that the payment did not choose is not made', async () => {
    await expect(report(SANDBOX_STEPS.fails[0], 'fails')).rejects.toMatchObject({ type: 'not_wanted' });
    expect(api.requests).toEqual([]);
  });
});
