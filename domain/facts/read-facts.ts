import { z } from 'zod';

/** Something that is true of the world for a time. Days are ISO 8601 calendar dates. Source: docs/GAPS.md#H0 */
export interface Fact<Value> {
  /** What it is about, such as an ISO 3166 code. Facts of one key follow each other without gap or overlap. */
  key: string;
  /** Null: looked for, and not established; the source says why. */
  value: Value | null;
  /** First day; null where the source does not say since when. */
  from: string | null;
  /** The day from which something else is true; null where no change is known. */
  until: string | null;
  /** The day from which the fact is unknown; null where it holds until it is changed. */
  knownUntil: string | null;
  /** Where it was looked up, in words. */
  source: string;
  /** When it was last compared with its source. */
  checkedAt: string;
}

/** All facts of one kind, which is a file of this room. */
export interface Facts<Value> {
  kind: string;
  facts: readonly Fact<Value>[];
}

const Day = z.iso.date();
const Sources = z.record(z.string(), z.string().min(1));

/**
 * Reads a file of facts: `sources` by a short name, and `facts` that refer to them.
 * @param value schema of the values of this kind
 * @throws Error for another shape, or a source that is not listed
 */
export function readFacts<Value>(content: unknown, value: z.ZodType<Value>): Facts<Value> {
  const Content = z.strictObject({
    kind: z.string(),
    sources: Sources,
    facts: z.array(
      z.strictObject({
        key: z.string(),
        value: value.nullable(),
        from: Day.nullable(),
        until: Day.nullable().default(null),
        knownUntil: Day.nullable().default(null),
        source: z.array(z.string()).min(1),
        checkedAt: Day,
      }),
    ),
  });
  const { kind, sources, facts } = Content.parse(content);
  const requireSource = (name: string): string => {
    const words = sources[name];
    if (words === undefined) throw new Error(`domain/facts/${kind}.json lists no source "${name}"`);
    return words;
  };
  return { kind, facts: facts.map((fact) => ({ ...fact, source: fact.source.map(requireSource).join('; ') })) };
}

/** @returns the day from which a fact says nothing more */
function endOf({ until, knownUntil }: Fact<unknown>): string | null {
  return until ?? knownUntil;
}

/** The fact that is valid on a day; null if none is recorded for it, or the last one has run out. */
export function factAt<Value>({ facts }: Facts<Value>, key: string, day: string): Fact<Value> | null {
  const holdsOnDay = (fact: Fact<Value>): boolean => {
    const end = endOf(fact);
    return fact.key === key && (fact.from ?? '') <= day && (end === null || end > day);
  };
  return facts.find(holdsOnDay) ?? null;
}

/** A sentence for each gap and overlap between periods, and for each fact without an end that has a successor. */
export function periodFaults({ kind, facts }: Facts<unknown>): string[] {
  return facts.flatMap((fact, at) => {
    const { key, from, until } = fact;
    const next = facts[at + 1];
    const subject = `domain/facts/${kind}.json, ${key} from ${from ?? 'the beginning'}`;
    const end = endOf(fact);
    if (end !== null && end <= (from ?? '')) return [`${subject}: it ends before it begins`];
    if (next?.key !== key) return until === null ? [] : [`${subject}: nothing follows it on ${until}`];
    return until === next.from
      ? []
      : [`${subject}: the next one begins on ${next.from ?? 'no day'}, not on ${until ?? 'no day'}`];
  });
}
