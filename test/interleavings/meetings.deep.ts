import { eachWith, pairsOf, type Combination } from './combinations';
import { create, endLease } from './creation';
import { askAndAnswer, bookOtherwise, recall, redate, refuseRecall, resubmit } from './later-operations';
import { MeetingPlace } from './meeting-place';
import { askPartner, cancel, giveUp, report, rescreen, review, settle, wait } from './operations';
import { inquire, inquireAndSend, send } from './sending';
import {
  changeEndpoint,
  changePlan,
  changeRoute,
  deliver,
  failToDeliver,
  inviteMember,
  openLink,
  release,
  rotateEndpoint,
  rotatePartner,
  sweep,
  switchEndpoint,
  switchPartner,
  takeItems,
} from './settings-operations';

const GROUP_MS = 900_000;

/** What has to do with a payment only by what it refers to, or by what it leaves behind. */
const SETTINGS = [changeRoute, changePlan, rotatePartner, switchPartner, inviteMember, changeEndpoint, rotateEndpoint];
const WEBHOOKS = [switchEndpoint, deliver, failToDeliver, release];
const AROUND = [...SETTINGS, ...WEBHOOKS, takeItems, sweep];

const GROUPS: Record<string, Combination[]> = {
  'nothing is created yet': eachWith('not_created', [create], [create, endLease, ...AROUND]),
  'nothing was sent yet': pairsOf('kept', [
    cancel,
    send('taken'),
    send('not_written'),
    inquire,
    wait,
    report('accepted'),
    rescreen,
    redate,
    giveUp,
    bookOtherwise,
    openLink,
    ...AROUND,
  ]),
  'it is held': pairsOf('held', [askAndAnswer, review('release'), review('reject'), cancel]),
  'a call was lost, and the partner said so once': pairsOf('in_doubt_denied', [inquireAndSend, cancel, giveUp]),
  'the partner has it': pairsOf('submitted', [cancel, report('accepted'), report('settled'), report('failed'), settle]),
  'its cancellation was asked for': pairsOf('asked_to_cancel', [askPartner, report('settled')]),
  'its money is asked back': pairsOf('recalled', [recall, refuseRecall, report('returned')]),
  'it has failed': pairsOf('failed', [resubmit, report('settled')]),
};

let place: MeetingPlace;

beforeAll(async () => {
  place = await MeetingPlace.open();
});

describe('two operations of two processes, of which one stands still with its locks', () => {
  it.each(Object.keys(GROUPS))(
    'leave it right, and nobody else waits, when %s',
    async (name) => {
      for (const { start, operations } of GROUPS[name] ?? []) {
        const [one, other] = operations;
        if (one === undefined || other === undefined) throw new Error('two are to meet');
        await place.meetEachOther(start, [one, other], AROUND.includes(one) === AROUND.includes(other));
      }
    },
    GROUP_MS,
  );

  it('were all run', () => {
    const { pairs, meetings, waits } = place.totals;
    process.stdout.write(`${meetings} meetings of ${pairs} pairs, in ${waits} one waited, 0 violations\n`);
    expect(waits).toBeGreaterThan(100);
  });
});
