import { defaultPayloadConverter, type Payload } from '@temporalio/common';
import type { Client } from '@temporalio/client';
import { readEvidence, readOutcome } from '../../../workflows/client/payment-runs';
import { workflowsOver } from '../../support/temporal';

/**
 * What the history of a run claims about a payment that Postgres has as not sent, after a restore: what it claims to be
 * taken or sent is not sent again blindly. Source: docs/OPERATIONS.md, "Backups and restore"
 */
const payloads = (...values: unknown[]): { payloads: Payload[] } => ({
  payloads: values.map((value) => defaultPayloadConverter.toPayload(value)),
});

type Event = Record<string, object>;

/** The first try is a local activity, whose result is in a marker. */
const local = (result: unknown): Event => ({
  markerRecordedEventAttributes: { details: { result: payloads(result) } },
});
const activity = (result: unknown): Event => ({ activityTaskCompletedEventAttributes: { result: payloads(result) } });
const signal = (...notices: unknown[]): Event => ({
  workflowExecutionSignaledEventAttributes: { input: payloads(notices) },
});
const started = (input: object): Event => ({ workflowExecutionStartedEventAttributes: { input: payloads(input) } });

async function claimOf(...events: Event[]): Promise<unknown> {
  const handle = { fetchHistory: () => Promise.resolve({ events }) };
  const client = {
    withDeadline: (_deadline: number, work: () => Promise<unknown>) => work(),
    workflow: { getHandle: () => handle },
  };
  return (await readEvidence(workflowsOver(client as unknown as Client), 'instr_1', 'run_1')).claim;
}

const moved = (status: string) => ({ kind: 'moved', moved: { status, version: 2 } });

describe('the history of a run', () => {
  it.each([['submitted'], ['accepted'], ['processing'], ['settled'], ['returned']])(
    'claims that the partner took a payment that it has as %s',
    async (status) => {
      expect(await claimOf(local(moved(status)))).toBe('taken');
      expect(await claimOf(activity(moved(status)))).toBe('taken');
      expect(await claimOf(signal({ reportId: 'rep_1', status, disposition: 'applied', version: 2 }))).toBe('taken');
      expect(await claimOf(started({ instructionId: 'instr_1', progress: { status, version: 2 } }))).toBe('taken');
    },
  );

  it.each([[{ kind: 'ambiguous', refusing: false }], [{ kind: 'ask_again' }], [moved('failed')], [moved('cancelled')]])(
    'claims with %j that a call may have reached it',
    async (result) => {
      expect(await claimOf(local(result))).toBe('sent');
      expect(await claimOf(activity(result))).toBe('sent');
    },
  );

  it.each([
    [{ kind: 'not_delivered' }],
    [{ kind: 'not_taken', retryAfterMs: 1 }],
    [{ kind: 'held', reason: 'partner_outage', retryAfterMs: 1 }],
    [{ kind: 'blocked' }],
    [{ kind: 'review' }],
    [{ kind: 'send_again' }],
    [moved('pending')],
    [{ status: 'tomorrow' }],
    [null],
  ])('claims nothing with %j', async (result) => {
    expect(await claimOf(local(result), activity(result))).toBeNull();
  });

  it('claims the most that any of its events does', async () => {
    const doubt = local({ kind: 'ambiguous', refusing: false });
    expect(await claimOf(doubt, activity(moved('accepted')), activity({ kind: 'ask_again' }))).toBe('taken');
    expect(await claimOf(local({ kind: 'not_delivered' }), doubt)).toBe('sent');
    expect(await claimOf(signal({ status: 'pending' }, { status: 'settled' }))).toBe('taken');
    expect(await claimOf()).toBeNull();
  });
});

describe('the end to which a run came by itself', () => {
  const outcomeOf = (result: unknown): Promise<unknown> => {
    const getHandle = (workflowId: string, runId: string) => ({
      result: () => Promise.resolve([workflowId, runId].join() === 'pay/instr_1,run_1' ? result : null),
    });
    const withDeadline = (_deadline: number, work: () => Promise<unknown>) => work();
    return readOutcome(
      workflowsOver({ withDeadline, workflow: { getHandle } } as unknown as Client),
      'instr_1',
      'run_1',
    );
  };

  it('is the status that it returned, and nothing where it returned none', async () => {
    expect(await outcomeOf({ status: 'settled' })).toBe('settled');
    expect(await outcomeOf({ status: 'tomorrow' })).toBeNull();
    expect(await outcomeOf(undefined)).toBeNull();
  });
});
