import { Arena, eachWith, type Combination } from './combinations';
import { book } from './bank-operations';
import { cancelItsBatch, rejectItsBatch, sendRow, workOnBatch } from './batch-operations';
import { create, endLease, relay } from './creation';
import { contradict, importList, resume } from './leave-operations';
import {
  approve,
  cancel,
  establish,
  giveUp,
  report,
  reportOfFirst,
  reportOfSecond,
  rescreen,
  review,
  settle,
  tryNow,
  wait,
} from './operations';
import { movePartner } from './moving';
import { inquire, inquireAndSend, proveAndSend, send, sendOver } from './sending';

/** More than one finds the same races in more orders: `CORRIDOR_PREEMPTIONS=2 npm test -- test/interleavings` takes minutes. */
const PREEMPTIONS = Number(process.env['CORRIDOR_PREEMPTIONS'] ?? 1);
/** A request that lost its claim is seen only when the one that has it is held up as well. */
const PREEMPTIONS_OF_CREATIONS = Math.max(2, PREEMPTIONS);
const MAX_ORDERS = 20_000;
const GROUP_MS = 900_000 * PREEMPTIONS ** 2;

const CREATIONS = 'a second request to create';

const GROUPS: Record<string, Combination[]> = {
  [CREATIONS]: [
    { start: 'not_created', operations: [create, create, endLease] },
    { start: 'not_created', operations: [create, create, relay] },
  ],
  'a second sender': [
    { start: 'kept', operations: [send('taken'), send('taken'), inquire] },
    { start: 'kept', operations: [send('taken'), send('not_written'), wait] },
    { start: 'kept', operations: [send('timeout_lost'), send('taken'), report('accepted')] },
    { start: 'in_doubt_denied', operations: [inquireAndSend, send('taken'), wait] },
  ],
  'a cancellation while it is sent': [
    { start: 'kept', operations: [cancel, send('taken'), send('taken')] },
    { start: 'kept', operations: [cancel, send('taken'), report('accepted')] },
    { start: 'kept', operations: [cancel, send('refused'), inquire] },
    { start: 'kept', operations: [cancel, cancel, send('taken')] },
    { start: 'kept', operations: [cancel, send('arrives_late'), inquire] },
  ],
  'one who sends over two partners': eachWith(
    'kept_with_two_routes',
    [
      sendOver('refused', 'taken'),
      sendOver('refused', 'refused'),
      sendOver('refused', 'timeout_taken'),
      sendOver('not_written', 'taken'),
      sendOver('timeout_lost', 'taken'),
    ],
    [
      cancel,
      reportOfFirst('failed'),
      reportOfFirst('settled'),
      reportOfSecond('accepted'),
      inquire,
      giveUp,
      sendOver('refused', 'taken'),
    ],
  ),
  'a list that has changed': eachWith(
    'kept',
    [rescreen],
    [cancel, send('taken'), send('refused'), send('arrives_late'), send('timeout_taken'), report('accepted'), wait],
  ),
  'a list that has changed and an operator who looks': [
    { start: 'kept', operations: [rescreen, send('taken'), review('release')] },
    { start: 'kept', operations: [rescreen, send('taken'), review('reject')] },
    { start: 'kept_with_two_routes', operations: [rescreen, sendOver('refused', 'taken'), cancel] },
    { start: 'held', operations: [review('release'), review('reject'), send('taken')] },
    { start: 'held', operations: [review('reject'), cancel, send('taken')] },
    { start: 'held', operations: [review('release'), cancel, send('taken')] },
    { start: 'held', operations: [review('release'), rescreen, send('taken')] },
  ],
  'what keeps it back, and who sends it all the same': [
    { start: 'kept', operations: [importList, send('taken'), review('release')] },
    { start: 'kept', operations: [importList, contradict, send('taken')] },
    { start: 'kept', operations: [contradict, resume, tryNow] },
    { start: 'kept', operations: [contradict, send('taken'), cancel] },
    { start: 'in_doubt_denied', operations: [contradict, resume, importList] },
  ],
  'a payment that is rerouted to a second partner': [
    {
      start: 'kept_with_two_routes',
      operations: [sendOver('refused', 'taken'), sendOver('refused', 'taken'), cancel],
    },
    {
      start: 'kept_with_two_routes',
      operations: [sendOver('refused', 'taken'), reportOfFirst('settled'), reportOfSecond('settled')],
    },
    {
      start: 'kept_with_two_routes',
      operations: [sendOver('refused', 'timeout_taken'), sendOver('not_written', 'taken'), inquire],
    },
    {
      start: 'kept_with_two_routes',
      operations: [sendOver('not_written', 'taken'), sendOver('refused', 'taken'), cancel],
    },
    {
      start: 'kept_with_two_routes',
      operations: [sendOver('timeout_lost', 'taken'), proveAndSend, cancel],
    },
  ],
  'a batch that ends while it is made and sent': [
    { start: 'row', operations: [cancelItsBatch, workOnBatch, sendRow] },
    { start: 'row', operations: [cancelItsBatch, workOnBatch, workOnBatch] },
    { start: 'of_batch_to_approve', operations: [rejectItsBatch, approve('usr_2'), send('taken')] },
  ],
  'a partner that moves': [
    { start: 'kept', operations: [movePartner, send('timeout_taken'), proveAndSend] },
    { start: 'kept', operations: [movePartner, send('arrives_late'), inquire] },
    { start: 'in_doubt_taken', operations: [movePartner, proveAndSend, send('taken')] },
    { start: 'in_doubt_denied', operations: [movePartner, inquireAndSend, establish] },
  ],
  'a cancellation while it is in doubt': [
    { start: 'in_doubt_denied', operations: [cancel, inquireAndSend, send('taken')] },
    { start: 'in_doubt_denied', operations: [cancel, inquire, establish] },
    { start: 'in_doubt_taken', operations: [cancel, inquire, report('settled')] },
  ],
  'a debit that is booked twice, and taken back': [
    { start: 'submitted', operations: [book('debit', 'D1'), book('debit', 'D2'), book('reversal', 'V1')] },
  ],
  'a cancellation while the partner reports': [
    { start: 'submitted', operations: [cancel, report('accepted'), settle] },
    { start: 'submitted', operations: [cancel, report('settled'), report('failed')] },
  ],
};

let arena: Arena;

beforeAll(async () => {
  arena = await Arena.open();
});

describe('three operations on one payment, each held up at any of its steps', () => {
  it.each(Object.keys(GROUPS))(
    'leave it right with %s',
    async (name) => {
      const preemptions = name === CREATIONS ? PREEMPTIONS_OF_CREATIONS : PREEMPTIONS;
      for (const combination of GROUPS[name] ?? []) {
        expect(await arena.run(combination, { orders: MAX_ORDERS, preemptions })).toBeGreaterThan(0);
      }
    },
    GROUP_MS,
  );

  it('were all run', () => {
    arena.report();
    expect(arena.totals.cut).toEqual([]);
    expect(arena.totals.orders).toBeGreaterThanOrEqual(600);
  });
});
