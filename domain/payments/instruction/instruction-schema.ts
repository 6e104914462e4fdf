import { z } from 'zod';
import { amountFault, amountFaultText, currencyDigits } from '../../money';
import { alsoTaken, ASSUMED_FROM } from '../../other-forms';
import { BankingCountry, CalendarDate, Currency, optional, Timestamp } from '../../schema-tools';
import { accountDraftFaults, type AccountDraft } from './account-faults';
import { BIC_PATTERN } from './bank-account';
import { chargeBearerMessage, CHARGE_BEARERS } from './charge-bearer';
import { Clearing } from './clearing';
import { Remittance } from './remittance';
import { TIMELINES } from './status';
import { isObject } from '../../unknown-value';
import { StatedConditions } from '../review/condition-schema';

/** Free text may be long, but everything has a limit. */
const MAX_TEXT = 1_000;
const MAX_LINE = 140;
/** What ISO 20022 has room for: `CtrySubDvsn`, `BldgNb` and `BldgNm` of a postal address. */
const MAX_ADDRESS_PART = 35;

/** The fault of an amount in a currency, or null. An unknown currency is reported elsewhere. */
export function amountMessage(
  amount: unknown,
  currency: unknown,
  minimum: 'positive' | 'zero' = 'positive',
): { code: string; message: string } | null {
  if (typeof amount !== 'number') return null;
  const code = typeof currency === 'string' ? currency : null;
  const digits = code === null ? null : currencyDigits(code);
  const fault = amountFault(amount, digits ?? 15, minimum);
  return fault === null ? null : { code: fault, message: amountFaultText(fault, code, minimum) };
}

/** The account that is paid to. Source: docs/GAPS.md#P2 */
export const BankAccount = z
  .object({
    accountNumber: z
      .string()
      .min(1)
      .max(34)
      .regex(/^[A-Za-z0-9 -]*$/, 'must consist of letters, digits, spaces and hyphens')
      .regex(/[A-Za-z0-9]|^$/, 'must contain a letter or a digit')
      // One pattern for both: generators lose the type of a text with two.
      .meta({
        override: ({ jsonSchema }) => {
          jsonSchema.pattern = '^[ -]*[A-Za-z0-9][A-Za-z0-9 -]*$';
          delete jsonSchema.allOf;
        },
        ...alsoTaken('accountNumber'),
      }),
    bankName: optional(z.string().max(MAX_LINE)),
    swiftBic: optional(
      z.string().regex(BIC_PATTERN, 'must be a BIC of 8 or 11 characters (ISO 9362)').meta(alsoTaken('bic')),
    ),
    clearing: optional(Clearing),
    country: BankingCountry.meta({ [ASSUMED_FROM]: '^.country' }),
  })
  .meta({ id: 'BankAccount' });

const Address = z
  .object({
    street: optional(z.string().max(MAX_LINE)),
    building: optional(z.string().max(MAX_ADDRESS_PART).meta({ description: 'Number or name of the building' })),
    city: optional(z.string().max(MAX_LINE)),
    postalCode: optional(z.string().max(32)),
    state: optional(
      z.string().max(MAX_ADDRESS_PART).meta({ description: 'State, province or other part of the country' }),
    ),
    country: optional(BankingCountry),
  })
  .meta({ id: 'PostalAddress' });

/** A name of invisible characters is no name, and would match no name of a list. */
const SHOWS = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

const PartyName = z
  .string()
  .min(1)
  .max(MAX_LINE)
  .regex(/\S|^$/u, 'must not be blank')
  .refine((name) => !/\S/u.test(name) || SHOWS.test(name), 'must have a visible character');

/** Whether an account belongs to a person or to an organisation. */
export const PARTY_TYPES = ['individual', 'company'] as const;
export type PartyType = (typeof PARTY_TYPES)[number];

/** What a number of a party is the number of. */
export const IDENTIFIER_TYPES = ['passport', 'national_id', 'tax_id', 'registration', 'lei', 'other'] as const;
const MAX_IDENTIFIERS = 10;
const FIRST_BIRTH = '1900-01-01';

const PartyIdentifier = z
  .object({
    type: z.enum(IDENTIFIER_TYPES),
    number: z
      .string()
      .min(1)
      .max(64)
      .refine((number) => number === '' || /[\p{L}\p{N}]/u.test(number), 'must contain a letter or a digit'),
    country: optional(BankingCountry),
  })
  .meta({ id: 'PartyIdentifier' });

/** An amount that the payee is to receive is refused, and not paid as one that is sent. Source: docs/GAPS.md#P2 */
const AmountType = z
  .enum(['sent'], {
    error: ({ input }) =>
      input === 'received'
        ? 'must be sent: no settlement partner quotes an exchange, so what the payee receives cannot be promised'
        : undefined,
  })
  .meta({ description: '`amount` is what is sent, whatever banks deduct from it; the same where this is absent' });

/** Who is paid. Source: specification, "Payment instruction (creation request)" */
export const Beneficiary = z
  .object({
    name: PartyName,
    type: optional(z.enum(PARTY_TYPES)),
    country: BankingCountry.meta({ [ASSUMED_FROM]: 'bankAccount.country' }),
    bankAccount: BankAccount,
    address: optional(Address),
    dateOfBirth: optional(
      CalendarDate.refine((date) => date >= FIRST_BIRTH, {
        error: 'must be 1900-01-01 or later',
        params: { code: 'date' },
      }).meta({ description: 'Of a person: evidence for and against a listed name', format: 'date' }),
    ),
    identifiers: optional(
      z
        .array(PartyIdentifier)
        .max(MAX_IDENTIFIERS)
        .meta({ description: 'Numbers of documents and registrations: evidence for a listed name' }),
    ),
  })
  .meta({ id: 'Beneficiary' });

/** On whose behalf it is paid, where that is not the account holder. Source: docs/GAPS.md#parties */
const Debtor = z
  .object({ name: PartyName, country: BankingCountry, address: optional(Address) })
  .meta({ id: 'Debtor', description: 'Party on whose behalf it is paid, if not the account holder' });

/** What is paid for. Source: specification, "Payment instruction (creation request)" */
export const Purpose = z
  .object({
    code: z
      .string()
      .regex(
        /^[a-z][a-z0-9_]{1,63}$/,
        'must be 2 to 64 lower-case letters, digits and underscores, beginning with a letter',
      )
      .meta({
        description:
          'Such as `trade_settlement` or `service_payment`. The set is open: any code of this form is accepted as it is ' +
          'written, so misspellings are not detected',
        examples: ['trade_settlement', 'service_payment'],
        ...alsoTaken('purposeCode'),
      }),
    description: optional(z.string().max(MAX_TEXT)),
    nationalCode: optional(
      z
        .string()
        .regex(/^[A-Z0-9]{2,10}$/, 'must be 2 to 10 capital letters and digits')
        .meta({ description: "Purpose code of the destination's authority; the requirements say where it is needed" }),
    ),
  })
  .meta({ id: 'Purpose' });

const SettlementRoute = z
  .object({
    routeId: optional(z.string().min(1).max(64)),
    partnerPreference: optional(z.string().min(1).max(MAX_LINE)),
    channelPreference: optional(z.string().min(1).max(64)),
    settlementTimeline: optional(z.enum(TIMELINES)),
  })
  .meta({ id: 'RoutePreference' });

/** Unique end-to-end transaction reference of SWIFT: a UUID of version 4 (RFC 9562) in small letters. */
export const Uetr = z
  .string()
  .regex(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/, 'must be a UUID of version 4')
  .meta({ description: 'Unique end-to-end transaction reference; generated if absent' });

/** The quote whose terms a creation is to have. */
export const QuoteId = z
  .string()
  .min(1)
  .max(64)
  .meta({ description: 'Quote of a preview with `hold_for`: its route, fee and date apply' });

const MAX_METADATA = 20;

/** Strings of the client's own that come back as they were sent. */
export const Metadata = z
  .record(z.string().regex(/^[A-Za-z0-9_.-]{1,40}$/, 'must be 1 to 40 letters, digits and _ . -'), z.string().max(500))
  .refine((metadata) => Object.keys(metadata).length <= MAX_METADATA, {
    error: `must have at most ${MAX_METADATA} members`,
    params: { code: 'too_big' },
  })
  .meta({
    description: `At most ${MAX_METADATA} strings of your own; no partner sees them`,
    maxProperties: MAX_METADATA,
  });

type Fault = (path: string[], code: string, message: string) => void;

interface Draft {
  amount?: unknown;
  currency?: unknown;
  beneficiary?: { bankAccount?: AccountDraft } | null;
  chargeBearer?: unknown;
}

const BANK_ACCOUNT = ['beneficiary', 'bankAccount'];

function checkChargeBearer({ chargeBearer, currency, beneficiary }: Draft, fault: Fault): void {
  const country = beneficiary?.bankAccount?.country;
  if (typeof chargeBearer !== 'string' || typeof currency !== 'string' || typeof country !== 'string') return;
  const message = chargeBearerMessage(chargeBearer, currency, country);
  if (message !== null) fault(['chargeBearer'], 'charge_bearer', message);
}

/**
 * Adds an issue for each contradiction between members of an instruction, also if others are invalid. Source:
 * docs/GAPS.md#P2
 */
export function checkInstruction(value: unknown, context: z.RefinementCtx): void {
  if (!isObject(value)) return;
  const draft: Draft = value;
  const fault: Fault = (path, code, message) => {
    context.addIssue({ code: 'custom', path, message, params: { code } });
  };
  const amount = amountMessage(draft.amount, draft.currency);
  if (amount !== null) fault(['amount'], amount.code, amount.message);
  for (const { path, code, message } of accountDraftFaults(draft.beneficiary?.bankAccount)) {
    fault([...BANK_ACCOUNT, ...path], code, message);
  }
  checkChargeBearer(draft, fault);
}

/**
 * A whole instruction; every fault is named at once, also those between fields. Requests may name a saved beneficiary in
 * place of one (`InstructionRequest`).
 * Source: specification, "Payment instruction (creation request)"; docs/GAPS.md#P2
 */
export const CreateInstruction = z
  .object({
    amount: z.number().meta({ description: 'In the given currency', examples: [1250.5], exclusiveMinimum: 0 }),
    amountType: optional(AmountType),
    currency: Currency,
    beneficiary: Beneficiary,
    debtor: optional(Debtor),
    purpose: Purpose,
    remittance: optional(Remittance),
    chargeBearer: optional(
      z.enum(CHARGE_BEARERS).meta({
        description:
          'Who bears the charges: SHAR each side its own (the default), DEBT the payer, CRED the payee, SLEV as the scheme ' +
          'says: the default in euros inside SEPA, and possible only there',
      }),
    ),
    settlementRoute: SettlementRoute,
    valueDate: optional(CalendarDate),
    clientReference: optional(
      z
        .string()
        .min(1)
        .max(MAX_LINE)
        .regex(/^[^\p{C}]*$/u, 'must consist of printable characters'),
    ),
    uetr: optional(Uetr),
    metadata: optional(Metadata),
    quoteId: optional(QuoteId),
    conditions: optional(StatedConditions),
    conditionsExpireAt: optional(
      Timestamp.meta({
        description:
          'When the payment is cancelled if its conditions were not met; 365 days ahead at most, and by default',
      }),
    ),
  })
  .superRefine(checkInstruction, { when: () => true })
  .meta({ id: 'WholePaymentInstruction' });

export type CreateInstructionBody = z.output<typeof CreateInstruction>;
