import { CreateInstruction } from '../../domain/payments/instruction/instruction-schema';
import { requirementsFor, rulesFor } from '../../domain/payments/instruction/requirements';
import { pathOf } from '../forms/schema/read-shape';
import { shapeOf, type Member, type Shape } from '../forms/schema/shape';

/** Where money goes: the currency, and the country of the account. */
export interface PayCorridor {
  currency: string;
  country: string;
  /** Whether the payee is a saved one, of whom nothing is asked. */
  isSaved: boolean;
}

const WHOLE = shapeOf(CreateInstruction);
/** What the corridor says already, and what a form does not choose. */
const NOT_ASKED = new Set(['currency', 'beneficiary.bankAccount.country', 'settlementRoute']);
const AMOUNT = 'amount';
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

/** An amount says how it is written, and the codes of an authority are offered where it takes no others. */
function withHints(shape: Shape, path: string, { currency, country }: PayCorridor): Shape {
  if (path === AMOUNT && shape.kind === 'value') return { ...shape, note: 'amount' };
  if (path !== NATIONAL_CODE || shape.kind !== 'value') return shape;
  const codes = rulesFor(currency, country).find(({ codes: known }) => known !== undefined)?.codes;
  if (codes?.isComplete !== true) return { ...shape, example: codes?.list[0]?.code ?? null };
  const meanings = Object.fromEntries(codes.list.map(({ code, meaning }) => [code, `${code}: ${meaning}`]));
  return { ...shape, control: 'choice', options: codes.list.map(({ code }) => code), meanings };
}

/**
 * The fields of a form that pays: what every payment needs, what its corridor asks for, and a few that are wanted often.
 * They follow from the table that validates (`GET /api/v1/payments/requirements`).
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
