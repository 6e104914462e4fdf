import type { VNode } from 'preact';
import { z } from 'zod';
import type { ReconciliationCase } from '../../db/payments/settlement/reconciliation-cases';
import { Table } from '../parts';
import { WORDS, wordFor, type Words } from '../words/use-words';

const Discrepancies = z.array(
  z.object({
    type: z.string(),
    expected: z.union([z.string(), z.number()]),
    actual: z.union([z.string(), z.number()]),
  }),
);
/** A statement has its amounts as text. */
const DECIMAL = /^\d+(\.\d+)?$/;
const Members = z.record(z.string(), z.unknown());

const { discrepancies: DISCREPANCIES } = WORDS.en.payment.settlement;

/** Members whose own members say what they are without its name. */
const PLAIN_PARENTS: readonly string[] = ['settlement', 'confirmation'];
/** What the card shows elsewhere. */
const ELSEWHERE: readonly string[] = ['discrepancies', 'current', 'breakdown'];

/** @returns `actualAmount` as `actual amount` */
function wordsOf(name: string): string {
  return name.replaceAll(/([A-Z])/g, ' $1').toLowerCase();
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.replaceAll('_', ' ') : JSON.stringify(value);
}

/** Figures with their names in words, including members of members. */
function figureTexts(figures: Record<string, unknown>, above = ''): [name: string, text: string][] {
  return Object.entries(figures).flatMap(([name, value]): [string, string][] => {
    if (ELSEWHERE.includes(name) || value === null) return [];
    const words = PLAIN_PARENTS.includes(name) ? above : `${above}${wordsOf(name)}`;
    const members = Members.safeParse(value);
    if (!members.success) return [[words, textOf(value)]];
    return figureTexts(members.data, words === '' ? '' : `${words}: `);
  });
}

function FigureList({ name, facts }: { name: string; facts: readonly [name: string, text: string][] }): VNode | null {
  if (facts.length === 0) return null;
  return (
    <div>
      <h2>{name}</h2>
      <dl>
        {facts.map(([fact, text]) => (
          <>
            <dt>{fact}</dt>
            <dd>{text}</dd>
          </>
        ))}
      </dl>
    </div>
  );
}

/** Who says what a case holds beside what we have. */
const SPEAKERS: Record<string, string> = {
  listed_beneficiary: 'The screening found',
  given_up: 'An operator decided',
  statement_contradicts: 'The bank statement says',
};

/** Differences, then all figures of both sides. */
export function CaseFigures({ of: opened }: { of: ReconciliationCase }): VNode {
  const found = Discrepancies.safeParse(opened.theirs['discrepancies']);
  return (
    <>
      {found.success && found.data.length > 0 && (
        <Table
          name={`What differs in ${opened.id}`}
          rows={found.data}
          columns={[
            { name: 'What differs', cell: ({ type }) => wordFor(DISCREPANCIES, type) ?? textOf(type) },
            { name: 'Expected', cell: ({ expected }) => expected },
            { name: 'Confirmed', cell: ({ actual }) => actual },
          ]}
        />
      )}
      <div class="columns">
        <FigureList name="We have" facts={figureTexts(opened.ours)} />
        <FigureList name={SPEAKERS[opened.kind] ?? 'The partner says'} facts={figureTexts(opened.theirs)} />
      </div>
    </>
  );
}

/**
 * What differs between what was instructed and what a partner or a bank confirmed.
 * @param currency of the payment; null where it is not known
 * @returns such as `fees 99.00 EUR instead of 6.25 EUR`; none for what is no list of differences
 */
export function differencesOf(discrepancies: unknown, words: Words, currency: string | null): string[] {
  const found = Discrepancies.safeParse(discrepancies).data ?? [];
  // What was confirmed in another currency is no amount in this one.
  const isSame = found.every(({ type }) => type !== 'currency');
  const shown = (value: number | string, type: string): number | string =>
    currency !== null && isSame && (typeof value === 'number' || (type === 'amount' && DECIMAL.test(value)))
      ? words.format.moneyText(value, currency)
      : value;
  return found.map(({ type, expected, actual }) =>
    words.overview.insteadOf({
      what: wordFor(words.overview.differing, type) ?? textOf(type),
      actual: shown(actual, type),
      expected: shown(expected, type),
    }),
  );
}
