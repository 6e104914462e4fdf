import { filterFaults, obstacleToStart, roleOf } from '../../../../domain/payments/review/bulk-decision';

/** Source: docs/GAPS.md#bulk-decisions */
describe('a bulk decision', () => {
  it.each([
    ['release', 'compliance'],
    ['reject', 'compliance'],
    ['try_now', 'operations'],
    ['give_up', 'operations'],
  ] as const)('to %s needs the role %s', (decision, role) => {
    expect(roleOf(decision)).toBe(role);
  });

  it.each([
    ['release', { waiting: 'compliance_review', listEntry: 'e-1' }, []],
    ['give_up', { waiting: 'partner_refusing' }, []],
    ['reject', { waiting: 'person' }, ['filter.waiting']],
    ['try_now', { waiting: 'compliance_review' }, ['decision']],
    ['give_up', { waiting: 'in_doubt' }, ['decision']],
    ['try_now', { waiting: 'blocked', listEntry: 'e-1' }, ['filter.listEntry']],
  ] as const)('to %s of %j has faults at %j', (decision, filter, fields) => {
    expect(filterFaults(decision, filter).map(({ field }) => field)).toEqual(fields);
  });

  const createdAt = new Date('2026-03-01T10:00:00Z');
  it.each([
    ['prepared', '2026-03-01T11:00:00.000Z', null],
    ['prepared', '2026-03-01T11:00:00.001Z', /prepare it again/],
    ['running', '2026-03-01T10:00:01.000Z', /running already/],
    ['stopped', '2026-03-01T10:00:01.000Z', /stopped already/],
  ] as const)('that is %s at %s can be started unless: %s', (status, now, obstacle) => {
    const found = obstacleToStart({ status, createdAt }, new Date(now));
    if (obstacle === null) expect(found).toBeNull();
    else expect(found).toMatch(obstacle);
  });
});
