import { InstructionRequest, savedIdOf } from '../../../../domain/payments/instruction/request-schema';
import { instructionBody } from '../../../support/builders';

const ID = 'ben_06exqyd7p07n5t1k6bqr8m2z4w';
const { beneficiary, ...rest } = instructionBody();

function faultsOf(body: unknown): string[] {
  const parsed = InstructionRequest.safeParse(body);
  return parsed.success ? [] : parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
}

describe('the beneficiary of an instruction', () => {
  it.each([
    ['is given', { ...rest, beneficiary }],
    ['is a saved one', { ...rest, beneficiaryId: ID }],
    ['is a saved one beside null', { ...rest, beneficiaryId: ID, beneficiary: null }],
  ])('%s', (_case, body) => {
    expect(faultsOf(body)).toEqual([]);
  });

  it('is exactly one of both', () => {
    expect(faultsOf({ ...rest, beneficiary, beneficiaryId: ID })).toEqual([
      'beneficiaryId must not be given together with beneficiary',
    ]);
    expect(faultsOf(rest)).toEqual([expect.stringMatching(/^beneficiary .*, unless beneficiaryId names a saved one$/)]);
  });

  it.each(['text', 7, [1]])('is not missed in %j, which is no instruction', (body) => {
    expect(faultsOf(body)).toEqual([expect.stringMatching(/^ /)]);
  });

  it('is named together with the other faults', () => {
    expect(
      faultsOf({ ...rest, amount: -1, beneficiary, beneficiaryId: ID }).map((fault) => fault.split(' ')[0]),
    ).toEqual(expect.arrayContaining(['amount', 'beneficiaryId']));
  });
});

describe('the id of a saved beneficiary in a body', () => {
  it.each([
    [{ beneficiaryId: ID }, ID],
    [{ beneficiaryId: ID, beneficiary: null }, ID],
    [{ beneficiaryId: ID, beneficiary: {} }, null],
    [{ beneficiaryId: '' }, null],
    [{ beneficiaryId: 7 }, null],
    [null, null],
    ['text', null],
  ])('of %j is %p', (body, id) => {
    expect(savedIdOf(body)).toBe(id);
  });
});
