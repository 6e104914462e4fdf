import { z } from 'zod';
import { SCREENING_DECISIONS } from '../compliance/screen';
import { accountDraftFaults, type AccountDraft } from '../payments/instruction/account-faults';
import { BeneficiaryShape } from '../payments/instruction/answer-schema';
import { BankAccount, Beneficiary } from '../payments/instruction/instruction-schema';
import { clearable, Cursor, ListLimit, optional, pathId, printable, NotesShape } from '../schema-tools';
import { isObject } from '../unknown-value';

const Label = printable(140).meta({ description: 'Your own name for this payee; no partner sees it' });

/** A saved payee as it has to be: the beneficiary of a payment, and a label. Source: docs/GAPS.md#P16 */
export const SavedBeneficiary = z
  .object({ label: optional(Label), ...Beneficiary.shape })
  .superRefine(
    (value: unknown, context) => {
      const { bankAccount }: { bankAccount?: AccountDraft } = isObject(value) ? value : {};
      for (const { path, code, message } of accountDraftFaults(bankAccount)) {
        context.addIssue({ code: 'custom', path: ['bankAccount', ...path], message, params: { code } });
      }
    },
    { when: () => true },
  )
  .meta({ id: 'BeneficiaryRequest' });
export type SavedBeneficiary = z.output<typeof SavedBeneficiary>;

const { shape } = Beneficiary;
const { shape: account } = BankAccount;

/**
 * Body that changes a saved payee: what is absent stays, `null` clears an optional member. The bank account is changed
 * member by member; an address and a list of identifiers are replaced as a whole.
 * Source: docs/GAPS.md#P16
 */
export const BeneficiaryPatch = z
  .object({
    label: Label.nullish(),
    name: shape.name.optional(),
    type: clearable(shape.type),
    country: shape.country.optional(),
    bankAccount: z
      .object({
        accountNumber: account.accountNumber.optional(),
        bankName: clearable(account.bankName),
        swiftBic: clearable(account.swiftBic),
        clearing: clearable(account.clearing),
        country: account.country.optional(),
      })
      .optional(),
    address: clearable(shape.address),
    dateOfBirth: clearable(shape.dateOfBirth),
    identifiers: clearable(shape.identifiers),
  })
  .meta({ id: 'BeneficiaryChange' });
export type BeneficiaryPatch = z.output<typeof BeneficiaryPatch>;

/** What of a saved payee names people or accounts, as it is kept sealed. */
export const KeptBeneficiary = z.object({ label: z.string().optional(), ...BeneficiaryShape.shape });
export type KeptBeneficiary = z.output<typeof KeptBeneficiary>;

/** A saved payee as it is answered, with its account number masked. Source: docs/GAPS.md#P16 */
export const BeneficiaryRecord = z
  .object({
    id: z.string().meta({ examples: ['ben_06exqyd7p07n5t1k6bqr8m2z4w'] }),
    label: z.string().nullable(),
    ...BeneficiaryShape.shape,
    version: z.number().int().meta({ description: 'Of the bank details: 1, and one more with each change of them' }),
    heldUntil: z
      .string()
      .nullable()
      .meta({
        description:
          'Payments to changed bank details are not sent before this moment, unless another member confirms the change; ' +
          'null where nothing holds them',
      }),
    confirmedAt: z
      .string()
      .nullable()
      .meta({ description: 'When another member confirmed this version of the bank details' }),
    screening: z.object({ class: z.enum(SCREENING_DECISIONS), screenedAt: z.string() }).meta({
      description:
        'Newest comparison with the watch lists and blocked countries. A match does not change what is saved: with ' +
        '`review` a payment is held for a compliance review, with `blocked` it is refused',
    }),
    createdAt: z.string(),
    updatedAt: z.string(),
    ...NotesShape,
  })
  .meta({ id: 'SavedBeneficiary' });

/** How a member asked the payee about changed bank details. */
export const CONFIRMATION_WAYS = ['telephone', 'video_call', 'in_person', 'message'] as const;

/** Whom a member asked at the payee, and how. Source: docs/GAPS.md#P16 */
const ConfirmedWith = z.object({
  way: z
    .enum(CONFIRMATION_WAYS)
    .meta({ description: 'By a way that was known before the change; kept in the audit log' }),
  person: printable(140).meta({
    description: 'Who was asked; stored sealed with the beneficiary, and never in the audit log',
  }),
});

/** What is kept sealed of a change of bank details. */
export const KeptChange = z.object({
  /** What changes have replaced, by version; among it the details before the first change that is to be confirmed. */
  replaced: z.array(z.object({ version: z.int(), bankAccount: BeneficiaryShape.shape.bankAccount })),
  confirmedWith: ConfirmedWith.nullable(),
});
export type KeptChange = z.output<typeof KeptChange>;

/** Body that confirms changed bank details: their version, as the member has seen it. Source: docs/GAPS.md#P16 */
export const BeneficiaryConfirmation = z
  .object({
    version: z.int().min(1).max(1e6).meta({ description: 'The version that was looked at' }),
    confirmedWith: optional(ConfirmedWith),
  })
  .meta({
    id: 'BeneficiaryConfirmation',
    example: { version: 2, confirmedWith: { way: 'telephone', person: 'Ann Li, accounts' } },
  });
export type BeneficiaryConfirmation = z.output<typeof BeneficiaryConfirmation>;

/** One page of saved payees. */
export const BeneficiaryPage = z
  .object({ items: z.array(BeneficiaryRecord), nextCursor: z.string().nullable() })
  .meta({ id: 'SavedBeneficiaryPage' });

/** Query of the list. Source: docs/GAPS.md#G8 */
export const BeneficiaryList = z.object({ limit: ListLimit, cursor: Cursor });

/** `{id}` of the path; one of another shape is not found. */
export const BeneficiaryPath = z.object({ id: pathId('beneficiary') });
