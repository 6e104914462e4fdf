import {
  describeMarkFault,
  hasLostMark,
  markFault,
  type DatabaseMark,
} from '../../../domain/restoration/database-mark';

const AT = new Date('2026-11-26T04:00:00Z');
const marked = (position: number): DatabaseMark => ({ databaseId: 'db-1', position, at: AT });

/** Source: docs/OPERATIONS.md, "When Postgres is restored to an earlier moment" */
describe('a database and what Temporal keeps of it', () => {
  it.each([
    ['as Temporal has it', 7, 7],
    ['ahead of Temporal, which receives the mark a moment later', 8, 7],
  ])('fits when it is %s', (_what, position, kept) => {
    expect(markFault(marked(position), { own: marked(kept), otherId: null })).toBeNull();
  });

  it('is behind when Temporal has a later mark of it', () => {
    const fault = markFault(marked(6), { own: marked(7), otherId: null });
    expect(fault).toEqual({ kind: 'behind', mark: marked(6), kept: marked(7) });
  });

  it('fits a Temporal that is new or has lost its data', () => {
    expect(markFault(marked(7), { own: null, otherId: null })).toBeNull();
  });

  it('does not fit a Temporal that belongs to another database', () => {
    expect(markFault(marked(7), { own: null, otherId: 'db-2' })).toEqual({
      kind: 'foreign',
      mark: marked(7),
      otherId: 'db-2',
    });
  });

  it('shares a Temporal with other databases when it is new, or known there', () => {
    expect(markFault(marked(0), { own: null, otherId: 'db-2' })).toBeNull();
    expect(markFault(marked(7), { own: marked(7), otherId: 'db-2' })).toBeNull();
  });

  it('asks for other databases only when its own mark is gone', () => {
    expect(hasLostMark(marked(1), null)).toBe(true);
    expect(hasLostMark(marked(0), null)).toBe(false);
    expect(hasLostMark(marked(1), marked(1))).toBe(false);
  });
});

describe('what an operator reads', () => {
  it.each([
    ['behind', { kind: 'behind', mark: marked(6), kept: marked(7) }, '6 of 2026-11-26T04:00:00.000Z'],
    ['foreign', { kind: 'foreign', mark: marked(6), otherId: 'db-2' }, 'db-2'],
  ] as const)('names the command and the facts on one line (%s)', (_kind, fault, said) => {
    const line = describeMarkFault(fault);
    expect(line).toContain('"corridor restored --to TIME"');
    expect(line).toContain(said);
    expect(line).not.toContain('\n');
  });
});
