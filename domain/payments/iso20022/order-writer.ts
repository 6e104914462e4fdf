import type { AdapterConfig } from '../dispatch/adapters';
import { profileReader, ruleOf, type BankProfile } from './bank-profile';
import { writeCancellationRequest, type AskingParty, type CancellationRequest } from './cancellation-request';
import { PAIN_001, paymentType, writePain001, type CreditTransfer, type OrderingParty } from './credit-transfer';
import { PACS_008, writePacs008 } from './interbank-transfer';
import { ProfiledMessage, type TextChange } from './profiled-message';
import type { RuleFault } from './rule-fault';

/** A message as a bank gets it, with what its profile has made of the instruction. */
export interface WrittenMessage {
  content: string;
  /** Rules that it breaks: it must not leave with any. */
  faults: readonly RuleFault[];
  changes: readonly TextChange[];
}

const writtenBy = ({ faults, changes }: ProfiledMessage, content: string): WrittenMessage => ({
  ...{ content, faults, changes },
});

function orderingParty(config: AdapterConfig<'iso20022'>): OrderingParty {
  return {
    name: config.debtorName,
    country: config.debtorCountry,
    address: { street: config.debtorStreet, postalCode: config.debtorPostalCode, city: config.debtorCity },
    lei: config.debtorLei,
    accountNumber: config.debtorAccount,
    bic: config.debtorBic,
  };
}

/**
 * Writes what a bank by files is sent: orders, and requests to cancel or recall them, by the rules of its profile.
 * Source: docs/GAPS.md#P19, docs/GAPS.md#P23
 */
export class OrderWriter {
  /** Message definition of an order. */
  readonly definition: string;
  private readonly profileAt: (at: Date) => BankProfile;
  private readonly from: OrderingParty;

  constructor(private readonly config: AdapterConfig<'iso20022'>) {
    this.from = orderingParty(config);
    this.definition = config.instructingBic === undefined ? PAIN_001 : PACS_008;
    this.profileAt = profileReader(config);
  }

  order(order: CreditTransfer): WrittenMessage {
    const { instructingBic: bic } = this.config;
    const message = new ProfiledMessage(this.profileAt(order.createdAt));
    const content =
      bic === undefined ? writePain001([order], this.from, message) : writePacs008(order, this.from, { bic, message });
    return writtenBy(message, content);
  }

  /** @returns the request in the message that the profile has for the order's */
  request(request: CancellationRequest): WrittenMessage {
    const message = new ProfiledMessage(this.profileAt(request.createdAt));
    const rule = ruleOf(message.profile, 'cancellation');
    const isOfBank = request.order.definition.startsWith('pacs.008');
    const definition = isOfBank ? (rule?.['pacs.008'] ?? 'camt.056.001.08') : (rule?.['pain.001'] ?? 'camt.055.001.08');
    const { instructingBic } = this.config;
    const asking: AskingParty = { name: this.from.name, bic: this.from.bic, instructingBic };
    return writtenBy(message, writeCancellationRequest(request, asking, { definition, message }));
  }
}

/**
 * The rule by which a bank takes no instant payments, such as `cbpr/instant`, because it refuses or omits the element
 * that asks for one; null if it takes them.
 * @param bank settings of the partner
 * Source: docs/GAPS.md#P23
 */
export function instantRefusal(bank: AdapterConfig<'iso20022'>, at: Date): string | null {
  const profile = profileReader(bank)(at);
  const message = new ProfiledMessage(profile);
  const written = message.write(
    paymentType({ timeline: 'instant', chargeBearer: 'SLEV' }),
    bank.instructingBic === undefined ? 'PmtInf' : 'CdtTrfTxInf',
  );
  const fault = message.faults.find(({ element }) => /PmtTpInf$|LclInstrm/.test(element));
  if (fault !== undefined) return fault.rule;
  if (written.includes('<LclInstrm>')) return null;
  const omitting = profile.rules.find((rule) => rule.kind === 'omit' && rule.elements.some(isOfInstant));
  return `${profile.name}/${omitting?.member ?? 'instant'}`;
}

/** Whether an element, named by the end of its path, is the one that asks for an instant payment, or around it. */
function isOfInstant(element: string): boolean {
  return /(?:^|\/)(?:PmtTpInf|LclInstrm|LclInstrm\/Cd)$/.test(element);
}
