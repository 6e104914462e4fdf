import {
  areMetInTime,
  awaitsConditions,
  judgeConditions,
  keepConditions,
  latestExpiry,
  nextMoment,
  toKept,
  type StatedCondition,
} from '../../../../domain/payments/review/conditions';

const END = new Date('2026-12-01T00:00:00.000Z');
const STATED: StatedCondition[] = [
  { type: 'shipment_status', shipmentId: 'shp_1', status: 'customs' },
  { type: 'no_findings', shipmentId: 'shp_1', severity: 'warning' },
  { type: 'not_before', at: '2026-11-20T00:00:00.000Z' },
];
const at = (day: string): number => Date.parse(`2026-11-${day}T00:00:00.000Z`);
const kept = keepConditions(STATED, END);
const judged = (...days: (string | null)[]) =>
  judgeConditions(
    kept,
    days.map((day) => ({ since: day === null ? null : at(day), found: 'found' })),
  );

describe('conditions', () => {
  it('are kept with what meets them, and with what they are about once', () => {
    expect(kept.items.map(({ oneOf }) => oneOf)).toEqual([['customs', 'delivered'], ['warning', 'error'], undefined]);
    expect([kept.subjects, kept.expiresAt, kept.heldAt]).toEqual([['shp_1'], END.toISOString(), null]);
    const [cancelled] = keepConditions([{ type: 'shipment_status', status: 'cancelled' }], END).items;
    expect(cancelled?.oneOf).toEqual(['cancelled']);
  });

  it('keep no member of another type', () => {
    const past = '2026-01-01T00:00:00.000Z';
    const mixed = keepConditions(
      [
        { type: 'no_findings', shipmentId: 'shp_1', severity: 'error', status: 'delivered', instructionId: 'i' },
        { type: 'document', documentType: 'packing_list', shipmentId: 'shp_1', severity: 'info', at: past },
      ],
      END,
    );
    expect(mixed.items.map(({ oneOf }) => oneOf)).toEqual([['error'], undefined]);
    expect([mixed.subjects, nextMoment(mixed)]).toEqual([['shp_1'], END]);
    expect(mixed.items.map(({ status, at: moment }) => [status, moment])).toEqual(
      Array(2).fill([undefined, undefined]),
    );
    // Not even where one was kept.
    const [paper] = mixed.items;
    expect(nextMoment({ ...mixed, items: paper === undefined ? [] : [{ ...paper, at: past }] })).toEqual(END);
  });

  it('are awaited until each is met', () => {
    expect(awaitsConditions(null)).toBe(false);
    expect(awaitsConditions(judged('01', '02', null))).toBe(true);
    expect(awaitsConditions(judged('01', '02', '20'))).toBe(false);
  });

  it('say why they are met, and why not', () => {
    expect(judged('01', null, null).items.map(({ because }) => because)).toEqual([
      'status_reached',
      'finding_open',
      'moment_not_reached',
    ]);
    const gone = judgeConditions(kept, [
      { since: null, found: null },
      { since: null, found: 'not_compared' },
    ]);
    expect(gone.items.map(({ because }) => because)).toEqual([
      'shipment_deleted',
      'not_compared',
      'moment_not_reached',
    ]);
  });

  it('are news where something has changed, which is not kept', () => {
    const first = judged('01', null, null);
    expect(first.isNews).toBe(true);
    expect(toKept(first)).not.toHaveProperty('isNews');
    const facts = [
      { since: at('01'), found: 'f' },
      { since: null, found: 'f' },
      { since: null, found: 'f' },
    ];
    expect(judgeConditions(toKept(first), facts).isNews).toBeUndefined();
  });

  it('are met in time where the last was met before they expire, or all were met before', () => {
    expect(areMetInTime(judged('01', '02', '20'))).toBe(true);
    expect(areMetInTime(judged('01', '02', null))).toBe(false);
    const late = judgeConditions(
      kept,
      STATED.map(() => ({ since: END.getTime(), found: 'found' })),
    );
    expect(areMetInTime(late)).toBe(false);
    expect(areMetInTime({ ...late, heldAt: '2026-11-20T00:00:00.000Z' })).toBe(true);
  });

  it('are looked at again at the next moment that the clock brings', () => {
    expect(nextMoment(judged(null, null, null))).toEqual(new Date(at('20')));
    expect(nextMoment(judged(null, null, '20'))).toEqual(END);
    expect(latestExpiry(new Date('2026-01-01T00:00:00Z'))).toEqual(new Date('2027-01-01T00:00:00Z'));
  });
});
