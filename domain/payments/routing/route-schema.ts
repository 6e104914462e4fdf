import { z, type output } from 'zod';
import { ENVIRONMENTS } from '../../auth/tenant';
import { isBankingCountry } from '../../countries';
import { currencyDigits, Exact } from '../../money';
import { alsoTaken } from '../../other-forms';
import { optional, NotesShape } from '../../schema-tools';
import { isTimeZone } from './dates';
import { ActReason, PartnerHealthShape } from '../dispatch/partner-settings';
import { routeBoundFaults, type RouteBounds } from './route-settings';
import { TIMELINES } from '../instruction/status';
import { isObject } from '../../unknown-value';

const MAX_ITEMS = 300;
const MAX_CHANNEL = 64;
const MAX_ZONE = 64;
/** Columns hold twelve digits before the point and six behind it. */
const END_AMOUNT = 1e12;
const MAX_DECIMALS = 6;
/** All of the amount. */
const MAX_BASIS_POINTS = 10_000;
/** As the column is checked. */
const MAX_OPEN_DAYS = 60;
/** The currency, the country, the partner's seat and its correspondents. */
const MAX_CALENDARS = 10;
const MAX_PRIORITY = 1_000_000;

/** Schema of a list of codes; `*` means all. */
function codesSchema(form: 'currency' | 'country', isValid: (code: string) => boolean, what: string) {
  const item = z
    .string()
    .refine((code) => code === '*' || isValid(code), { error: `must be ${what} or *`, params: { code: 'unknown' } })
    .meta(alsoTaken(form));
  return z.array(item).min(1).max(MAX_ITEMS);
}

const Amount = z
  .number()
  .min(0)
  .lt(END_AMOUNT)
  .refine((amount) => new Exact(amount).decimalPlaces() <= MAX_DECIMALS, {
    error: `must have at most ${MAX_DECIMALS} decimals`,
    params: { code: 'decimals' },
  });

const FIELDS = {
  channel: z.string().trim().min(1).max(MAX_CHANNEL).meta({ description: 'How the partner is reached' }),
  currencies: codesSchema('currency', (code) => currencyDigits(code) !== null, 'an ISO 4217 code such as USD').meta({
    description: 'ISO 4217 codes, or *',
  }),
  countries: codesSchema('country', isBankingCountry, 'an ISO 3166 alpha-2 code such as DE, XK').meta({
    description: 'ISO 3166 codes, XK, or *',
  }),
  timelines: z.array(z.enum(TIMELINES)).min(1).max(TIMELINES.length).meta({ description: 'The first is the default' }),
  feeFixed: Amount.meta({
    description: 'In the currency of each payment: 5 is 5 USD for one in USD, 5 ISK for one in ISK',
  }),
  feeBps: z.number().min(0).max(MAX_BASIS_POINTS).meta({ description: 'Basis points of the amount' }),
  cutOff: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day such as 17:00')
    .meta({
      description: 'Local time after which the next day counts',
    }),
  cutOffZone: z
    .string()
    .max(MAX_ZONE)
    .refine(isTimeZone, { error: 'must be a time zone such as Europe/Berlin or UTC', params: { code: 'time_zone' } }),
  // That there are such is seen where they are stored.
  calendars: z
    .array(z.string().regex(/^[A-Z][A-Z0-9-]{1,31}$/, 'must be the id of a calendar such as DE or TARGET'))
    .max(MAX_CALENDARS)
    .meta({
      description: "Calendars whose closed days apply in addition to the currency's and the beneficiary country's",
    }),
  alwaysOpen: z.boolean().meta({ description: 'Instant payments settle around the clock' }),
  openDaysForN: z.int().min(0).max(MAX_OPEN_DAYS).meta({ description: 'Open days that t_plus_n takes' }),
  priority: z.int().min(1).max(MAX_PRIORITY).meta({ description: 'The lowest wins' }),
};

/** Of these `null` means none. */
const BOUNDS = {
  feeMin: Amount.nullish(),
  feeMax: Amount.nullish(),
  minAmount: Amount.nullish(),
  maxAmount: Amount.nullish(),
};

/** Adds an issue for each contradiction between bounds of a route, also if other members are invalid. */
function checkBounds(sent: unknown, context: z.core.$RefinementCtx): void {
  if (!isObject(sent)) return;
  const numbers = Object.entries(sent).filter(([, value]) => typeof value === 'number' && Number.isFinite(value));
  const bounds: RouteBounds = Object.fromEntries(numbers);
  for (const { field, code, message } of routeBoundFaults(bounds)) {
    context.addIssue({ code: 'custom', path: [field], message, params: { code } });
  }
}

const ALWAYS = { when: () => true };

/** What a route has a default for, and keeps where a change does not name it. */
const OPTIONAL_FIELDS = {
  countries: optional(FIELDS.countries),
  channel: optional(FIELDS.channel),
  feeFixed: optional(FIELDS.feeFixed),
  feeBps: optional(FIELDS.feeBps),
  cutOff: optional(FIELDS.cutOff),
  cutOffZone: optional(FIELDS.cutOffZone),
  calendars: optional(FIELDS.calendars),
  alwaysOpen: optional(FIELDS.alwaysOpen),
  openDaysForN: optional(FIELDS.openDaysForN),
  priority: optional(FIELDS.priority),
};

/** Body that makes a route. */
export const RouteCreate = z
  .object({
    partnerId: z.string().min(1).max(64),
    environment: optional(z.enum(ENVIRONMENTS).meta({ description: "The partner's, which is the default" })),
    currencies: FIELDS.currencies,
    timelines: FIELDS.timelines,
    ...OPTIONAL_FIELDS,
    ...BOUNDS,
  })
  .superRefine(checkBounds, ALWAYS)
  .meta({ id: 'RouteCreate' });

/** Body that changes a route for payments to come; what is absent stays, and a bound that is null is taken away. */
export const RouteChange = z
  .object({
    currencies: optional(FIELDS.currencies),
    timelines: optional(FIELDS.timelines),
    ...OPTIONAL_FIELDS,
    ...BOUNDS,
    reason: optional(ActReason),
  })
  .superRefine(checkBounds, ALWAYS)
  .meta({ id: 'RouteChange' });

/** A route as an operator sees it. */
export const RouteRecord = z
  .object({
    id: z.string(),
    partner: z.object({ id: z.string(), name: z.string() }),
    environment: z.enum(ENVIRONMENTS),
    channel: z.string(),
    currencies: z.array(z.string()),
    countries: z.array(z.string()),
    timelines: z.array(z.string()),
    feeFixed: z.number(),
    feeBps: z.number(),
    feeMin: z.number().nullable(),
    feeMax: z.number().nullable(),
    minAmount: z.number().nullable(),
    maxAmount: z.number().nullable(),
    cutOff: z.string(),
    cutOffZone: z.string(),
    calendars: z.array(z.string()),
    alwaysOpen: z.boolean(),
    openDaysForN: z.int(),
    priority: z.int(),
    enabled: z.boolean(),
    isChosen: z.boolean().meta({ description: 'Whether it gets new payments: it and its partner are enabled' }),
    createdAt: z.string(),
    health: PartnerHealthShape.meta({ description: "Its partner's" }),
    ...NotesShape,
  })
  .meta({ id: 'Route' });

/** Members that an operator sets, in the order in which they are shown. */
export const ROUTE_MEMBERS: readonly string[] = Object.keys({ ...FIELDS, ...BOUNDS });

type Asked = Omit<output<typeof RouteCreate>, 'environment' | 'partnerId' | 'timelines'>;
type Stored<Value> = Value extends number ? number | string : Value;

/** What is asked of a new route; amounts are in the major unit of each payment's currency. */
export type NewRoute = { [Member in keyof Asked]: Stored<Asked[Member]> } & { partnerId: string; timelines: string[] };

/** What a new route has where nothing else is asked of it. */
export const ROUTE_DEFAULTS = {
  ...{ countries: ['*'], channel: 'api', feeFixed: 0, feeBps: 0, cutOff: '17:00', cutOffZone: 'UTC', calendars: [] },
  ...{ openDaysForN: 5, priority: 100 },
};

/** @returns a new route with what it leaves out: one for instant payments is always open */
export function wholeRoute(asked: NewRoute): NewRoute {
  const given = Object.entries(asked).filter(([, value]) => value !== undefined);
  const { partnerId, currencies, timelines } = asked;
  const needed = { partnerId, currencies, timelines, alwaysOpen: timelines.includes('instant') };
  return { ...ROUTE_DEFAULTS, ...needed, ...Object.fromEntries(given) };
}

type Shown = output<typeof RouteRecord>;
type Bound = keyof typeof BOUNDS;

/** Amounts of a route, which are decimal text where they are stored. */
export const ROUTE_AMOUNTS = ['feeFixed', 'feeBps', 'feeMin', 'feeMax', 'minAmount', 'maxAmount'] as const;

/** Members that an operator sets, as they are stored. */
export type RouteSettings = Pick<Shown, Exclude<keyof typeof FIELDS, 'feeFixed' | 'feeBps'>> & {
  [Member in (typeof ROUTE_AMOUNTS)[number]]: Member extends Bound ? string | null : string;
};
