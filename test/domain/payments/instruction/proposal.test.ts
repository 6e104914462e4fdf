import { proposalMarks } from '../../../../domain/payments/instruction/proposal';
import { CreateInstruction, Uetr } from '../../../../domain/payments/instruction/instruction-schema';
import { instructionBody } from '../../../support/builders';

const TENANT = { accountId: 'acc_1', environment: 'test' } as const;
const bodyOf = (overrides: Record<string, unknown> = {}) => CreateInstruction.parse(instructionBody(overrides));
const marksAt = (at: string, overrides: Record<string, unknown> = {}) =>
  proposalMarks(bodyOf(overrides), TENANT, new Date(at));

describe('the marks of a proposal', () => {
  it('follow from what is paid alone', () => {
    const marks = marksAt('2026-11-29T10:00:00Z');
    expect(marksAt('2026-11-29T10:00:00Z', { metadata: { try: '2' }, clientReference: 'mine' })).toEqual(marks);
    for (const other of [
      { amount: 2 },
      { currency: 'EUR' },
      { remittance: { text: 'x' } },
      { valueDate: '2026-12-01' },
    ]) {
      expect(marksAt('2026-11-29T10:00:00Z', other).clientReference).not.toBe(marks.clientReference);
    }
    const live = proposalMarks(bodyOf(), { ...TENANT, environment: 'live' }, new Date('2026-11-29T10:00:00Z'));
    expect(live.uetr).not.toBe(marks.uetr);
    expect(Uetr.safeParse(marks.uetr).success).toBe(true);
  });

  it.each([
    ['midnight', '2026-11-29T23:59:59.999Z', '2026-11-30T00:00:00.000Z'],
    ['noon', '2026-11-29T11:59:59.999Z', '2026-11-29T12:00:00.000Z'],
  ])('have one in common on both sides of %s', (_edge, before, after) => {
    const [first, second] = [marksAt(before), marksAt(after)];
    const isCommon = [first.clientReference === second.clientReference, first.uetr === second.uetr];
    expect(isCommon).toContain(true);
  });

  it('have none in common a day later, and name those of the day before', () => {
    const [first, second] = [marksAt('2026-11-29T06:00:00Z'), marksAt('2026-11-30T06:00:00Z')];
    expect(second.clientReference).not.toBe(first.clientReference);
    expect(second.uetr).not.toBe(first.uetr);
    expect(second.recentReferences).toContain(first.clientReference);
  });
});
