import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { findFreePort } from '../../cli/embedded/ports';
import { CommandLine, type Typed } from '../support/command-line';
import { startScriptedServer } from '../support/http-server';
import { creditTransfer, pain001 } from '../support/pain001';
import { PaymentScene } from '../support/payment-scene';

const ACCOUNT = '9876543210';
const HEADER =
  'amount,currency,beneficiary.name,beneficiary.country,beneficiary.bankAccount.accountNumber,' +
  'beneficiary.bankAccount.swiftBic,beneficiary.bankAccount.country,purpose.code,clientReference,colour';
const row = (amount = '1250.50'): string =>
  `${amount},USD,Example Trading Ltd,US,${ACCOUNT},BOFAUS3N,US,trade_settlement,${randomUUID()},red`;
const csv = (...rows: string[]): string => [HEADER, ...rows].join('\n');

let scene: PaymentScene;
let line: CommandLine;
beforeAll(async () => {
  scene = await PaymentScene.open({ workers: false });
  line = new CommandLine({ CORRIDOR_API_KEY: scene.key });
});

function submit(contents: string, ...options: string[]): Promise<Typed> {
  const file = path.join(line.folder, `${randomUUID()}.txt`);
  writeFileSync(file, contents);
  return line.run('batches', 'submit', file, '--api', scene.stack.baseUrl, ...options);
}

const counted = async (): Promise<number> => {
  const { body } = await scene.stack.call('GET', '/api/v1/payments/batches', { key: scene.key });
  return (body['data'] as { items: unknown[] }).items.length;
};

/** Source: docs/GAPS.md#P18 */
describe('corridor batches submit', () => {
  it('sends a CSV file and prints the batch', async () => {
    const { code, text, fault } = await submit(csv(row(), row()), '--mode', 'all_or_nothing', '--name', 'March');
    expect([code, fault]).toEqual([0, '']);
    const [, id = ''] = /^(bat_[0-9a-z]{26})  making\n/.exec(text) ?? [];
    expect(text).toMatch(/Name +March\nSide +test\nMode +all_or_nothing\n/);
    expect(text).toMatch(/Rows +2 total, 2 waiting\nIgnored +colour\n/);
    const kept = await scene.stack.call('GET', `/api/v1/payments/batches/${id}`, { key: scene.key });
    expect(kept.body['data']).toMatchObject({ name: 'March', counts: { total: 2 } });
  });

  it('sends a pain.001 by its contents, and prints one JSON object', async () => {
    const message = `\uFEFF\n${pain001([creditTransfer({ id: randomUUID() })]).trim()}`.replace(/<\?xml.*\?>\n/, '');
    const { code, said } = await submit(message, '--mode', 'all_or_nothing', '--json');
    expect([code, said]).toMatchObject([0, { counts: { total: 1 }, ignored: ['PmtInf/Dbtr/Nm'] }]);
  });

  it('takes valid rows and names the others as people count them, without account numbers', async () => {
    const { code, text } = await submit(csv(row(), row('-1'), row()), '--mode', 'valid_only');
    expect(code).toBe(0);
    expect(text).toMatch(/Rows +3 total, 2 waiting, 1 refused\n/);
    expect(text).toMatch(/Refused rows\nROW +FIELD +FAULT\n +2 +amount +.+\(line 3\)$/);
    expect(text).not.toContain(ACCOUNT);
  });

  it('ends with 1 and takes nothing where a row refuses the batch', async () => {
    const before = await counted();
    const file = csv(row(), row('-1'), `${row()},more`);
    const refused = await submit(file, '--mode', 'all_or_nothing');
    expect(refused.code).toBe(1);
    expect(refused.text).toMatch(/^Nothing was taken\. .+\n\nROW +FIELD +FAULT\n +2 +amount .+\n +3 +has 11 cells/);
    expect(refused.text).not.toContain(ACCOUNT);
    const asJson = await submit(file, '--mode', 'all_or_nothing', '--json');
    const faults = [
      { row: 1, field: 'amount' },
      { row: 2, field: '' },
    ];
    expect([asJson.code, asJson.said]).toMatchObject([1, { error: { faults } }]);
    const headless = await submit(row(), '--mode', 'valid_only');
    expect([headless.code, headless.text]).toEqual([1, expect.stringMatching(/FIELD +FAULT\namount +is a column/)]);
    const quoted = await submit(csv(row(), row().replace(ACCOUNT, `${ACCOUNT}"1"`)), '--mode', 'valid_only');
    expect([quoted.code, quoted.text]).toEqual([1, expect.stringContaining('at line 3')]);
    expect(headless.text + quoted.text).not.toContain(ACCOUNT);
    expect(await counted()).toBe(before);
  });

  it('sends a batch once under an idempotency key, which it names when there is no outcome', async () => {
    const before = await counted();
    const contents = csv(row());
    const options = ['--mode', 'all_or_nothing', '--json', '--idempotency-key', randomUUID()];
    const [first, second] = [await submit(contents, ...options), await submit(contents, ...options)];
    expect([second.code, second.said]).toEqual([0, first.said]);
    expect(await counted()).toBe(before + 1);
    const broken = await startScriptedServer(() => ({ status: 502 }));
    const lost = await submit(contents, '--mode', 'valid_only', '--api', broken.url);
    const sent = String(broken.requests[0]?.headers['idempotency-key']);
    expect([lost.code, lost.text]).toEqual([1, '']);
    expect(lost.fault).toContain(`may have been taken. Repeat the command with --idempotency-key ${sent}`);
  });

  it('names faults of its use', async () => {
    const wrong = await submit(csv(row()), '--name', '', '--api', 'here', '--idempotency-key', 'two words');
    expect(wrong.code).toBe(1);
    for (const option of ['--mode', '--name', '--api', '--idempotency-key']) expect(wrong.fault).toContain(option);
    const missing = await line.run(
      'batches',
      'submit',
      'no-such-file.csv',
      '--mode',
      'valid_only',
      '--api',
      'http://x',
    );
    expect([missing.code, missing.fault.trim()]).toEqual([1, 'no-such-file.csv cannot be read: ENOENT']);
    const stranger = new CommandLine({ CORRIDOR_API_KEY: 'crd_test_stranger' });
    const api = ['--mode', 'valid_only', '--api', scene.stack.baseUrl];
    expect((await stranger.run('batches', 'submit', __filename, ...api)).fault).toMatch(/key/i);
    const nowhere = await submit(
      csv(row()),
      '--mode',
      'valid_only',
      '--api',
      `http://127.0.0.1:${await findFreePort()}`,
    );
    expect(nowhere.fault).toMatch(/ does not answer: ECONNREFUSED$/m);
    expect(nowhere.fault).not.toContain('may have been taken');
    expect(nowhere.code).toBe(1);
    expect((await new CommandLine({}).run('batches', 'submit', __filename, '--mode', 'valid_only')).fault).toContain(
      'CORRIDOR_API_KEY',
    );
  });
});
