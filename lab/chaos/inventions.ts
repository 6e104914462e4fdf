import type { Client } from '@temporalio/client';
import type { Database } from '../../db/database';
import {
  cancellationRequested,
  QUEUES,
  reportsRecorded,
  workflowIds,
  type CancellationNotice,
  type DeliveryInput,
  type PaymentInput,
  type PaymentProgress,
  type PaymentRecallInput,
  type PaymentStopInput,
  type DrillInput,
  type RecoveryInput,
  type ReportNotice,
  type SandboxInput,
} from '../../workflows/contract';
import type { Site } from './site';

/** Ids of what does not exist begin so; none of them may become known to a partner or to Corridor. */
export const INVENTED = 'invented';
/** Of each kind of row this many of the newest are named, so that what is under way meets the invention. */
const NAMED = 3;
/** Beyond every version that a payment comes to. */
const LATE_VERSION = 99;

/** Ids of real rows, with which invented input can be mixed. */
interface Known {
  pending: string[];
  open: string[];
  ended: string[];
  partners: string[];
  deliveries: string[];
}

interface Start {
  type: string;
  workflowId: string;
  queue: keyof typeof QUEUES;
  input: object;
}

async function newest(database: Database, table: string, condition: string): Promise<string[]> {
  const rows = await database.query<{ id: string }>(
    `select id from ${table} where ${condition} order by id desc limit ${NAMED}`,
  );
  return rows.map(({ id }) => id);
}

async function readKnown(database: Database): Promise<Known> {
  const ended = "status in ('settled', 'failed', 'cancelled', 'returned')";
  const [pending, open, over, partners, waiting, delivered] = await Promise.all([
    newest(database, 'payment_instructions', "status = 'pending'"),
    newest(database, 'payment_instructions', `status <> 'pending' and not ${ended}`),
    newest(database, 'payment_instructions', ended),
    newest(database, 'partners', "adapter = 'http'"),
    newest(database, 'deliveries', "status = 'pending'"),
    newest(database, 'deliveries', "status = 'delivered'"),
  ]);
  return { pending, open, ended: over, partners, deliveries: [...waiting, ...delivered] };
}

function progress(status: PaymentProgress['status']): PaymentProgress {
  return {
    ...{ status, shown: status, version: LATE_VERSION, flagAtMs: 1, checkAtMs: 1, cancellationAsked: true },
    ...{ outages: 0, inquiries: 0, hasWorkflowCancellation: false, isUrged: true },
  };
}

function paymentStarts(instructionId: string, partners: readonly string[], place: string): Start[] {
  const named = { instructionId, partnerName: 'Invented' };
  const payments: PaymentInput[] = [
    { ...named, releaseAtMs: null },
    { ...named, releaseAtMs: null, progress: progress('pending') },
    { ...named, releaseAtMs: null, progress: progress('submitted') },
  ];
  const stops: PaymentStopInput[] = [named, ...partners.map((partnerId) => ({ ...named, partnerId }))];
  const recall: PaymentRecallInput = named;
  const sandbox: SandboxInput = { instructionId, scenario: 'settles', stepDelayMs: 1 };
  const queue = 'payments' as const;
  return [
    ...payments.map((input, at) => ({ type: 'paymentInstruction', workflowId: `${place}/pay/${at}`, queue, input })),
    ...stops.map((input, at) => ({ type: 'paymentStop', workflowId: `${place}/stop/${at}`, queue, input })),
    { type: 'paymentRecall', workflowId: `${place}/recall`, queue, input: recall },
    { type: 'sandboxScenario', workflowId: `${place}/sandbox`, queue: 'sandbox', input: sandbox },
  ] satisfies Start[];
}

function deliveryStarts(deliveryId: string, place: string): Start[] {
  const inputs: DeliveryInput[] = [
    { deliveryId, attemptsMade: 0, once: false },
    { deliveryId, attemptsMade: 0, once: true },
    { deliveryId, attemptsMade: 4, once: false, dueAtMs: 1 },
  ];
  return inputs.map((input, at) => ({
    ...{ type: 'webhookDelivery', queue: 'webhooks' as const, input },
    workflowId: `${place}/delivery/${at}`,
  }));
}

/** Also beside the workflow that a payment or delivery has: two of them must not pay it, or send it, twice. */
function startsOf(known: Known, round: number): Start[] {
  const unknown = `${INVENTED}_${round}`;
  const payments = [unknown, ...known.pending, ...known.open, ...known.ended];
  const recovery: RecoveryInput = { recoveryId: unknown };
  const again = [unknown, ...known.ended].map((instructionId) => ({
    ...{ type: 'paymentInstruction', queue: 'payments' as const, workflowId: workflowIds.payment(instructionId) },
    input: { instructionId, partnerName: 'Invented', releaseAtMs: null } satisfies PaymentInput,
  }));
  return [
    ...again,
    ...payments.flatMap((id) => paymentStarts(id, known.partners, `${INVENTED}/${round}/${id}`)),
    ...[unknown, ...known.deliveries].flatMap((id) => deliveryStarts(id, `${INVENTED}/${round}/${id}`)),
    {
      type: 'webhookDrill',
      queue: 'webhooks',
      workflowId: workflowIds.drill(unknown),
      input: { drillId: unknown } satisfies DrillInput,
    },
    { type: 'webhookRecovery', queue: 'webhooks', workflowId: workflowIds.recovery(unknown), input: recovery },
  ];
}

/**
 * Notices of a status are not sent while the payment is pending in Postgres: they would count as proof of a dispatch that a
 * restore has lost, and the payment would wait for a person (activities/payments/resume-payment.ts).
 */
function messagesTo({ workflow }: Client, { pending, open }: Known): Promise<void>[] {
  const cancellation: CancellationNotice = { status: 'submitted', version: LATE_VERSION };
  const changed = (status: ReportNotice['status']): ReportNotice => ({
    ...{ reportId: INVENTED, disposition: 'applied', version: LATE_VERSION, retry: true, status },
    ...{ reported: status, at: new Date().toISOString() },
  });
  const handleOf = (id: string) => workflow.getHandle(workflowIds.payment(id));
  return [
    ...[...pending, ...open].map((id) => handleOf(id).signal(cancellationRequested, cancellation)),
    ...pending.map((id) => handleOf(id).signal(reportsRecorded, [changed('pending')])),
    ...open.map((id) => handleOf(id).signal(reportsRecorded, [changed('settled')])),
  ];
}

/**
 * Does what somebody can do who reaches Temporal: starts workflows with invented input and with that of other rows, and
 * tells running ones what is not so. Postgres decides, so none of it may reach a partner or change a status.
 * @param round which time it is: ids are used once
 * @returns how many of them Temporal took: what has ended meanwhile, or runs already, is neither told nor started
 */
export function inventWork(
  { database, temporal }: Pick<Site, 'database' | 'temporal'>,
  round: number,
): Promise<number> {
  return temporal.withClient(async (client) => {
    const known = await readKnown(database);
    const starts = startsOf(known, round).map(({ type, workflowId, queue, input }) =>
      client.workflow.start(type, { workflowId, taskQueue: QUEUES[queue], args: [input] }),
    );
    const ends = await Promise.allSettled([...starts, ...messagesTo(client, known)]);
    return ends.filter(({ status }) => status === 'fulfilled').length;
  });
}
