import path from 'node:path';
import { InvalidArgumentError } from 'commander';
import { z, type output, type ZodType } from 'zod';
import { ENVIRONMENTS } from '../../domain/auth/tenant';
import { ADAPTER_NAMES, adapterOf, PARTNER_ADAPTERS, partnerFaults } from '../../domain/payments/dispatch/adapters';
import { credentialNames } from '../../domain/payments/dispatch/credential-destination';
import { CredentialName } from '../../domain/payments/dispatch/description/schema';
import { AUTH_MODES, PartnerName } from '../../domain/payments/dispatch/partner-settings';
import { RouteCreate } from '../../domain/payments/routing/route-schema';
import { plainWords } from '../../domain/schema-words';
import { UsageError } from '../context';
import { textForm } from '../options-of';
import { PAYEE } from './certify';
import { readDocument } from './try-description';

const Text = z.string().trim().min(1).max(1_000);

const Partner = z.strictObject({
  name: PartnerName.meta({ description: 'name of the partner' }),
  adapter: z.enum(ADAPTER_NAMES).meta({
    description: `how the bank is reached: ${ADAPTER_NAMES.map((name) => `${name} (${PARTNER_ADAPTERS[name].about})`).join(', ')}`,
  }),
  environment: z.enum(ENVIRONMENTS).meta({ description: 'test or live: the side whose payments it gets' }),
  authMode: z.enum(AUTH_MODES).default('bearer'),
  config: z.record(z.string(), z.unknown()).default({}),
});

/** Options of `corridor partners certify` that have a use here. */
const Examination = z.strictObject({
  testPartner: Text.meta({ description: "partner of the test side at the bank's test environment" }).optional(),
  currency: Text.default(PAYEE.currency),
  country: Text.default(PAYEE.country),
  account: Text.default(PAYEE.account),
  bic: Text.optional(),
  wait: z.int().min(1).optional(),
});

const { currencies, timelines } = RouteCreate.shape;
const CREDENTIAL = Text.meta({ description: 'file with its value, or - for standard input' });

/**
 * What connects a bank: bodies of the operations that make a partner and a route, and where its credentials are. Documents
 * and credentials are files, named from the folder of the answers.
 * Source: docs/GAPS.md#connect
 */
const Answers = z.strictObject({
  partner: Partner,
  /** Address of a described bank on this side, in place of the one in its description. */
  baseUrl: Text.optional(),
  credentials: z.record(CredentialName, CREDENTIAL).default({}),
  examination: Examination.prefault({}),
  route: z.strictObject({ ...RouteCreate.shape, partnerId: z.undefined().optional() }),
});
export type Answers = output<typeof Answers>;

/** An answer that is not there yet. */
interface Question {
  /** Its place in the answers, such as `partner.config.directory`. */
  at: readonly string[];
  about: string;
  /** @throws InvalidArgumentError saying what is wrong with a text */
  parse: (text: string) => unknown;
}

type Given = Record<string, unknown>;

const isGiven = (value: unknown): value is Given =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The member of the answers at a path; undefined if it is absent. */
function answerAt(given: unknown, ...place: readonly string[]): unknown {
  return place.reduce<unknown>((value, name) => (isGiven(value) ? value[name] : undefined), given);
}

function withAnswer(given: Given, [name = '', ...rest]: readonly string[], value: unknown): Given {
  const inner = given[name];
  return { ...given, [name]: rest.length === 0 ? value : withAnswer(isGiven(inner) ? inner : {}, rest, value) };
}

const questionOf = (schema: ZodType, ...place: string[]): Question => ({ at: place, ...textForm(schema) });

/** Questions about settings without which an adapter is refused, including those that another setting demands. */
function settingQuestions(adapter: (typeof ADAPTER_NAMES)[number], config: Given): Question[] {
  const members = Object.entries<ZodType>(PARTNER_ADAPTERS[adapter].shape.shape);
  const faults = partnerFaults({ adapter, config, environment: 'test' });
  const wanted = new Set(faults.filter(({ field }) => config[field] === undefined).map(({ field }) => field));
  return members
    .filter(([name]) => wanted.has(name))
    .map(([name, schema]) => {
      const isFile = schema.meta()?.['isFile'] === true;
      const { about, parse } = textForm(schema);
      return { at: ['partner', 'config', name], about, parse: isFile ? (text: string) => text : parse };
    });
}

/**
 * The questions to ask next; those about settings depend on the adapter, and those about credentials on the settings.
 */
function missingQuestions(given: Given, folder: string): Question[] {
  const all = ['name', 'adapter', 'environment'] as const;
  const first = all.map((name) => questionOf(Partner.shape[name], 'partner', name));
  const open = (questions: Question[]): Question[] =>
    questions.filter((one) => answerAt(given, ...one.at) === undefined);
  const route = open([questionOf(currencies, 'route', 'currencies'), questionOf(timelines, 'route', 'timelines')]);
  const adapter = Partner.shape.adapter.safeParse(answerAt(given, 'partner', 'adapter'));
  if (!adapter.success || open(first).length > 0) return [...open(first), ...route];
  const whole = withDocuments(given, folder);
  const config = answerAt(whole, 'partner', 'config');
  const settings = settingQuestions(adapter.data, isGiven(config) ? config : {});
  const credentials = credentialNames({ adapter: adapter.data, config }).map((name) => ({
    ...questionOf(CREDENTIAL, 'credentials', name),
    about: `credential ${name} of the bank: ${CREDENTIAL.description}`,
  }));
  const needsTwin =
    answerAt(given, 'partner', 'environment') === 'live' &&
    adapterOf({ adapter: adapter.data })?.examination === 'twin';
  const twin = needsTwin ? [questionOf(Examination.shape.testPartner, 'examination', 'testPartner')] : [];
  return [...settings, ...open([...credentials, ...twin]), ...route];
}

const fileIn = (folder: string, file: string): string => (file === '-' ? file : path.resolve(folder, file));

/** The answers with the contents of their files, and the address of this side. */
function withDocuments(given: Given, folder: string): Given {
  const adapter = Partner.shape.adapter.safeParse(answerAt(given, 'partner', 'adapter'));
  const config = answerAt(given, 'partner', 'config');
  if (!adapter.success || !isGiven(config)) return given;
  const shape: Record<string, ZodType> = PARTNER_ADAPTERS[adapter.data].shape.shape;
  const read = Object.entries(config).map(([name, value]) => {
    const isFile = shape[name]?.meta()?.['isFile'] === true && typeof value === 'string';
    return [name, isFile ? readDocument(fileIn(folder, value)) : value] as const;
  });
  const whole = withAnswer(given, ['partner', 'config'], Object.fromEntries(read));
  const baseUrl = given['baseUrl'];
  if (baseUrl === undefined || answerAt(whole, 'partner', 'config', 'description') === undefined) return whole;
  return withAnswer(whole, ['partner', 'config', 'description', 'baseUrl'], baseUrl);
}

/** @returns the answers with the address of a described bank, where the command has one */
export function withAddress(given: unknown, baseUrl: string | undefined): unknown {
  return isGiven(given) && baseUrl !== undefined ? { ...given, baseUrl } : given;
}

/** Asks a question until the answer is valid. */
async function askUntilValid({ about, parse }: Question, ask: (about: string) => Promise<string>): Promise<unknown> {
  for (let fault = ''; ;) {
    const text = await ask(`${fault}${about}`);
    try {
      return parse(text.trim());
    } catch (refused) {
      if (!(refused instanceof InvalidArgumentError)) throw refused;
      fault = `${refused.message} `;
    }
  }
}

/**
 * Asks for missing answers and checks all.
 * @param given the answers so far, as JSON; `folder` is where the files that they name are
 * @param ask asks a person for one answer; null where there is none to ask
 * @returns the complete answers, with documents in place of their files
 * @throws UsageError naming each answer that is missing or wrong
 * Source: docs/GAPS.md#connect
 */
export async function completeAnswers(
  given: unknown,
  folder: string,
  ask: ((about: string) => Promise<string>) | null,
): Promise<Answers> {
  let answers: Given = isGiven(given) ? given : {};
  for (;;) {
    const missing = missingQuestions(answers, folder);
    if (missing.length === 0) break;
    if (ask === null) {
      const lines = missing.map((one) => `${one.at.join('.')}: ${one.about}`);
      throw new UsageError(`These answers are missing:\n${lines.join('\n')}`);
    }
    for (const question of missing) answers = withAnswer(answers, question.at, await askUntilValid(question, ask));
  }
  const parsed = Answers.safeParse(withDocuments(answers, folder), { error: plainWords });
  const faults = parsed.success
    ? partnerFaults(parsed.data.partner).map(({ field, message }) => `partner.config.${field}: ${message}`)
    : parsed.error.issues.map(({ path: at, message }) => `${['answers', ...at.map(String)].join('.')}: ${message}`);
  if (!parsed.success || faults.length > 0) throw new UsageError(faults.join('\n'));
  const named = Object.entries(parsed.data.credentials).map(([name, file]) => [name, fileIn(folder, file)] as const);
  return { ...parsed.data, credentials: Object.fromEntries(named) };
}
