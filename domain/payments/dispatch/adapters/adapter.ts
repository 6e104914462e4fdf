import { z, type output, type ZodObject } from 'zod';
import type { Environment } from '../../../auth/tenant';
import type { FieldFault } from '../../../errors';

/** Settings of an adapter as they were read: what it wants, or every fault. */
export type ReadSettings<Config> = { kind: 'sound'; config: Config } | { kind: 'faulty'; faults: FieldFault[] };

/** What an adapter is to the rest of the service; pages and commands ask this and not for its name. */
export interface AdapterTraits {
  /** Name by which partners have it. */
  name: string;
  /** What a partner of it is, in a few words for operators. */
  about: string;
  /**
   * How the laboratory examines a live partner of it: `itself`, while it is disabled, or a `twin` on the test side, because a
   * bank pays what it is sent; null: it has nothing to examine.
   */
  examination: 'itself' | 'twin' | null;
  /** Whether it moves no money: a failover leads neither from it nor to it. */
  isSimulated: boolean;
  /** Whether it cannot pay to an account, other than an IBAN, whose bank no code names. Source: docs/GAPS.md#P2 */
  needsBankCode: boolean;
  /** Paths of the settings that say where orders go and are asked about. Source: docs/GAPS.md#P21 */
  destination: readonly string[];
}

/** What one adapter wants to know of a partner. */
export interface AdapterSettings<Config extends ZodObject> extends AdapterTraits {
  /** Whether the address of a partner (`url`) is one of its settings. */
  hasAddress: boolean;
  /** Shape of the settings; its members are options of `corridor partners create`, each with its description. */
  shape: Config;
  /** Judges settings that are about to be stored. */
  read(stored: Readonly<Record<string, unknown>>, environment: Environment): ReadSettings<output<Config>>;
  /** Reads what is stored: a rule that came later keeps no payment of an existing partner from being sent. */
  open(stored: Readonly<Record<string, unknown>>): ReadSettings<output<Config>>;
}

/** Settings of a partner whose bank's files are imported as statements. Source: docs/GAPS.md#P25 */
export const PROOF_MEMBERS = {
  statementsSettle: z
    .union([z.boolean(), z.enum(['true', 'false'])])
    .optional()
    .meta({ description: 'true: a booked debit of an imported statement settles the payment that it names' }),
};

/** An issue of the shape, as far as it is told. */
interface Issue {
  code?: string | undefined;
  path: PropertyKey[];
  message: string;
  params?: Record<string, unknown> | undefined;
  /** Members that the shape does not know. */
  keys?: string[] | undefined;
}

/** The faults of an issue: one for each unknown member, else one. */
function issueFaults({ code = 'invalid', path, message, params, keys }: Issue): FieldFault[] {
  const own = params?.['code'];
  const field = path.map(String).join('.');
  if (code === 'unrecognized_keys' && keys !== undefined) {
    return keys.map((key) => ({ field: `${field}.${key}`, code: 'unknown', message: 'is not known.' }));
  }
  return [{ field, code: typeof own === 'string' ? own : code, message }];
}

/**
 * Describes the settings of an adapter: its shape, and a reader that returns settings or faults.
 * @param check finds faults that the shape cannot express
 */
export function defineAdapter<Config extends ZodObject>(
  traits: AdapterTraits,
  shape: Config,
  check: (config: output<Config>, environment: Environment) => FieldFault[],
): AdapterSettings<Config> {
  const { name } = traits;
  return {
    ...traits,
    hasAddress: Object.hasOwn(shape.shape, 'url'),
    shape,
    read(stored, environment) {
      const unknown = Object.keys(stored)
        .filter((field) => !Object.hasOwn(shape.shape, field))
        .map((field) => ({ field, code: 'unknown', message: `${field} is not a setting of the adapter ${name}.` }));
      const parsed = shape.safeParse(stored);
      const others = parsed.success
        ? check(parsed.data, environment)
        : parsed.error.issues.flatMap((issue) => issueFaults({ ...issue }));
      const faults = [...unknown, ...others];
      if (!parsed.success || faults.length > 0) return { kind: 'faulty', faults };
      return { kind: 'sound', config: parsed.data };
    },
    open(stored) {
      const parsed = shape.safeParse(stored);
      if (parsed.success) return { kind: 'sound', config: parsed.data };
      return { kind: 'faulty', faults: parsed.error.issues.flatMap((issue) => issueFaults({ ...issue })) };
    },
  };
}
