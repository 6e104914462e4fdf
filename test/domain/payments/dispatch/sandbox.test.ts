import { sandboxScenario, SANDBOX_STEPS } from '../../../../domain/payments/dispatch/sandbox';

/** Source: docs/GAPS.md#P15 */
describe('what the sandbox does', () => {
  it.each([
    ['9876540000', 'settles'],
    ['9876540001', 'rejects'],
    ['9876540002', 'fails'],
    ['9876540003', 'silent'],
    ['9876540004', 'settles_short'],
    ['9876540005', 'returns'],
    ['9876540006', 'out_of_order'],
    ['9876540007', 'recallable'],
    ['9876540008', 'checks_payee'],
    ['9876540009', 'settles'],
    ['9876541003', 'settles'],
    ['98765-400 03', 'silent'],
    ['003', 'settles'],
  ])('with the account %s is %s', (accountNumber, scenario) => {
    expect(sandboxScenario(accountNumber)).toBe(scenario);
  });

  it.each([
    ['settles', ['accepted', 'processing', 'settlement']],
    ['rejects', []],
    ['fails', ['accepted', 'processing', 'failed']],
    ['silent', []],
    ['settles_short', ['accepted', 'processing', 'short settlement']],
    ['returns', ['accepted', 'processing', 'settlement', 'returned']],
    ['recallable', ['accepted', 'processing', 'settlement']],
    ['checks_payee', ['accepted']],
    ['recalled', ['returned']],
    ['out_of_order', ['processing', 'accepted', 'processing', 'settlement', 'settlement', 'accepted']],
  ] as const)('%s reports %j', (scenario, expected) => {
    const said = SANDBOX_STEPS[scenario].map((step) => {
      if (step.kind === 'status') return step.status;
      return step.short ? `short ${step.kind}` : step.kind;
    });
    expect(said).toEqual(expected);
  });

  it('says something with every status', () => {
    const messages = Object.values(SANDBOX_STEPS)
      .flat()
      .flatMap((step) => (step.kind === 'status' ? [step.message] : []));
    expect(messages.filter((message) => message.trim() === '')).toEqual([]);
  });

  it('names the reason of what it fails and returns', () => {
    expect(SANDBOX_STEPS.fails.at(-1)).toMatchObject({ status: 'failed', reasonCode: 'AC04' });
    expect(SANDBOX_STEPS.returns.at(-1)).toMatchObject({ status: 'returned', reasonCode: 'BE06' });
    expect(SANDBOX_STEPS.recalled.at(-1)).toMatchObject({ status: 'returned', reasonCode: 'FOCR' });
  });
});
