import { z } from 'zod';
import { plainWords } from '../../domain/schema-words';

const message = (shape: z.ZodType, value: unknown): string | undefined =>
  z.object({ member: shape }).safeParse({ member: value }, { error: plainWords }).error?.issues[0]?.message;

it.each([
  [z.string(), undefined, 'is required'],
  [z.enum(['a', 'b']), undefined, 'is required, and must be one of a, b'],
  [z.union([z.string(), z.number()]), undefined, 'is required'],
  [z.string(), 7, 'must be text'],
  [z.number(), '7', 'must be a number'],
  [z.int(), 1.5, 'must be a whole number'],
  [z.boolean(), 1, 'must be true or false'],
  [z.array(z.string()), {}, 'must be a list'],
  [z.object({}), [], 'must be an object'],
  [z.record(z.string(), z.string()), 7, 'must be an object'],
  [z.null(), 7, 'must be null'],
  [z.bigint(), 7, 'must be bigint'],
  [z.enum(['a', 'b']), 'c', 'must be one of a, b'],
  [z.literal('a'), 'c', 'must be a'],
  [z.string().min(2), 'a', 'must have at least 2 characters'],
  [z.string().min(1), '', 'must have at least 1 character'],
  [z.string().max(1), 'ab', 'must have at most 1 character'],
  [z.array(z.string()).min(1), [], 'must have at least 1 item'],
  [z.array(z.string()).max(2), ['a', 'b', 'c'], 'must have at most 2 items'],
  [z.number().min(2), 1, 'must be at least 2'],
  [z.number().max(2), 3, 'must be at most 2'],
  [z.number().gt(2), 2, 'must be greater than 2'],
  [z.number().lt(2), 2, 'must be less than 2'],
  [z.number().multipleOf(5), 7, 'must be a multiple of 5'],
  [z.union([z.string(), z.number()]), true, 'has none of the forms that are taken here'],
  [z.string().regex(/^a$/), 'b', 'has not the form that is taken here'],
  [z.email(), 'b', 'must be email'],
  [z.strictObject({}), { a: 1 }, 'has members that are not known: a'],
  [z.string().refine(() => false), 'b', 'is not valid'],
])('%# says of %#, given %j: %s', (shape, value, expected) => {
  expect(message(shape, value)).toBe(expected);
});
