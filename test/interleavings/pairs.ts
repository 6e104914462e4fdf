import { Arena, eachWith, pairsOf, type Combination } from './combinations';
import { cancelItsBatch, rejectItsBatch, sendRow, workOnBatch } from './batch-operations';
import { askAndAnswer, bookOtherwise, recall, redate, refuseRecall, resubmit } from './later-operations';
import { archive, book } from './bank-operations';
import { create, endLease, relay } from './creation';
import { contradict, importList, resume } from './leave-operations';
import {
  approve,
  askPartner,
  cancel,
  establish,
  establishOrGiveUp,
  giveUp,
  report,
  reportOfFirst,
  review,
  settle,
  tryNow,
  wait,
} from './operations';
import { movePartner } from './moving';
import { inquire, inquireAndSend, proveAndSend, send, sendFromPausedMachine, sendOver } from './sending';

const MAX_ORDERS = 1_000;
/** Operations of many steps each: an actor is held up at most so often there. */
const LONG = [
  'nothing was sent yet',
  'two partners have a route and nothing was sent yet',
  'a call was lost, and the partner said so once',
  'it is a row of a batch',
  'it was made from a batch',
  'its batch waits for an approval',
  'a run is found that contradicts it',
];
/** Ends what hangs: the largest group takes two minutes on a machine of two cores, and several times that beside other work. */
const GROUP_MS = 900_000;

const GROUPS: Record<string, Combination[]> = {
  'nothing is created yet': pairsOf('not_created', [create, endLease, relay]),
  'nothing was sent yet': pairsOf('kept', [
    cancel,
    send('taken'),
    send('taken_unrecorded'),
    send('refused'),
    send('timeout_taken'),
    send('timeout_lost'),
    send('arrives_late'),
    send('not_written'),
    send('turned_away'),
    inquire,
    wait,
    report('accepted'),
    report('failed'),
    settle,
    establish,
    giveUp,
    tryNow,
  ]),
  'it is sent from a machine that is paused': eachWith(
    'kept',
    [sendFromPausedMachine],
    [establish, proveAndSend, cancel, send('taken')],
  ),
  'it is held, and its client is asked something': eachWith(
    'held',
    [askAndAnswer],
    [askAndAnswer, review('release'), review('reject'), cancel, send('taken')],
  ),
  'it waits for an approval': eachWith(
    'to_approve',
    [approve('usr_2'), approve('usr_3', 'reject')],
    [
      approve('usr_2'),
      approve('usr_4'),
      approve('usr_4', 'reject'),
      cancel,
      send('taken'),
      wait,
      redate,
      tryNow,
      giveUp,
    ],
  ),
  'it is a row of a batch': pairsOf('row', [cancelItsBatch, workOnBatch, sendRow]),
  'it was made from a batch': eachWith(
    'of_batch',
    [cancelItsBatch],
    [workOnBatch, cancel, send('taken'), send('timeout_taken'), send('not_written'), tryNow, wait],
  ),
  'its batch waits for an approval': eachWith(
    'of_batch_to_approve',
    [rejectItsBatch],
    [workOnBatch, rejectItsBatch, cancelItsBatch, approve('usr_2'), approve('usr_4', 'reject'), send('taken')],
  ),
  'a list is imported that names its payee': [
    ...eachWith('kept', [importList], [importList, send('taken'), send('not_written'), cancel, tryNow, contradict]),
    ...eachWith('held', [importList], [review('release')]),
    ...eachWith('to_approve', [importList], [approve('usr_2')]),
    ...eachWith('in_doubt_denied', [importList], [inquireAndSend, establish]),
  ],
  'a run is found that contradicts it': [
    ...eachWith(
      'kept',
      [contradict],
      [contradict, send('taken'), send('timeout_lost'), resume, cancel, giveUp, tryNow, wait, redate],
    ),
    ...eachWith('held', [contradict], [review('release'), review('reject')]),
    ...eachWith('in_doubt_lost', [contradict], [resume, establish, cancel, giveUp, tryNow]),
    ...eachWith('in_doubt_denied', [contradict], [inquireAndSend]),
  ],
  'a calendar changes before it is sent': eachWith(
    'kept',
    [redate],
    [redate, cancel, send('taken'), send('timeout_taken'), send('not_written'), report('accepted'), wait],
  ),
  'its bank books it': eachWith(
    'kept',
    [bookOtherwise],
    [bookOtherwise, cancel, send('taken'), send('not_written'), send('turned_away'), inquire, giveUp, tryNow],
  ),
  'its money is asked back': [
    ...eachWith('settled', [recall], [recall, report('returned'), bookOtherwise]),
    ...pairsOf('recalled', [refuseRecall, report('returned')]),
  ],
  'its bank books it again, takes it back, or has it back': [
    ...pairsOf('settled', [book('debit', 'D1'), book('debit', 'D2'), book('return', 'Q1'), book('reversal', 'V1')]),
    ...eachWith(
      'settled',
      [book('debit', 'D1'), book('return', 'Q1'), book('reversal', 'V1')],
      [report('returned'), recall, resubmit],
    ),
    ...eachWith('submitted', [book('debit', 'D1'), book('return', 'Q1')], [report('settled'), settle]),
    ...pairsOf('submitted', [book('debit', 'D1'), book('return', 'Q1'), book('return', 'Q2')]),
  ],
  'it is archived': eachWith(
    'settled',
    [archive],
    [archive, book('debit', 'D1'), book('return', 'Q1'), report('returned'), recall],
  ),
  'it is instructed again': eachWith('failed', [resubmit], [resubmit, report('settled'), bookOtherwise]),
  // What else may happen to a rerouted payment has too many orders: it is among the triples.
  'two partners have a route and nothing was sent yet': eachWith(
    'kept_with_two_routes',
    [sendOver('refused', 'taken')],
    [cancel, reportOfFirst('settled')],
  ),
  'a call was taken and not answered': pairsOf('in_doubt_taken', [
    cancel,
    send('taken'),
    inquire,
    proveAndSend,
    report('accepted'),
    report('settled'),
    report('failed'),
    settle,
    establish,
    establishOrGiveUp,
    giveUp,
    askPartner,
  ]),
  'a call was lost': pairsOf('in_doubt_lost', [
    cancel,
    send('taken'),
    send('refused'),
    inquire,
    report('accepted'),
    establish,
    establishOrGiveUp,
    giveUp,
    askPartner,
    wait,
  ]),
  'a call was lost, and the partner said so once': pairsOf('in_doubt_denied', [
    cancel,
    send('taken'),
    send('arrives_late'),
    send('refused'),
    inquireAndSend,
    establish,
    establishOrGiveUp,
    giveUp,
  ]),
  'its partner moves before it is sent': eachWith(
    'kept',
    [movePartner],
    [send('taken'), send('timeout_taken'), send('timeout_lost'), send('arrives_late'), inquire, cancel],
  ),
  'its partner moves while a call is in doubt': [
    ...eachWith('in_doubt_taken', [movePartner], [send('taken'), inquire, proveAndSend, establish, askPartner]),
    ...eachWith('in_doubt_lost', [movePartner], [proveAndSend, establish, report('accepted')]),
    ...eachWith('in_doubt_denied', [movePartner], [inquireAndSend, establish, cancel]),
  ],
  'the partner has it': pairsOf('submitted', [
    cancel,
    send('taken'),
    inquire,
    report('accepted'),
    report('settled'),
    report('failed'),
    report('returned'),
    report('cancelled'),
    settle,
    askPartner,
    giveUp,
  ]),
  'its cancellation was asked for': pairsOf('asked_to_cancel', [
    cancel,
    askPartner,
    report('processing'),
    report('settled'),
    report('cancelled'),
    settle,
  ]),
  'it is settled': pairsOf('settled', [cancel, askPartner, report('returned'), report('failed'), settle]),
};

/**
 * Any two operations on one payment, in every order of their steps.
 * @param preemptionsOfLong how often an actor is held up at most in groups of long operations
 */
export function describePairs(preemptionsOfLong: number): void {
  let arena: Arena;

  beforeAll(async () => {
    arena = await Arena.open();
  });

  describe('any two operations on one payment, in every order of their steps', () => {
    it.each(Object.keys(GROUPS))(
      'leave it right when %s',
      async (name) => {
        const preemptions = LONG.includes(name) ? preemptionsOfLong : Infinity;
        for (const combination of GROUPS[name] ?? []) {
          expect(await arena.run(combination, { orders: MAX_ORDERS, preemptions })).toBeGreaterThan(0);
        }
      },
      GROUP_MS,
    );

    it('were all run', () => {
      arena.report();
      expect(arena.totals.cut).toEqual([]);
      expect(arena.totals.orders).toBeGreaterThan(1_000);
    });
  });
}
