import { ProposalRequest } from '../../../../domain/payments/instruction/proposal-schema';
import { instructionBody } from '../../../support/builders';

describe('the body of a proposal', () => {
  it('has no references of its own', () => {
    const own = { clientReference: 'mine', uetr: '97ed4827-7b6f-4491-a06f-b548d5a7512d', quoteId: 'quo_1' };
    const parsed = ProposalRequest.parse({ ...instructionBody(), ...own });
    for (const name of Object.keys(own)) expect(parsed).not.toHaveProperty(name);
  });

  it('names a beneficiary or a saved one, and an amount that the currency has', () => {
    const faultsOf = (body: object) =>
      ProposalRequest.safeParse({ ...instructionBody(), ...body }).error?.issues.map(({ path }) => path.join('.'));
    expect(faultsOf({ amount: 1.001 })).toEqual(['amount']);
    expect(faultsOf({ beneficiaryId: 'ben_1' })).toEqual(['beneficiaryId']);
    expect(faultsOf({ beneficiary: undefined })).toEqual(['beneficiary']);
  });
});
