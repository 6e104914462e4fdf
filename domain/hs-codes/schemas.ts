import { z } from 'zod';
import { alsoTaken } from '../other-forms';
import { CalendarDate, BankingCountry, optional } from '../schema-tools';
import { MEASURE_UNITS } from '../tariffs/schedule/duty';
import { RATE_BASES } from '../tariffs/rate/resolve-rate';
import { CoverageSchema } from '../tariffs/answer/answer-schema';
import { HsCode, WrittenHsCode } from '../tariffs/answer/request-schema';

/** Bounds of a search. Source: docs/GAPS.md#H2 */
const MAX_QUERY_CHARACTERS = 1_000;
const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 100;

const query = z
  .string()
  .refine((text) => [...text].length <= MAX_QUERY_CHARACTERS, {
    error: `must have at most ${MAX_QUERY_CHARACTERS} characters`,
    params: { code: 'too_long' },
  })
  .refine((text) => /[\p{L}\p{N}]/u.test(text), {
    error: 'must contain a letter or a digit',
    params: { code: 'no_words' },
  })
  .meta({ override: { minLength: 1, maxLength: MAX_QUERY_CHARACTERS } });

const limit = optional(z.number().int().min(1).max(MAX_LIMIT).meta(alsoTaken('limit'))).transform(
  (value) => value ?? DEFAULT_LIMIT,
);

/** Body of `POST /api/v1/hs-codes/search`. Source: specification, operation 6 */
export const SearchRequest = z.object({ query, limit }).meta({ id: 'HsCodeSearchRequest' });

/** Body of `POST /api/v1/hs-codes/classify`. Source: docs/GAPS.md#W9 */
export const ClassifyRequest = z.object({ description: query, limit }).meta({ id: 'HsCodeClassifyRequest' });

/** `{code}` of the path, as digits. */
export const CodeParams = z.object({ code: HsCode });
/** `{code}` of the path, as it was written. */
export const WrittenCodeParams = z.object({ code: WrittenHsCode });
/** Query of the rates of a code. Source: specification, operation 8 */
export const TariffsQuery = z.object({
  country: BankingCountry.optional(),
  date: CalendarDate.optional().meta({ description: 'Day for which the rates are asked; today where absent' }),
});

/** Source: specification, "HS code" */
export const SearchAnswer = z
  .object({
    results: z.array(
      z.object({
        code: z.string(),
        description: z.string(),
        fullDescription: z.string().optional(),
        chapter: z.string(),
        chapterName: z.string().optional(),
        score: z.number(),
        matchedOn: z.array(z.object({ word: z.string(), in: z.array(z.string()) })),
      }),
    ),
    total: z.number().int(),
    tooGeneral: z.boolean(),
    interpretedAs: z.array(z.object({ word: z.string(), as: z.array(z.string()) })),
    unknownWords: z.array(z.string()).meta({
      description:
        'Words of the query of which nothing is known; their spelling is guessed at (`interpretedAs`) or ignored',
    }),
    ask: z
      .array(
        z.object({
          question: z.string(),
          options: z.array(z.object({ answer: z.string(), codes: z.array(z.string()) })),
        }),
      )
      .meta({ description: 'What would decide between results that fit alike; empty where one leads clearly' }),
    coverage: CoverageSchema,
  })
  .meta({ id: 'HsCodeSearchAnswer' });

const Relative = z.object({ code: z.string(), description: z.string() });

/** Source: specification, "HS code" */
export const HsCodeDetail = z
  .object({
    code: z.string(),
    description: z.string(),
    chapter: z.string(),
    chapterName: z.string(),
    section: z.string(),
    sectionName: z.string(),
    tradeData: z.object({
      globalExports: z.number().nullable(),
      globalImports: z.number().nullable(),
      topExporters: z.array(z.string()),
      topImporters: z.array(z.string()),
    }),
    requestedCode: z.string(),
    fullDescription: z.string(),
    parents: z.array(Relative),
    children: z.array(Relative),
    names: z.array(z.string()),
    replacedBy: z
      .object({ codes: z.array(z.string()), edition: z.string(), formerEdition: z.string(), source: z.string() })
      .nullable(),
    tradeYear: z.number().int().nullable(),
    coverage: CoverageSchema,
  })
  .meta({ id: 'HsCodeDetail' });

/** Source: specification, "HS code", tariff entry */
export const CodeTariffs = z
  .object({
    hsCode: z.string(),
    tariffs: z.array(
      z.object({
        country: z.string(),
        countryName: z.string(),
        mfnRate: z.number().nullable(),
        preferentialRates: z.record(z.string(), z.number()).optional(),
        unit: z.literal('%'),
        dutyExpression: z.string().nullable(),
        rateBasis: z.enum(RATE_BASES),
        estimate: z
          .boolean()
          .meta({ description: 'Whether the rate is a published average and no rate of the schedule' }),
        rateRange: z.object({ min: z.number(), max: z.number() }).nullable(),
        lines: z.number(),
        nonAdValoremLines: z.number(),
        lineCode: z.string().nullable(),
        requires: z.array(z.literal('weight')).meta({ description: 'Fields that a calculation cannot do without' }),
        requiredUnits: z.array(z.enum(MEASURE_UNITS)).meta({ description: 'Units in which the duty counts' }),
        quantityUnits: z.string().nullable().meta({ description: 'Statistical units of the line, verbatim' }),
        columnTwoRate: z.number().nullable().meta({ description: 'Percent without most favoured nation treatment' }),
        columnTwoExpression: z.string().nullable(),
        edition: z.string(),
        validFrom: z.string().nullable(),
      }),
    ),
    matchedCode: z.string(),
    date: z.string(),
    coverage: CoverageSchema,
  })
  .meta({ id: 'HsCodeTariffs' });

/** Answer to a classification. Source: docs/GAPS.md#W9 */
export const ClassifyAnswer = z
  .object({
    code: z.string().nullable(),
    candidates: z.array(z.object({ code: z.string(), description: z.string(), confidence: z.number() })),
    coverage: CoverageSchema,
  })
  .meta({ id: 'HsCodeClassification' });
