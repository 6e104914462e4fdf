import { withoutExclusions } from '../words/words';

/** A question whose answer would decide between codes that fit alike. */
export interface Question {
  question: string;
  options: { answer: string; codes: string[] }[];
}

interface Distinction {
  question: string;
  /** Answers with how texts of the nomenclature, and queries, say them. */
  answers: readonly (readonly [string, RegExp])[];
}

const WHOLE = 'the whole article';

/** What nomenclatures tell goods apart by, the commonest first. */
const DISTINCTIONS: readonly Distinction[] = [
  {
    question: 'Is it knitted or woven?',
    answers: [
      ['knitted or crocheted', /(?<!not )\bknit(?:ted)?\b/],
      ['woven', /\bnot knitted\b|(?<!non-)\bwoven\b/],
    ],
  },
  {
    question: 'Who is it for?',
    answers: [
      ['men or boys', /\b(?:men|mens|men's|boys|boys'|boy)(?!\w)/],
      ['women or girls', /\b(?:women|womens|women's|ladies|girls|girls'|girl)(?!\w)/],
      ['babies', /\b(?:babies|babies'|baby|infants)(?!\w)/],
    ],
  },
  {
    question: 'What is it made of?',
    answers: [
      ['cotton', /\bcotton\b/],
      ['wool or fine animal hair', /\bwool(?:len)?\b|\banimal hair\b/],
      [
        'synthetic or artificial fibres',
        /\b(?:man-made|synthetic|artificial) (?:staple )?(?:fibres?|filaments?)\b|\bpolyester\b|\bnylon\b/,
      ],
      ['silk', /\bsilk\b/],
      ['leather', /\bleather\b/],
      ['plastics', /\bplastics?\b/],
      ['rubber', /\brubber\b/],
      ['wood', /\bwood(?:en)?\b/],
      ['paper or paperboard', /\bpaper(?:board)?\b/],
      ['glass', /\bglass\b/],
      ['ceramics', /\bceramics?\b|\bporcelain\b|\bchina\b/],
      ['iron or steel', /\biron\b|\bsteel\b/],
      ['copper', /\bcopper\b|\bbrass\b/],
      ['aluminium', /\baluminium\b|\baluminum\b/],
      ['precious metal', /\bprecious metals?\b|\bgold\b|\bsilver\b/],
    ],
  },
  {
    question: 'In what state is it?',
    answers: [
      ['live', /\blive\b|\bliving\b/],
      ['fresh or chilled', /\bfresh\b|\bchilled\b/],
      ['frozen', /\bfrozen\b/],
      ['dried, salted or smoked', /\bdried\b|\bsalted\b|\bsmoked\b/],
      ['prepared or preserved', /\bprepared\b|\bpreserved\b/],
    ],
  },
  {
    question: 'Is it the whole article or a part of it?',
    answers: [
      ['a part or accessory', /\bparts?\b|\baccessor(?:y|ies)\b/],
      [WHOLE, /^(?!.*\b(?:parts?|accessor(?:y|ies))\b)/s],
    ],
  },
];

/** Codes from this share of the best score on fit alike. */
const ALIKE = 0.75;
const MAX_QUESTIONS = 3;
/** A question must place at least this share of the codes that fit alike. */
const LEAST_PLACED = 0.6;

/** A code's answers to a distinction. Its own text comes before those above it, which cover its siblings too. */
function answersOf({ answers }: Distinction, levels: readonly string[]): string[] {
  for (const text of levels) {
    const given = answers.filter(([, pattern]) => pattern.test(text)).map(([answer]) => answer);
    if (given.length > 0) return given;
  }
  return [];
}

const PROFILES = new Map<string, string[][]>();
const PROFILES_KEPT = 10_000;

/** A code's answers to every distinction, cached by its description. */
function profileOf(fullDescription: string): string[][] {
  const known = PROFILES.get(fullDescription);
  if (known !== undefined) return known;
  const levels = fullDescription.toLowerCase().split(' > ').reverse().map(withoutExclusions);
  const profile = DISTINCTIONS.map((distinction) => answersOf(distinction, levels));
  if (PROFILES.size < PROFILES_KEPT) PROFILES.set(fullDescription, profile);
  return profile;
}

/** Whether the query says it already; that goods are whole is never said. */
function isSettled({ answers }: Distinction, query: string): boolean {
  return answers.some(([answer, pattern]) => answer !== WHOLE && pattern.test(query));
}

interface Fit {
  code: string;
  /** Texts from chapter to code, joined by ` > `. */
  fullDescription: string;
  score: number;
}

/**
 * Questions that tell codes apart which fit a query about equally: distinctions of the nomenclature that the query
 * leaves open.
 * @param found the best first
 * @returns up to three questions; none where one code leads clearly
 * Source: docs/GAPS.md#H2
 */
export function questionsFor(query: string, found: readonly Fit[]): Question[] {
  const best = Math.max(0, ...found.map(({ score }) => score));
  const alike = found.filter(({ score }) => score >= best * ALIKE);
  if (alike.length < 2) return [];
  const asked = query.toLowerCase();
  const profiles = alike.map(({ code, fullDescription }) => ({ code, profile: profileOf(fullDescription) }));
  return DISTINCTIONS.flatMap((distinction, at) => {
    if (isSettled(distinction, asked)) return [];
    const given = profiles.map(({ code, profile }) => ({ code, answers: profile[at] ?? [] }));
    const options = distinction.answers
      .map(([answer]) => ({
        answer,
        codes: given.filter(({ answers }) => answers.includes(answer)).map(({ code }) => code),
      }))
      .filter(({ codes }) => codes.length > 0);
    const placed = given.filter(({ answers }) => answers.length > 0).length;
    const parts = new Set(options.map(({ codes }) => codes.join())).size > 1;
    return parts && placed >= given.length * LEAST_PLACED ? [{ question: distinction.question, options }] : [];
  }).slice(0, MAX_QUESTIONS);
}
