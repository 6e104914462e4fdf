import { paymentState, workflowIds, type ReportNotice } from '../../workflows/contract';
import { eventually, settlementBody } from '../support/builders';
import { INSTRUCTIONS, PaymentScene } from '../support/payment-scene';
import { begun, clientOf } from '../support/temporal';

/** The story of a payment that an operator reads in the Temporal UI. Source: docs/GAPS.md#P4 */
let scene: PaymentScene;
beforeAll(async () => {
  scene = await PaymentScene.open();
});

const handleOf = (id: string) => begun(clientOf(scene.stack.services.workflows), workflowIds.payment(id));

/** What the Temporal UI shows as the current details. */
async function detailsOf(id: string): Promise<string> {
  const metadata = await (await handleOf(id)).query<{ currentDetails?: string }>('__temporal_workflow_metadata');
  return metadata.currentDetails ?? '';
}

/** What each signal of the history told, in the order of the history. */
async function signalsOf(id: string): Promise<ReportNotice[][]> {
  const { events } = await (await handleOf(id)).fetchHistory();
  const signals = (events ?? []).flatMap(({ workflowExecutionSignaledEventAttributes: signal }) => signal ?? []);
  return signals.map(({ input }) => {
    const [payload] = input?.payloads ?? [];
    return JSON.parse(Buffer.from(payload?.data ?? []).toString()) as ReportNotice[];
  });
}

async function reportsOf(id: string): Promise<Record<string, unknown>[]> {
  const answer = await scene.stack.call('GET', `${INSTRUCTIONS}/${id}/reports?limit=100`, { key: scene.key });
  return (answer.body['data'] as { items: Record<string, unknown>[] }).items;
}

const told = async (id: string): Promise<ReportNotice[]> => (await signalsOf(id)).flat();

describe('the history of a payment in Temporal', () => {
  it('shows progress, late and refused reports, each with id, status, disposition and version', async () => {
    const id = await scene.create();
    await scene.report(id, { status: 'processing', details: { message: 'words of the partner' } });
    await scene.report(id, { status: 'accepted' });
    await scene.report(id, { status: 'processing', details: { message: 'the same again' } });
    await scene.report(id, { status: 'pending' });
    const notices = await eventually(
      () => told(id),
      (all) => all.length === 4,
      'four reports',
    );
    const kept = await reportsOf(id);
    expect(notices).toMatchObject([
      { reported: 'processing', status: 'processing', disposition: 'applied' },
      { reported: 'accepted', status: 'processing', disposition: 'stale' },
      { reported: 'processing', status: 'processing', disposition: 'duplicate' },
      { reported: 'pending', status: 'processing', disposition: 'refused' },
    ]);
    expect(kept.map(({ disposition }) => disposition)).toEqual(notices.map(({ disposition }) => disposition));
    const versions = notices.map(({ version }) => version);
    expect(versions).toEqual([...new Set(versions)].sort((one, other) => one - other));
    const details = await detailsOf(id);
    for (const { reportId, reported, disposition } of notices) {
      expect(details).toMatch(new RegExp(`reported ${reported}: ${disposition}.*${reportId}`));
    }
    expect(details.indexOf('refused')).toBeLessThan(details.indexOf('applied'));
    expect(JSON.stringify(await (await handleOf(id)).fetchHistory())).not.toContain('words of the partner');
    expect((await (await handleOf(id)).query(paymentState)).status).toBe('processing');
  });

  it('ends with the outcome, after the progress that came just before it', async () => {
    const id = await scene.create();
    await scene.report(id, { status: 'accepted' });
    await scene.settle(id, settlementBody());
    await (await handleOf(id)).result();
    expect(await told(id)).toMatchObject([
      { reported: 'accepted', disposition: 'applied', status: 'accepted' },
      { reported: 'settled', disposition: 'applied', status: 'settled' },
    ]);
    expect(await detailsOf(id)).toMatch(/settled.*\n[\s\S]*reported settled: applied[\s\S]*reported accepted: applied/);
  });

  it('has few signals of many reports, and each report once', async () => {
    const id = await scene.create();
    const count = 200;
    const send = (index: number) => scene.report(id, { status: 'submitted', details: { message: `again ${index}` } });
    for (let first = 0; first < count; first += 20) {
      await Promise.all(Array.from({ length: 20 }, (_, index) => send(first + index)));
    }
    const notices = await eventually(
      () => told(id),
      (all) => all.length >= count,
      'all reports',
    );
    const ids = notices.map(({ reportId }) => reportId);
    expect(new Set(ids).size).toBe(count);
    expect(ids).toHaveLength(count);
    expect((await signalsOf(id)).length).toBeLessThan(count / 4);
    expect((await detailsOf(id)).match(/the partner reported/g)).toHaveLength(20);
  });
});
