import type { z } from 'zod';

/** What is said of a member that is missing. */
export const REQUIRED_MESSAGE = 'is required';

const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

/** What a bound counts: characters of a text, items of a list, nothing where the number itself is meant. */
const COUNTED: Readonly<Record<string, string>> = { string: ' characters', array: ' items', set: ' items' };

/** A bound in words, such as `must have at most 140 characters`. */
function boundText(issue: z.core.$ZodRawIssue, side: 'least' | 'most'): string {
  const limit = String(side === 'least' ? issue['minimum'] : issue['maximum']);
  const counted = COUNTED[String(issue['origin'])];
  if (counted !== undefined) {
    return `must have at ${side} ${limit}${limit === '1' ? counted.replace(/s$/, '') : counted}`;
  }
  if (issue['inclusive'] === false) return `must be ${side === 'least' ? 'greater' : 'less'} than ${limit}`;
  return `must be at ${side} ${limit}`;
}

function allowedValuesText(values: unknown): string {
  const list: unknown[] = Array.isArray(values) ? values : [];
  const words = list.map((value) => String(value));
  return words.length === 1 ? `must be ${words.join('')}` : `must be one of ${words.join(', ')}`;
}

/**
 * The fault of an issue in words that suggest the correction, for schemas without a text of their own.
 * @returns such as `is required`, `must be one of instant, same_day`, `must have at most 140 characters`
 */
export function plainWords(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return REQUIRED_MESSAGE;
      return `must be ${TYPE_WORDS[String(issue['expected'])] ?? String(issue['expected'])}`;
    case 'invalid_value':
      return issue.input === undefined
        ? `${REQUIRED_MESSAGE}, and ${allowedValuesText(issue['values'])}`
        : allowedValuesText(issue['values']);
    case 'too_small':
      return boundText(issue, 'least');
    case 'too_big':
      return boundText(issue, 'most');
    case 'not_multiple_of':
      return `must be a multiple of ${String(issue['divisor'])}`;
    case 'invalid_union':
      return issue.input === undefined ? REQUIRED_MESSAGE : 'has none of the forms that are taken here';
    case 'invalid_format':
      return issue['format'] === 'regex' ? 'has not the form that is taken here' : `must be ${String(issue['format'])}`;
    case 'invalid_key':
      // The name itself is at fault, by a schema of its own.
      return issue.issues[0]?.message ?? 'is not valid';
    case 'unrecognized_keys':
      return `has members that are not known: ${issue.keys.join(', ')}`;
    case 'invalid_element':
    case 'custom':
      return 'is not valid';
  }
}
