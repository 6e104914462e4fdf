import { judgePayment } from '../../../../domain/payments/iso20022/judged-order';
import type { CreateInstructionBody } from '../../../../domain/payments/instruction/instruction-schema';
import { DEBTOR } from '../../../../lab/benches/debtor';
import { instructionBody } from '../../../support/builders';

const SEPA = { ...DEBTOR, directory: '/bank', profile: 'sepa' as const };
const WHEN = { timeline: 'standard', at: new Date('2026-11-28T10:00:00Z') };

function body(name: string): CreateInstructionBody {
  const bankAccount = { accountNumber: 'DE89370400440532013000', country: 'DE' };
  const beneficiary = { name, country: 'DE', bankAccount };
  return { ...instructionBody(), currency: 'EUR', beneficiary } as unknown as CreateInstructionBody;
}

/** Source: docs/GAPS.md#P23 */
describe('what the bank of a route makes of a payment', () => {
  it('is nothing where it takes no files', () => {
    expect(judgePayment(body('株式会社'), null, WHEN)).toEqual({ unmet: [], changes: [] });
  });

  it('names the members that it gets in another form', () => {
    const { unmet, changes } = judgePayment(body('Müller & Söhne'), SEPA, WHEN);
    expect(unmet).toEqual([]);
    expect(changes).toContainEqual({ member: 'beneficiary.name', sent: 'Muller + Sohne' });
  });

  it('names member and rule where a rule is broken', () => {
    const reason = 'has characters that the bank does not take (sepa/characters)';
    expect(judgePayment(body('株式会社'), SEPA, WHEN).unmet).toEqual([{ field: 'beneficiary.name', reason }]);
  });
});
