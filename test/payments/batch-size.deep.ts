import { PaymentScene } from '../support/payment-scene';

const BATCHES = '/api/v1/payments/batches';
const ROWS = 10_000;
const HEADER =
  'amount,currency,beneficiary.name,beneficiary.country,beneficiary.bankAccount.accountNumber,' +
  'beneficiary.bankAccount.swiftBic,beneficiary.bankAccount.country,purpose.code,clientReference,remittance.text';

const file = (): string =>
  [
    HEADER,
    ...Array.from(
      { length: ROWS },
      (_, index) =>
        `${index + 1}.50,USD,Example Trading ${index} Ltd,US,98765${index},BOFAUS3N,US,trade_settlement,order-${index},Invoice ${index}`,
    ),
  ].join('\n');

function percentile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((one, other) => one - other);
  return Math.round((sorted[Math.floor((sorted.length - 1) * share)] ?? NaN) * 10) / 10;
}

/** Source: docs/GAPS.md#P18 */
it('validates ten thousand rows while look-ups are answered', async () => {
  const scene = await PaymentScene.open({ workers: false });
  const { stack, key } = scene;
  const created = await scene.instruct();
  const path = `/api/v1/payments/instructions/${(created.body['data'] as { instructionId: string }).instructionId}`;
  const lookUp = async (): Promise<number> => {
    const from = performance.now();
    expect((await stack.call('GET', path, { key })).status).toBe(200);
    return performance.now() - from;
  };
  const alone: number[] = [];
  for (let count = 0; count < 300; count += 1) alone.push(await lookUp());
  const from = performance.now();
  let isDone = false;
  const sent = stack
    .call('POST', `${BATCHES}?mode=all_or_nothing`, { key, raw: file(), headers: { 'content-type': 'text/csv' } })
    .finally(() => {
      isDone = true;
    });
  const meanwhile: number[] = [];
  while (!isDone) meanwhile.push(await lookUp());
  const answer = await sent;
  const tookMs = Math.round(performance.now() - from);
  expect(answer.body['data']).toMatchObject({ counts: { total: ROWS, waiting: ROWS, refused: 0 } });
  // One that is held up until the end of the validation would be the only one.
  expect(meanwhile.length).toBeGreaterThan(50);
  const figures = {
    rows: ROWS,
    tookMs,
    lookUps: meanwhile.length,
    p99Alone: percentile(alone, 0.99),
    p99: percentile(meanwhile, 0.99),
    p50Alone: percentile(alone, 0.5),
    p50: percentile(meanwhile, 0.5),
  };
  process.stdout.write(`${JSON.stringify(figures)}\n`);
});
