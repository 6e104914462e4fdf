import type { WorkflowHandle } from '@temporalio/client';
import type { InquiryOutcome, SilenceOutcome } from '../../../activities/payments/payment-questions';
import type { SendOutcome } from '../../../activities/payments/send-outcome';
import { cancellationRequested, paymentState, reportsRecorded } from '../../../workflows/contract';
import type { paymentInstruction } from '../../../workflows/payments/payment-instruction';
import { eventually } from '../../support/builders';
import { describeWithTimers, startTimeSkipping } from '../../support/time-skipping';
import { MOVED, ScriptedPayments, type Script } from './scripted-payment';

const HOUR_SECONDS = 3_600;
const HOUR_MS = HOUR_SECONDS * 1_000;

describeWithTimers('the waits of a payment', () => {
  let payments: ScriptedPayments;

  beforeAll(async () => {
    payments = await ScriptedPayments.start(await startTimeSkipping());
  });

  const run = (script: Script) => payments.run(script);
  const UNCERTAIN: SendOutcome = { kind: 'ambiguous', refusing: false };
  const ASK_AGAIN: InquiryOutcome = { kind: 'ask_again' };
  const SEND_AGAIN: InquiryOutcome = { kind: 'send_again' };

  /** What the Temporal UI shows as the current details. */
  async function detailsOf(handle: WorkflowHandle): Promise<string> {
    const metadata = await handle.query<{ currentDetails?: string }>('__temporal_workflow_metadata');
    return metadata.currentDetails ?? '';
  }

  function untilDetails(handle: WorkflowHandle, isShown: (text: string) => boolean, what: string): Promise<string> {
    return eventually(() => detailsOf(handle), isShown, what);
  }

  it('asks about an ambiguous dispatch after 5, 15 and 60 s, then ever more rarely up to 15 min', async () => {
    const inquiries = Array.from({ length: 8 }, () => ASK_AGAIN);
    const { done, timers } = await run({ sends: [UNCERTAIN], inquiries });
    expect(timers).toEqual([5, 15, 60, 120, 240, 480, 900, 900, 900]);
    expect(done.filter((what) => what === 'inquire')).toHaveLength(9);
    expect(done.filter((what) => what === 'send')).toHaveLength(1);
  });

  it('asks a partner that answers again for its second word soon, however long it was away', async () => {
    const away = Array.from({ length: 5 }, () => ASK_AGAIN);
    const inquiries: InquiryOutcome[] = [...away, { kind: 'ask_again', denied: true }, SEND_AGAIN];
    const { timers, status } = await run({ sends: [UNCERTAIN, MOVED('failed', 2)], inquiries });
    expect(timers).toEqual([5, 15, 60, 120, 240, 480, 15]);
    expect(status).toBe('failed');
  });

  it('sends the same attempt again only when it is proven that the partner never received it', async () => {
    const { done, status } = await run({
      sends: [UNCERTAIN, MOVED('failed', 2)],
      inquiries: [ASK_AGAIN, SEND_AGAIN],
    });
    expect(done).toEqual(['send', 'wait partner_slow', 'inquire', 'inquire', 'send']);
    expect(status).toBe('failed');
  });

  it('sends what is pending still after the answer to a call that is no longer the last one', async () => {
    const { log } = await run({ sends: [MOVED('pending', 2), MOVED('failed', 3)] });
    expect(log.map(([what]) => what)).toEqual(['send', 'send']);
  });

  it('waits as long as a partner asks for that takes nothing, and sends again', async () => {
    const { done, timers } = await run({
      sends: [
        { kind: 'not_taken', retryAfterMs: 7_000 },
        { kind: 'not_taken', retryAfterMs: null },
        { kind: 'not_delivered' },
        { kind: 'held', reason: 'partner_busy', retryAfterMs: 2_000 },
        { kind: 'blocked' },
        MOVED('failed', 2),
      ],
    });
    expect(done.filter((what) => what !== 'send')).toEqual([
      'wait partner_refusing',
      'wait partner_refusing',
      'wait partner_outage',
      'wait partner_busy',
      'wait blocked',
    ]);
    expect(timers).toEqual([7, 5, 15, 2, 900]);
  });

  it('backs off from a partner by its failures, not by waits whose end was known', async () => {
    const held: SendOutcome = { kind: 'held', reason: 'partner_outage', retryAfterMs: 3_000 };
    const away: SendOutcome = { kind: 'not_delivered' };
    const { timers } = await run({ sends: [held, held, held, held, away, away, MOVED('failed', 2)] });
    expect(timers).toEqual([3, 3, 3, 3, 5, 15]);
  });

  it('waits for a partner however its client wants the payment back, after one try at once', async () => {
    const held = Array.from({ length: 60 }, () => ({
      kind: 'held' as const,
      reason: 'partner_outage' as const,
      retryAfterMs: 60_000,
    }));
    const { timers, done } = await run({
      sends: [{ kind: 'not_delivered' }, ...held, MOVED('failed', 9)],
      cancel: true,
    });
    expect(done.filter((what) => what === 'send')).toHaveLength(62);
    // The first wait ends at once; on a slow machine its timer has begun by then.
    expect(timers.filter((seconds) => seconds === 60)).toHaveLength(60);
    expect(timers.length).toBeLessThanOrEqual(61);
  });

  it('tries at once what an operator wants tried', async () => {
    const { timers, log, status } = await run({
      sends: [{ kind: 'blocked' }, MOVED('failed', 3)],
      async meanwhile({ signal, handle }) {
        await eventually(
          () => handle.query(paymentState),
          ({ waitsFor }) => waitsFor.startsWith('people'),
          'a wait',
        );
        await signal({ reportId: null, status: 'pending', disposition: 'operator', version: 2, retry: true });
      },
    });
    expect(timers).toEqual([900]);
    expect(log.at(-1)?.[0]).toBe('send');
    expect(log.at(-1)?.[1]).toBeLessThan(900_000);
    expect(status).toBe('failed');
  });

  it('asks at once about what was begun again and turns out to be sent, while the partner has no free place', async () => {
    const { log, done } = await run({
      isUrged: true,
      sends: [{ kind: 'held', reason: 'partner_busy', retryAfterMs: 1_000 }],
      waitsAs: 'submitted',
      onSilence: [{ moved: { status: 'settled', version: 3 }, nextCheckMs: HOUR_MS }],
    });
    expect(done).toEqual(['send', 'wait partner_busy', 'silence']);
    expect(log.at(-1)?.[1]).toBeLessThan(HOUR_MS);
  });

  it('holds until the value date', async () => {
    const { log } = await run({ releaseInMs: 48 * HOUR_MS, sends: [MOVED('failed', 2)] });
    expect(log.map(([what]) => what)).toEqual(['wait value_date', 'send']);
    // The server's clock is asked over the network, once before the start and once in the activity.
    expect(log[1]?.[1]).toBeGreaterThan(48 * HOUR_MS - 1_000);
    expect(log[1]?.[1]).toBeLessThan(49 * HOUR_MS);
  });

  it('looks at a silence when the database says that it is due, and never fails the payment for it', async () => {
    const { done, timers } = await run({
      onSilence: [
        { moved: { status: 'submitted', version: 1 }, nextCheckMs: 5 * HOUR_MS },
        { moved: { status: 'settled', version: 9 }, nextCheckMs: HOUR_MS },
      ],
    });
    expect(done).toEqual(['send', 'silence', 'silence']);
    expect(timers).toEqual([HOUR_SECONDS, 5 * HOUR_SECONDS]);
  });

  it('flags a report that waited a day for the step before it', async () => {
    const quiet: SilenceOutcome = { moved: { status: 'submitted', version: 1 }, nextCheckMs: 10 * HOUR_MS };
    const { log } = await run({
      onSilence: Array.from({ length: 3 }, () => quiet),
      meanwhile: ({ signal }) => signal({ reportId: 'rep_1', status: 'submitted', disposition: 'waiting', version: 2 }),
    });
    const flaggedAt = log.find(([what]) => what === 'flag')?.[1] ?? 0;
    expect(flaggedAt).toBeGreaterThanOrEqual(24 * HOUR_MS);
    expect(flaggedAt).toBeLessThan(25 * HOUR_MS);
  });

  it('asks the partner to cancel while a dispatch is ambiguous, and sends nothing again', async () => {
    const { done, status } = await run({
      sends: [UNCERTAIN],
      inquiries: [ASK_AGAIN, MOVED('cancelled', 5)],
      cancel: true,
    });
    // The partner is asked to cancel beside the inquiry: which of the two reaches it first is not said.
    expect(new Set(done.slice(2, 4))).toEqual(new Set(['cancel', 'inquire']));
    expect([...done.slice(0, 2), ...done.slice(4)]).toEqual(['send', 'wait partner_slow', 'inquire']);
    expect(status).toBe('cancelled');
  });

  it('shows people a cancellation that the partner never answers, and ends with its outcome', async () => {
    const { status, done } = await run({
      cancel: true,
      cancelFails: true,
      onSilence: Array.from({ length: 30 }, () => ({
        moved: { status: 'submitted' as const, version: 1 },
        nextCheckMs: HOUR_MS,
      })),
    });
    expect(done).toContain('cancellation_unanswered');
    expect(status).toBe('failed');
  });

  it('asks the partner to cancel once at a time, and once more for what was asked meanwhile', async () => {
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    let asked = 0;
    const { done, status } = await run({
      cancel: true,
      async untilAnswered() {
        asked += 1;
        await answered;
      },
      async meanwhile({ signal, handle }) {
        const isAsked = (times: number) =>
          eventually(
            () => Promise.resolve(asked),
            (count) => count === times,
            `${times} questions`,
          );
        await isAsked(1);
        for (const version of [3, 4]) await handle.signal(cancellationRequested, { status: 'submitted', version });
        // A query is answered by a worker that has seen the signals before it.
        await handle.query(paymentState);
        await handle.query(paymentState);
        expect(asked).toBe(1);
        answer();
        await isAsked(2);
        await signal({ reportId: 'rep_1', status: 'settled', disposition: 'applied', version: 7 });
      },
    });
    expect(done.filter((what) => what === 'cancel')).toHaveLength(2);
    expect(status).toBe('settled');
  });

  it('is not moved back by a notice that arrives late', async () => {
    const { status } = await run({
      async meanwhile({ signal }) {
        await signal({ reportId: 'rep_2', status: 'processing', disposition: 'applied', version: 5 });
        await signal({ reportId: 'rep_1', status: 'accepted', disposition: 'applied', version: 4 });
        await signal({ reportId: 'rep_3', status: 'settled', disposition: 'applied', version: 6 });
      },
    });
    expect(status).toBe('settled');
  });

  it.each<[string, SendOutcome, RegExp]>([
    ['a compliance review', { kind: 'review' }, /payments release instr_1 .*payments reject instr_1 .*second person/],
    ['north, which could not be reached', { kind: 'not_delivered' }, /payments decide instr_1 --decision try_now/],
    [
      'north, which takes nothing',
      { kind: 'not_taken', retryAfterMs: 60_000 },
      /--decision try_now .*--decision give_up/,
    ],
    [
      'north, to which no more is sent now',
      { kind: 'held', reason: 'partner_busy', retryAfterMs: 60_000 },
      /--decision try_now/,
    ],
    ['people: something of ours', { kind: 'blocked' }, /corridor flags list.*--decision try_now/],
    ['north, which may or may not have received it', UNCERTAIN, /--decision delivered.*--decision never_received/],
    ['the outcome that north reports', MOVED('submitted', 2), /payments cancel instr_1/],
  ])(
    'tells operators since when and until when it waits for %s, and what ends that',
    async (what, outcome, endedBy) => {
      let details = '';
      await run({
        sends: [outcome, MOVED('failed', 9)],
        async meanwhile({ handle }) {
          details = await untilDetails(handle, (text) => text.includes(what), what);
        },
      });
      const time = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z`;
      expect(details).toMatch(
        new RegExp(String.raw`^\*\*(pending|submitted)\*\*: .*\n\n- Since ${time}\.\n- Until ${time}; then `),
      );
      expect(details).toMatch(endedBy);
      expect(details).not.toContain('A cancellation is requested');
    },
  );

  it('tells operators that it waits for its value date, and of a cancellation that is wanted', async () => {
    let details = '';
    const { log } = await run({
      releaseInMs: 48 * HOUR_MS,
      async meanwhile({ handle }) {
        await untilDetails(
          handle,
          (text) => /its value date\.\n\n- Since .*\n- Until .*payments cancel instr_1/s.test(text),
          'the value date',
        );
        await handle.signal(cancellationRequested, { status: 'submitted', version: 2 });
        details = await untilDetails(
          handle,
          (text) => text.includes('A cancellation is requested'),
          'the cancellation',
        );
      },
    });
    expect(details).toContain('corridor payments show instr_1');
    expect(log.map(([what]) => what)).toContain('send');
  });

  it('goes on in a new run where reports alone make its history long, and shows the newest of them', async () => {
    let details = '';
    const { status, isRenewed, done } = await run({
      historyLimit: 40,
      async meanwhile({ signal, handle }) {
        // A report that comes before the first task is proof that it was sent.
        await untilDetails(handle, (text) => text.startsWith('**submitted**'), 'the payment is sent');
        // More than the limit, so that it is passed however many signals one task takes.
        for (let version = 3; version < 63; version += 1) {
          const rest = { status: 'accepted', reported: 'accepted', disposition: 'duplicate', version } as const;
          await signal({ ...rest, reportId: `rep_${version}`, at: '2026-11-20T10:00:00.000Z' });
        }
        details = await untilDetails(handle, (text) => text.includes('rep_62'), 'the last report');
        await signal({ reportId: 'rep_99', status: 'settled', disposition: 'applied', version: 99 });
      },
    });
    expect([status, isRenewed, done]).toEqual(['settled', true, ['send']]);
    expect(details).toContain('rep_43');
    expect(details).not.toContain('rep_42');
  });

  it('goes on in a new run before its history grows too long, in every loop, with everything it knew', async () => {
    const asked = await run({
      sends: Array.from({ length: 12 }, () => UNCERTAIN),
      inquiries: [...Array.from({ length: 12 }, () => ASK_AGAIN), MOVED('failed', 9)],
      historyLimit: 40,
    });
    expect(asked.status).toBe('failed');
    expect(asked.done.filter((what) => what === 'inquire')).toHaveLength(13);
    expect(asked.isRenewed).toBe(true);

    const refused = await run({
      sends: [...Array.from({ length: 12 }, () => ({ kind: 'not_delivered' as const })), MOVED('failed', 9)],
      historyLimit: 40,
    });
    expect(refused.isRenewed).toBe(true);
    expect(refused.done.filter((what) => what === 'send')).toHaveLength(13);

    const silent = await run({
      onSilence: Array.from({ length: 12 }, () => ({
        moved: { status: 'submitted' as const, version: 1 },
        nextCheckMs: HOUR_MS,
      })),
      historyLimit: 40,
    });
    expect(silent.isRenewed).toBe(true);
    expect(silent.done.filter((what) => what === 'silence')).toHaveLength(13);
  });

  it('loses no signal that comes while it goes on in a new run', async () => {
    const SIGNALLED = 12;
    let asked = 0;
    const { status, isRenewed, done } = await run({
      historyLimit: 8,
      // A local activity runs again where a signal refused the task that held its result: the answer is the same then.
      sends: Array.from({ length: 50 }, () => MOVED('submitted', 1)),
      untilAnswered: () => Promise.resolve(void (asked += 1)),
      onSilence: Array.from({ length: 200 }, () => ({
        moved: { status: 'submitted' as const, version: 2 },
        nextCheckMs: HOUR_MS,
      })),
      async meanwhile({ handle }) {
        const latest = handle.client.getHandle<typeof paymentInstruction>(handle.workflowId);
        const retry = {
          reportId: null,
          status: 'submitted',
          disposition: 'operator',
          version: 2,
          retry: true,
        } as const;
        for (let count = 0; count < SIGNALLED; count += 1) {
          const before = asked;
          // Each of these ends a wait, after which the next run begins.
          const urging = [1, 2, 3].map(() => latest.signal(reportsRecorded, [retry]));
          await Promise.all([...urging, latest.signal(cancellationRequested, { status: 'submitted', version: 2 })]);
          await eventually(
            () => Promise.resolve(asked),
            (times) => times > before,
            'a question for each cancellation',
          );
        }
        const outcome = { reportId: 'rep_1', status: 'settled', disposition: 'applied', version: 3 } as const;
        await Promise.all([latest.signal(reportsRecorded, [retry]), latest.signal(reportsRecorded, [outcome])]);
      },
    });
    expect([status, isRenewed]).toEqual(['settled', true]);
    expect(done.filter((what) => what === 'cancel').length).toBeGreaterThanOrEqual(SIGNALLED);
  });
});

/**
 * On a server of its own: on a busy machine the server sometimes keeps its clock after such an end, and timers of the next
 * payment never fire. See temporalio/sdk-java#1138: activities that are outstanding at the end of a workflow hold the clock.
 */
describeWithTimers('a payment whose workflow is asked to cancel', () => {
  let payments: ScriptedPayments;

  beforeAll(async () => {
    payments = await ScriptedPayments.start(await startTimeSkipping());
  });

  it('goes on when its workflow is asked to cancel, and says so', async () => {
    let explained = '';
    const { status, done } = await payments.run({
      async meanwhile({ signal, handle }) {
        await handle.cancel();
        const { waitsFor } = await eventually(
          () => handle.query(paymentState),
          ({ noted }) => noted,
          'a note',
        );
        explained = waitsFor;
        await signal({ reportId: 'rep_1', status: 'settled', disposition: 'applied', version: 7 });
      },
    });
    expect(explained).toContain('north');
    expect(done).toEqual(['send']);
    expect(status).toBe('settled');
  });
});
