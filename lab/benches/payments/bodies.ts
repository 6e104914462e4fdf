/** A valid instruction, as a client sends it. */
export function instructionBody(): Record<string, unknown> {
  return {
    amount: 1250.5,
    currency: 'USD',
    beneficiary: {
      name: 'Example Trading Ltd',
      country: 'US',
      bankAccount: { accountNumber: '9876543210', bankName: 'Example Bank', swiftBic: 'BOFAUS3N', country: 'US' },
    },
    purpose: { code: 'trade_settlement', description: 'Invoice 1001' },
    settlementRoute: {},
  };
}

/** Steps that a partner reports after it took an instruction, in order. */
export const STEPS = ['accepted', 'processing', 'settled'] as const;

/** A partner's report of one step. */
export function reportBody(status: (typeof STEPS)[number]): Record<string, unknown> {
  return { status, timestamp: new Date().toISOString(), details: { message: `The payment is ${status}.` } };
}
