import { z } from 'zod';
import { defineKind } from '../../../../domain/documents/kinds/kind';
import { FindingList } from '../../../../domain/documents/rules/finding';

const kind = defineKind(
  'dangerous_goods_note',
  z.object({ noteNumber: z.string(), locale: z.literal('en').optional() }),
  {
    numberOf: ({ noteNumber }) => noteNumber,
    check: () => new FindingList(),
  },
);
const request = { type: 'dangerous_goods_note', data: { noteNumber: 'N-1' } };

describe('a kind of document', () => {
  it('is published under the name of its type', () => {
    expect(z.globalRegistry.get(kind.request)?.id).toBe('DangerousGoodsNoteRequest');
    expect(z.globalRegistry.get(kind.request.shape.data)?.id).toBe('DangerousGoodsNoteData');
  });

  it('is asked for by its type with its data', () => {
    expect(kind.request.safeParse(request).success).toBe(true);
    expect(kind.request.safeParse({ ...request, type: 'another' }).success).toBe(false);
    expect(kind.request.safeParse({ type: request.type, data: {} }).success).toBe(false);
  });

  it('may name the payment that it belongs to by its id', () => {
    const of = (instructionId: string) => kind.request.safeParse({ ...request, instructionId });
    expect(of(`instr_${'0'.repeat(26)}`).success).toBe(true);
    for (const wrong of [`instr_${'0'.repeat(25)}`, `xinstr_${'0'.repeat(26)}`, `instr_${'0'.repeat(27)}`]) {
      expect(of(wrong).error?.issues).toMatchObject([{ message: 'must be the id of a payment instruction' }]);
    }
  });
});
