import type { SaidPayeeCheck } from '../review/payee-check';
import type { PaymentStatus } from '../instruction/status';

/** What the sandbox partner does with an instruction. Source: docs/GAPS.md#P15 */
export const SANDBOX_SCENARIOS = [
  'settles',
  'rejects',
  'fails',
  'silent',
  'settles_short',
  'returns',
  'out_of_order',
  'recallable',
  'checks_payee',
  /** What follows a recall of `recallable`; no account number chooses it. */
  'recalled',
] as const;

export type SandboxScenario = (typeof SANDBOX_SCENARIOS)[number];

/** The account number's last four digits choose the scenario; any other ending settles. */
export function sandboxScenario(accountNumber: string): SandboxScenario {
  const ending = accountNumber.replace(/[ -]/g, '').slice(-4);
  const index = /^000[0-8]$/.test(ending) ? Number(ending) : 0;
  return SANDBOX_SCENARIOS[index] ?? 'settles';
}

/** One report of the sandbox: a status, or the settlement confirmation with a share of the amount. */
export type SandboxStep =
  | { kind: 'status'; status: PaymentStatus; message: string; reasonCode?: string; payeeCheck?: SaidPayeeCheck }
  | { kind: 'settlement'; short: boolean };

const ACCEPTED: SandboxStep = { kind: 'status', status: 'accepted', message: 'Accepted by the sandbox partner' };
const PROCESSING: SandboxStep = { kind: 'status', status: 'processing', message: 'In the sandbox banking network' };
const SETTLED: SandboxStep = { kind: 'settlement', short: false };

/** The reports of a scenario, in the order in which they are sent. */
export const SANDBOX_STEPS: Record<SandboxScenario, readonly SandboxStep[]> = {
  settles: [ACCEPTED, PROCESSING, SETTLED],
  rejects: [],
  fails: [
    ACCEPTED,
    PROCESSING,
    { kind: 'status', status: 'failed', message: 'Beneficiary account is closed', reasonCode: 'AC04' },
  ],
  silent: [],
  settles_short: [ACCEPTED, PROCESSING, { kind: 'settlement', short: true }],
  returns: [
    ACCEPTED,
    PROCESSING,
    SETTLED,
    { kind: 'status', status: 'returned', message: 'Funds returned by the beneficiary bank', reasonCode: 'BE06' },
  ],
  recallable: [ACCEPTED, PROCESSING, SETTLED],
  // It waits for the decision: a withdrawal cancels it, and a release is for an operator to confirm by settling it.
  checks_payee: [{ ...ACCEPTED, payeeCheck: { result: 'close_match', suggestedName: 'Sandbox Payee Ltd' } }],
  recalled: [{ kind: 'status', status: 'returned', message: 'Returned after the recall', reasonCode: 'FOCR' }],
  out_of_order: [PROCESSING, ACCEPTED, PROCESSING, SETTLED, SETTLED, ACCEPTED],
};
