const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** Years of a range that are taken one by one; a longer one says nothing. */
const MOST_YEARS = 10;

function dateOf(year: string, month: number, day: number): string[] {
  if (month < 1 || month > 12) return [year];
  const upToMonth = `${year}-${String(month).padStart(2, '0')}`;
  return [day < 1 || day > 31 ? upToMonth : `${upToMonth}-${String(day).padStart(2, '0')}`];
}

/**
 * The dates of birth in a text.
 * @param text as publications write it: `07 Oct 1954`, `Oct 1954`, `circa 1954`, `1954 to 1956`, `1954-10-07`,
 * `07/10/1954` and `00/00/1954`
 * @returns `YYYY`, `YYYY-MM` or `YYYY-MM-DD`; each year of a short range; empty where there is none
 */
export function birthDatesIn(text: string): string[] {
  const iso = /\b(\d{4})-(\d{2})(?:-(\d{2}))?\b/.exec(text);
  if (iso !== null) return dateOf(iso[1] ?? '', Number(iso[2]), Number(iso[3] ?? 0));
  const numeric = /\b(\d{1,2})\/(\d{1,2})\/(\d{4})\b/.exec(text);
  if (numeric !== null) return dateOf(numeric[3] ?? '', Number(numeric[2]), Number(numeric[1]));
  const years = [...text.matchAll(/\b(1[89]\d{2}|20\d{2})\b/g)].map(([year]) => Number(year));
  const [first, last = first] = years;
  if (first === undefined || last === undefined) return [];
  if (last > first && last - first <= MOST_YEARS)
    return Array.from({ length: last - first + 1 }, (_, at) => String(first + at));
  if (last !== first) return [];
  const spelled = /\b(?:(\d{1,2}) )?(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* \d{4}\b/i.exec(text);
  if (spelled === null) return [String(first)];
  return dateOf(String(first), MONTHS.indexOf((spelled[2] ?? '').toLowerCase()) + 1, Number(spelled[1] ?? 0));
}
