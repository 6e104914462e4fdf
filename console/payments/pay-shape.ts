import { CreateInstruction } from '../../domain/payments/instruction/instruction-schema';
import { requirementsFor, rulesFor } from '../../domain/payments/instruction/requirements';
import { clearingSystemsOf } from '../../domain/payments/instruction/clearing';
import { ibanFormatOf } from '../../domain/payments/instruction/iban-registry';
import { pathOf } from '../forms/schema/read-shape';
import { shapeOf, type Member, type Shape } from '../forms/schema/shape';
import { WORDS } from '../words/use-words';

/** Where money goes: the currency, and the country of the account. */
export interface PayCorridor {
  currency: string;
  country: string;
  /** Whether the payee is a saved one, of whom nothing is asked. */
  isSaved: boolean;
  /** A purpose that is offered beside the usual ones, such as that of the payment to correct. */
  purpose?: string | undefined;
}

const WHOLE = shapeOf(CreateInstruction);
/** What the corridor says already, and what a form does not choose. */
const NOT_ASKED = new Set(['currency', 'beneficiary.bankAccount.country', 'settlementRoute']);
const AMOUNT = 'amount';
const ACCOUNT_NUMBER = 'beneficiary.bankAccount.accountNumber';
const CLEARING_SCHEME = 'beneficiary.bankAccount.clearing.scheme';
const PURPOSE = 'purpose.code';
/** What the form offers of an open set: of the codes that mean the same, the first one. */
const MEANINGS: readonly string[] = Object.values(WORDS.en.forms.purposes);
const PURPOSES = Object.keys(WORDS.en.forms.purposes).filter(
  (_, place) => MEANINGS.indexOf(MEANINGS[place] ?? '') === place,
);
/** Asked for nowhere, and wanted often. */
const FURTHER = new Set(['valueDate', 'clientReference', 'remittance.text', 'remittance.reference']);
const NATIONAL_CODE = 'purpose.nationalCode';

/** What a corridor asks for: paths of members, and of groups that it asks for as a whole. */
function askedIn({ currency, country, isSaved }: PayCorridor): Set<string> {
  const always = requirementsFor(currency, country).filter(({ required }) => required);
  const here = rulesFor(currency, country).filter(({ within }) => within === undefined);
  const paths = [...always.map(({ field }) => field), ...here.flatMap(({ fields }) => fields)];
  return new Set(paths.filter((path) => !NOT_ASKED.has(path) && !(isSaved && path.startsWith('beneficiary'))));
}

/** What the account number is called in a country; undefined where it has no name of its own. */
function accountName(country: string): string | undefined {
  if (ibanFormatOf(country) !== null) return 'IBAN';
  return country === 'MX' ? 'CLABE' : undefined;
}

/**
 * Adds hints to a field: how to write an amount, what the country calls account and bank code, and the usual purposes,
 * or the codes of an authority if it takes no others.
 */
function withHints(shape: Shape, path: string, { currency, country, purpose }: PayCorridor): Shape {
  if (shape.kind !== 'value') return shape;
  if (path === AMOUNT) return { ...shape, note: 'amount' };
  if (path === ACCOUNT_NUMBER) {
    const title = accountName(country);
    return title === undefined ? shape : { ...shape, title };
  }
  if (path === PURPOSE) {
    return {
      ...shape,
      control: 'choice',
      example: null,
      options: [...new Set([...PURPOSES, ...(purpose === undefined ? [] : [purpose])])],
    };
  }
  if (path === CLEARING_SCHEME) {
    const meanings = Object.fromEntries(clearingSystemsOf(country).map(({ scheme, name }) => [scheme, name]));
    return { ...shape, options: Object.keys(meanings), meanings };
  }
  if (path !== NATIONAL_CODE) return shape;
  const codes = rulesFor(currency, country).find(({ codes: known }) => known !== undefined)?.codes;
  if (codes?.isComplete !== true) return { ...shape, example: codes?.list[0]?.code ?? null };
  const meanings = Object.fromEntries(codes.list.map(({ code, meaning }) => [code, `${code}: ${meaning}`]));
  return { ...shape, control: 'choice', options: codes.list.map(({ code }) => code), meanings };
}

/**
 * The fields of a payment form: those that every payment needs, those that its corridor asks for, and a few frequent
 * ones. They come from the table that validates (`GET /api/v1/payments/requirements`).
 */
export function payShapeOf(corridor: PayCorridor): Shape {
  const asked = askedIn(corridor);
  const isAskedWithin = (path: string): boolean => [...asked].some((one) => one.startsWith(`${path}.`));
  const pick = (members: readonly Member[], prefix: string): Member[] =>
    members.flatMap((member): Member[] => {
      const path = pathOf(prefix, member.name);
      const { shape } = member;
      if (NOT_ASKED.has(path)) return [];
      if (shape.kind === 'group' && (isAskedWithin(path) || [...FURTHER].some((one) => one.startsWith(`${path}.`)))) {
        const inner = pick(shape.members, path);
        const isRequired = isAskedWithin(path);
        return inner.length === 0 ? [] : [{ ...member, isRequired, shape: { ...shape, members: inner } }];
      }
      if (asked.has(path)) return [{ ...member, isRequired: true, shape: withHints(shape, path, corridor) }];
      return FURTHER.has(path) ? [{ ...member, isRequired: false }] : [];
    });
  return WHOLE.kind === 'group' ? { kind: 'group', members: pick(WHOLE.members, '') } : WHOLE;
}
