import { z } from 'zod';
import { optional } from '../schema-tools';

const MAX_HEADERS = 20;
const MAX_HEADER_VALUE = 1_024;
const MAX_PATHS = 10;
const MAX_VALUES = 50;
const MAX_VALUE_LENGTH = 200;
const MAX_RATE = 1_000;

/** A token of RFC 9110. */
const HEADER_NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}$/;
/** Visible characters, with spaces inside: nothing that ends a header or begins another. */
const HEADER_VALUE = /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/;
/** Ours, and those that say where a request goes, where it ends, or what its bytes are. */
const RESERVED_HEADER =
  /^(host|content-.*|transfer-encoding|connection|keep-alive|te|trailer|upgrade|expect|date|user-agent|x-service-signature|webhook-.*|proxy-.*|http2-settings|:.*)$/i;

const HeaderSet = z
  .record(z.string(), z.string().max(MAX_HEADER_VALUE))
  .superRefine((headers, context) => {
    const names = Object.keys(headers);
    const refuse = (path: string[], code: string, message: string): void =>
      context.addIssue({ code: 'custom', path, message, params: { code } });
    if (names.length > MAX_HEADERS) refuse([], 'too_big', `must have at most ${MAX_HEADERS} headers`);
    for (const name of names) {
      const isTwice = names.some((other) => other !== name && other.toLowerCase() === name.toLowerCase());
      if (!HEADER_NAME.test(name)) refuse([name], 'header', 'is not the name of a header');
      else if (RESERVED_HEADER.test(name)) refuse([name], 'reserved', 'is a header that the service sets itself');
      else if (isTwice) refuse([name], 'twice', 'is there twice');
      else if (!HEADER_VALUE.test(headers[name] ?? '')) {
        refuse([name], 'header', 'must be visible ASCII characters, with spaces only between them');
      }
    }
  })
  .meta({
    description:
      "Static headers of every delivery, stored sealed and never shown again; `{}` removes them. None of Corridor's own, and " +
      'none that controls the connection, such as Host, Content-Length, Transfer-Encoding or Connection',
  });

const PATH = /^[A-Za-z0-9_]{1,64}(\.[A-Za-z0-9_]{1,64}){0,4}$/;

const Filter = z
  .record(
    z.string().regex(PATH, { error: 'must be a path such as `status` or `address.country`' }),
    z
      .array(z.union([z.string().max(MAX_VALUE_LENGTH), z.number(), z.boolean()]))
      .min(1)
      .max(MAX_VALUES),
  )
  .refine((filter) => Object.keys(filter).length <= MAX_PATHS, { error: `must have at most ${MAX_PATHS} paths` })
  .meta({
    description:
      'Path into `data` of a payment notification, or into `data.object` of any other event -> values, of which it must ' +
      'have one. An event is delivered when every path fits; `{}` removes the filter',
    examples: [{ status: ['settled', 'failed'] }],
  });

const Rate = (least: number) =>
  z.int().min(least).max(MAX_RATE).meta({ description: 'Maximum attempts per second; 0 removes the limit' });

const Ordered = z.boolean().meta({
  description: 'Whether the next event of a subject, such as a payment, waits for the previous one',
});

const MAX_LABELS = 20;
const LABEL_NAME = /^[A-Za-z0-9]([A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?$/;

const Labels = z
  .record(
    z
      .string()
      .regex(LABEL_NAME, { error: 'must be 1 to 63 letters, digits, ".", "_" or "-", a letter or digit at both ends' }),
    z.string().max(MAX_VALUE_LENGTH),
  )
  .refine((labels) => Object.keys(labels).length <= MAX_LABELS, { error: `must have at most ${MAX_LABELS} labels` })
  .meta({ description: 'Name -> text, for your own use; `{}` removes them', examples: [{ team: 'ledger' }] });

const IncludeAmount = z.boolean().meta({
  description: 'Whether notifications about payments also carry `amount` and `currency` in `data`',
});

const Breaker = z.boolean().meta({
  description:
    'Whether to save attempts while the endpoint is unreachable: after five attempts in a row without any answer, ' +
    'deliveries wait without using up attempts; one delivery at a time probes the endpoint, and when it answers all ' +
    'continue. Without it every delivery follows the retry schedule',
});

/** Members of a creation that say how deliveries are made. Source: docs/GAPS.md#W13 */
export const CreateControls = {
  headers: optional(HeaderSet),
  filter: optional(Filter),
  rate_per_second: optional(Rate(1)),
  ordered: optional(Ordered),
  labels: optional(Labels),
  include_amount: optional(IncludeAmount),
  breaker: optional(Breaker),
};

/** The same of a change, where nothing is a value too. */
export const ChangeControls = { ...CreateControls, rate_per_second: optional(Rate(0)) };

/** What a subscription shows of them: a member is there when it was asked for. */
export const ShownControls = {
  header_names: z.array(z.string()).optional().meta({ description: 'Names of its static headers' }),
  filter: z.record(z.string(), z.array(z.union([z.string(), z.number(), z.boolean()]))).optional(),
  rate_per_second: z.int().optional(),
  ordered: z.boolean().optional(),
  labels: z.record(z.string(), z.string()).optional(),
  include_amount: z.boolean().optional(),
  breaker: z.boolean().optional(),
};

/** What a delivery waits for. Source: docs/GAPS.md#W13, docs/GAPS.md#W15 */
export const WaitsFor = z
  .discriminatedUnion('reason', [
    z.object({
      reason: z.literal('order'),
      delivery_id: z.string().meta({ description: 'Delivery of an earlier event of the same subject' }),
    }),
    z.object({ reason: z.literal('rate'), until: z.string() }),
    z.object({
      reason: z.literal('unreachable'),
      since: z.string().meta({ description: 'Since when the endpoint cannot be reached' }),
      probe_at: z.string().meta({ description: 'When the next probe is due; all deliveries continue when it answers' }),
    }),
  ])
  .optional()
  .meta({ description: 'Why its attempt is delayed; absent if it is not' });

export type WaitsFor = z.output<typeof WaitsFor>;

/** @returns static headers as they are shown: each name stands for its value, to be filled in. Source: docs/GAPS.md#W11 */
export function headerPlaceholders(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, `<${name}>`]));
}
