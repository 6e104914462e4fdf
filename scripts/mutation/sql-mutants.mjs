/**
 * Mutants of SQL in text: one small fault in a statement of db/, which stays a statement that Postgres takes. A condition
 * that is dropped keeps its place as `(… or true)`, so that its parameters keep their types.
 */

/** What ends a condition at its own depth of brackets. */
const ENDS = new RegExp(
  `^(?:and|or|where|order|group|having|limit|returning|for|union|except|intersect|window|then|when|else|end|on|join|left|cross|from|set|offset)\\b`,
  'i',
);
/** What stands before the `and` of a range. */
const RANGE = /\bbetween\s+(?:(?!\band\b)[^()]|\([^()]*\))*$/i;
const isWordStart = (text, at) => /[a-z_]/i.test(text[at] ?? '') && !/[\w$.]/.test(text[at - 1] ?? ' ');

/** @returns text of equal length in which what is no SQL (quoted words, values put in by the program) has no brackets or words */
export function maskedSql(text) {
  let masked = '';
  for (let at = 0; at < text.length;) {
    const start = at;
    if (text.startsWith('${', at)) {
      let depth = 1;
      for (at += 2; depth > 0 && at < text.length; at += 1) depth += text[at] === '{' ? 1 : text[at] === '}' ? -1 : 0;
    } else if (text[at] === "'") {
      at = text.indexOf("'", at + 1) + 1 || text.length;
    } else {
      masked += text[at];
      at += 1;
      continue;
    }
    masked += '#'.repeat(at - start);
  }
  return masked;
}

/** @returns where the condition that begins at `from` ends, without the blanks behind it */
function conditionEnd(masked, from) {
  let depth = 0;
  let isBetween = false;
  let cases = 0;
  let at = from;
  for (; at < masked.length; at += 1) {
    const sign = masked[at];
    if (sign === '(') depth += 1;
    if (sign === ')' && (depth -= 1) < 0) break;
    if (depth > 0) continue;
    if (sign === ',' || sign === ';') break;
    if (!isWordStart(masked, at)) continue;
    const rest = masked.slice(at, at + 12);
    if (/^case\b/i.test(rest)) cases += 1;
    if (/^between\b/i.test(rest)) isBetween = true;
    if (cases > 0) {
      if (/^end\b/i.test(rest)) {
        cases -= 1;
        at += 2;
      }
      continue;
    }
    if (/^and\b/i.test(rest) && isBetween) {
      isBetween = false;
      continue;
    }
    // `is distinct from` is no clause.
    if (/^from\b/i.test(rest) && /distinct\s+$/i.test(masked.slice(from, at))) continue;
    if (ENDS.test(rest)) break;
  }
  return from + masked.slice(from, at).trimEnd().length;
}

function* droppedConditions(text, masked) {
  for (const { 0: word, 1: name, index } of masked.matchAll(/\b(where|and|or)\s+/gi)) {
    const start = index + word.length;
    const end = conditionEnd(masked, start);
    const isRange = name.toLowerCase() === 'and' && RANGE.test(masked.slice(0, index));
    if (end <= start || isRange) continue;
    const constant = name.toLowerCase() === 'or' ? 'and false' : 'or true';
    yield { start, end, replacement: `((${text.slice(start, end)}) ${constant})`, what: 'condition dropped' };
  }
}

/** Words and signs, each with what it becomes; what has no business with conditions is left alone. */
const SWAPS = [
  [/<=/g, '<'],
  [/>=/g, '>'],
  [/(?<![<>=|-])<(?![=>@|])/g, '<='],
  [/(?<![<>=|-])>(?![=>@])/g, '>='],
  [/\bis not null\b/gi, 'is null'],
  [/\bis null\b/gi, 'is not null'],
  [/\bis not distinct from\b/gi, 'is distinct from'],
  [/\bis distinct from\b/gi, 'is not distinct from'],
  [/\bnot exists\b/gi, 'exists'],
  [/(?<!not )(?<!if )\bexists(?= ?\()/gi, 'not exists'],
  [/\bnot in\b/gi, 'in'],
  [/(?<!not )\bin(?= ?\()/gi, 'not in'],
  [/\bgreatest(?=\()/gi, 'least'],
  [/\bleast(?=\()/gi, 'greatest'],
  [/\bmin(?=\()/gi, 'max'],
  [/\bmax(?=\()/gi, 'min'],
  [/ desc\b/gi, ''],
  [/\bleft join(?! lateral)/gi, 'join'],
  [/\bnow\(\) - /gi, 'now() + '],
  [/\bnow\(\) \+ /gi, 'now() - '],
  [/ skip locked\b/gi, ''],
  [/ for (no key )?update( of \w+)?( skip locked| nowait)?\b/gi, ''],
  [/\bselect distinct\b(?! on)/gi, 'select'],
];

function* swaps(text, masked) {
  for (const [pattern, replacement] of SWAPS) {
    for (const { 0: found, index } of masked.matchAll(pattern)) {
      // `on conflict … do update` and triggers have no lock.
      if (/update/i.test(found) && !/^ for /i.test(found)) continue;
      yield {
        start: index,
        end: index + found.length,
        replacement,
        what: `${found.trim()} → ${replacement.trim() || 'nothing'}`,
      };
    }
  }
}

/** @returns the arguments between brackets that open at `open`, as ranges */
function argumentsAt(masked, open) {
  const ranges = [];
  let depth = 0;
  let start = open + 1;
  for (let at = open; at < masked.length; at += 1) {
    if (masked[at] === '(') depth += 1;
    if (masked[at] === ')') depth -= 1;
    if ((masked[at] === ',' && depth === 1) || depth === 0) {
      ranges.push([start, at]);
      start = at + 1;
    }
    if (depth === 0) return ranges;
  }
  return [];
}

function* coalesceSides(text, masked) {
  for (const { index } of masked.matchAll(/\bcoalesce\(/gi)) {
    const open = index + 'coalesce'.length;
    const sides = argumentsAt(masked, open);
    const end = (sides.at(-1)?.[1] ?? -1) + 1;
    if (sides.length !== 2) continue;
    const [first, second] = sides.map(([from, to]) => text.slice(from, to).trim());
    // Both sides stay in the text, so that the type of the whole does.
    const only = (side) => `(case when ${side} then ${first} else ${second} end)`;
    yield { start: index, end, replacement: only('true'), what: 'coalesce: first side alone' };
    yield { start: index, end, replacement: only('false'), what: 'coalesce: second side alone' };
  }
}

const STATEMENT = /\b(select|insert into|update|delete from|where|exists|for update|coalesce)\b/i;

/** @returns mutants of one text of SQL, each as a range of the text and what stands there instead */
export function sqlMutants(text) {
  if (!STATEMENT.test(text)) return [];
  const masked = maskedSql(text);
  return [...droppedConditions(text, masked), ...swaps(text, masked), ...coalesceSides(text, masked)];
}
