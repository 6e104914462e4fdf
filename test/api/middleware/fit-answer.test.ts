import { z } from 'zod';
import { fitAnswer } from '../../../api/middleware/fit-answer';

const Item = z.object({ code: z.string(), amount: z.number() });
const Answer = z.object({
  id: z.string(),
  note: z.string().nullable(),
  count: z.number().optional(),
  unit: z.number().default(1),
  items: z.array(Item),
  total: Item.nullable(),
  last: Item.optional(),
});
const FITTING = { id: 'a', note: null, items: [{ code: 'x', amount: 1 }], total: { code: 'y', amount: 2 } };

/** Source: docs/GAPS.md#G2 */
describe('an answer that fits its schema', () => {
  it('is told as it is, with what the schema adds', () => {
    expect(fitAnswer(Answer, FITTING)).toEqual({ data: { ...FITTING, unit: 1 }, misfits: [] });
  });

  it('is told without the members that the schema does not name', () => {
    const items = [{ code: 'x', amount: 1, secret: 's' }];
    expect(fitAnswer(Answer, { ...FITTING, items, secret: 's' }).data).toEqual({ ...FITTING, unit: 1 });
  });
});

describe('an answer that does not fit its schema', () => {
  it('is told with null for what does not fit, and names its place and fault without the value', () => {
    expect(fitAnswer(Answer, { ...FITTING, id: 17, secret: 's' })).toEqual({
      data: { ...FITTING, id: null },
      misfits: [{ field: 'id', code: 'invalid_type' }],
    });
  });

  it('is told as far as items of lists, and members of theirs, fit', () => {
    const items = [{ code: 'x', amount: 'much', secret: 's' }, { code: 'y', amount: 2, secret: 's' }, 'z'];
    expect(fitAnswer(Answer, { ...FITTING, items })).toEqual({
      data: {
        ...FITTING,
        items: [{ code: 'x', amount: null }, { code: 'y', amount: 2 }, null],
      },
      misfits: [
        { field: 'items.0.amount', code: 'invalid_type' },
        { field: 'items.2', code: 'invalid_type' },
      ],
    });
  });

  it.each([
    ['a nullable member', { total: { code: 'y', amount: '2', secret: 's' } }, { total: { code: 'y', amount: null } }],
    ['an optional member', { last: { code: 5, amount: 2, secret: 's' } }, { last: { code: null, amount: 2 } }],
    ['a member with a default', { unit: 'one' }, { unit: null }],
    ['a list that is none', { items: { 0: 'x' } }, { items: null }],
    ['an object that is none', { total: 'y' }, { total: null }],
    ['an object that is null', { id: null, last: null }, { id: null, last: null }],
  ])('looks into %s', (_name, odd, expected) => {
    expect(fitAnswer(Answer, { ...FITTING, ...odd }).data).toEqual({ ...FITTING, ...expected });
  });

  it('gains no member that was not there', () => {
    expect(Object.keys(fitAnswer(Answer, { id: 17 }).data as object)).toEqual(['id']);
  });

  it.each([[null], ['text'], [undefined]])('is null where nothing of it fits: %j', (data) => {
    expect(fitAnswer(Answer, data).data).toBeNull();
    expect(fitAnswer(z.union([z.string().max(1), z.number()]), data).data).toBeNull();
  });

  it('is null where its schema is neither object nor list', () => {
    expect(fitAnswer(z.union([Item, z.string()]), { code: 1, amount: 2 }).data).toBeNull();
  });
});
