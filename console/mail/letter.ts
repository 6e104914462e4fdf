import type { Letter } from '../../domain/auth/notices';
import { DECISIONS } from '../navigation';
import { ATTENTION, titleOf } from '../operator/attention';
import { sidePath } from '../sides';
import { WORDS, type Words } from '../words/use-words';

type Line = Letter['lines'][number];

function textOf({ kind, count }: Line, { mail }: Words): string {
  const { kinds } = mail.letter;
  const kindOfAccount = (Object.keys(kinds) as (keyof typeof kinds)[]).find((name) => name === kind);
  return kindOfAccount === undefined ? `${titleOf(kind)}: ${count}` : kinds[kindOfAccount]({ count });
}

/** Where the lines of one side are decided; payments that are only held are no decisions of the reader's. */
function pathOf(side: Line['side'], lines: readonly Line[], isForOperator: boolean): string {
  if (isForOperator || side === null) return ATTENTION;
  return sidePath(side, lines.every(({ kind }) => kind === 'held') ? '/payments?status=pending' : DECISIONS);
}

/**
 * Writes what waits, in the language that the reader chose, else in English.
 * @param publicUrl address of the service, without a trailing slash
 * Source: docs/GAPS.md#mail
 */
export function writeLetter(
  { language, isForOperator, lines, offUrl }: Letter,
  publicUrl: string,
): { subject: string; text: string } {
  const words = WORDS[(isForOperator ? null : language) ?? 'en'];
  const { letter } = words.mail;
  const sides = [...new Set(lines.map(({ side }) => side))].flatMap((side) => {
    const own = lines.filter((line) => line.side === side);
    const page = `${publicUrl}${pathOf(side, own, isForOperator)}`;
    const head = side === null ? page : letter.side({ side: words.common.environments[side], page });
    return [head, ...own.map((line) => `- ${textOf(line, words)}`), ''];
  });
  const count = lines.reduce((sum, line) => sum + line.count, 0);
  const text = [letter.greeting, '', ...sides, letter.end, offUrl, ''].join('\n');
  return { subject: letter.subject({ count }), text };
}
