import { z } from 'zod';
import { ACCOUNT_NUMBER, isAccountUnknown } from './account-rules';
import { clearingSystemsOf } from './clearing';
import { concerns, CORRIDOR_RULES, type CorridorRule } from './corridor-rules';
import { BIC_REQUIRED } from './account-faults';
import { CreateInstruction, type PartyType } from './instruction-schema';
import { ibanFormatOf, type IbanFormat } from './iban-registry';
import { isInSepa } from './sepa';

/** One member of an instruction, and whether a corridor asks for it. */
export interface FieldRequirement {
  field: string;
  required: boolean;
  rule: string;
}

interface JsonSchema {
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
  type?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  anyOf?: JsonSchema[];
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  enum?: string[];
  description?: string;
}

/** A sentence of the rules that a schema states: type, description, length, pattern, values. */
function ruleText(schema: JsonSchema): string {
  const parts = [
    schema.type,
    schema.description,
    schema.minLength === undefined && schema.maxLength === undefined
      ? undefined
      : `${schema.minLength ?? 0} to ${schema.maxLength ?? 'any number of'} characters`,
    schema.pattern === undefined ? undefined : `pattern ${schema.pattern}`,
    schema.enum === undefined ? undefined : `one of ${schema.enum.join(', ')}`,
  ];
  return parts.filter((part) => part !== undefined).join('; ');
}

const DOCUMENT = z.toJSONSchema(CreateInstruction, { io: 'input', unrepresentable: 'any' }) as JsonSchema;

/** Resolves a reference to a named schema in `$defs`. */
function resolveReference(schema: JsonSchema): JsonSchema {
  const name = schema.$ref?.split('/').at(-1) ?? '';
  return DOCUMENT.$defs?.[name] ?? schema;
}

/** The fields of a schema and their rules, nested ones by dotted names. The schema is the one that validates. */
function fieldsOf(schema: JsonSchema, prefix: string, requiredAbove: boolean): FieldRequirement[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    const inner = resolveReference(member.anyOf?.find((candidate) => candidate.type !== 'null') ?? member);
    const field = prefix === '' ? name : `${prefix}.${name}`;
    const required = requiredAbove && (schema.required ?? []).includes(name);
    return [{ field, required, rule: ruleText(inner) }, ...fieldsOf(inner, field, required)];
  });
}

const FIELDS = fieldsOf(resolveReference(DOCUMENT), '', true);

/** The rules of a corridor; their lists of codes contain only those for the type of account, if it is given. */
export function rulesFor(currency: string, country: string, type?: PartyType): CorridorRule[] {
  return CORRIDOR_RULES.filter((rule) => concerns(rule, currency, country)).map((rule) => {
    if (rule.codes === undefined || type === undefined) return rule;
    const list = rule.codes.list.filter(({ beneficiaryType }) => beneficiaryType === null || beneficiaryType === type);
    return { ...rule, codes: { ...rule.codes, list } };
  });
}

const CLEARING = 'beneficiary.bankAccount.clearing';

/** Adds the country's clearing systems to the rule of `scheme` or `code`, or to any that none is known. */
function withClearingRule(entry: FieldRequirement, country: string): FieldRequirement {
  const systems = clearingSystemsOf(country);
  if (systems.length === 0)
    return { ...entry, rule: `${entry.rule}; banks of ${country} have none that is known here` };
  const texts = {
    [`${CLEARING}.scheme`]: systems.map(({ scheme, name }) => `here ${scheme}, ${name}`),
    [`${CLEARING}.code`]: systems.map(({ scheme, rule }) => `${scheme}: ${rule}`),
  }[entry.field];
  return { ...entry, rule: [entry.rule, ...(texts ?? [])].join('; ') };
}

/** Adds the country's form of account numbers to the rule of a field. */
function withAccountRule(entry: FieldRequirement, country: string, iban: IbanFormat | null): FieldRequirement {
  const parts = [
    entry.rule,
    ...(iban === null
      ? []
      : [`an IBAN of ${country} has ${iban.length} characters (${iban.structure}) and valid check digits`]),
    ...(isAccountUnknown(country) ? [`no rule of account numbers of ${country} is known here`] : []),
  ];
  return { ...entry, rule: parts.join('; ') };
}

/** Adds the rules of a currency and country to a field. */
function withCorridorRule(entry: FieldRequirement, currency: string, country: string): FieldRequirement {
  const iban = ibanFormatOf(country);
  if (entry.field === 'beneficiary.bankAccount.swiftBic') {
    return { ...entry, required: iban === null, rule: `${entry.rule}; ${BIC_REQUIRED}` };
  }
  if (entry.field.startsWith(CLEARING)) return withClearingRule(entry, country);
  if (entry.field === 'chargeBearer') {
    const rule = isInSepa(currency, country) ? 'here SLEV' : 'here SHAR, DEBT or CRED; SHAR by default';
    return { ...entry, rule: `${entry.rule}; ${rule}` };
  }
  return entry.field === ACCOUNT_NUMBER ? withAccountRule(entry, country, iban) : entry;
}

/**
 * The fields of an instruction for a currency and the country of the bank account.
 * @param isStrict whether members that the corridor asks for are required
 * Source: docs/GAPS.md#P2, docs/GAPS.md#corridors
 */
export function requirementsFor(currency: string, country: string, isStrict = false): FieldRequirement[] {
  const asked = rulesFor(currency, country).filter(({ within }) => within === undefined);
  const askedFields = new Set(asked.flatMap(({ fields }) => fields));
  // A clearing code has a scheme and a code, or is none.
  const isAsked = (field: string): boolean =>
    askedFields.has(field) || (field.startsWith(`${CLEARING}.`) && askedFields.has(CLEARING));
  return FIELDS.map((entry) => {
    const here = withCorridorRule(entry, currency, country);
    return isStrict && isAsked(entry.field) ? { ...here, required: true } : here;
  });
}
