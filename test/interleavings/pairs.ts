import { Arena, eachWith, pairsOf, type Combination } from './combinations';
import { askAndAnswer, bookOtherwise, recall, redate, refuseRecall, resubmit } from './later-operations';
import { create, endLease, relay } from './creation';
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
import { inquire, inquireAndSend, proveAndSend, send, sendFromPausedMachine, sendOver } from './sending';

const MAX_ORDERS = 1_000;
/** Operations of many steps each: an actor is held up at most so often there. */
const LONG = [
  'nothing was sent yet',
  'two partners have a route and nothing was sent yet',
  'a call was lost, and the partner said so once',
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
