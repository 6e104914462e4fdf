import { z } from 'zod';
import { RATE_BASES } from '../rate/resolve-rate';

/** Where the numbers of an answer come from. Source: docs/GAPS.md#H7 */
const ProvenanceSchema = z
  .object({
    title: z.string(),
    publisher: z.string(),
    licence: z.string(),
    edition: z.string(),
    validFrom: z.string().nullable(),
    nomenclature: z.string().nullable(),
    importedAt: z.string(),
    url: z.string().nullable(),
  })
  .meta({ id: 'Provenance' });

/** Sources of an answer, and what is missing from it. Source: docs/GAPS.md#H7 */
export const CoverageSchema = z
  .object({
    complete: z.boolean(),
    missing: z.array(z.string()).meta({ description: 'What is not known here, in words' }),
    sources: z.array(ProvenanceSchema),
    excluded: z.array(z.string()).meta({ description: 'What answers of this kind leave out' }),
  })
  .meta({ id: 'Coverage' });

const rateFacts = {
  rateBasis: z.enum(RATE_BASES),
  estimate: z.boolean().meta({ description: 'Whether the rate is a published average and no rate of the schedule' }),
  rateRange: z.object({ min: z.number(), max: z.number() }).nullable(),
  lines: z.number().meta({ description: 'Lines of the schedule that the rate was taken from' }),
  nonAdValoremLines: z.number().meta({ description: 'Lines among them that are not ad valorem; no average has them' }),
  dutyExpression: z.string().nullable().meta({ description: "The schedule's text, verbatim" }),
};

const percent = z.number().meta({ description: 'Percent: 6.5 means 6.5 %' });

/** What an answer says about an agreement. Source: docs/GAPS.md#H5 */
const AgreementRate = z
  .object({
    name: z.string(),
    rate: percent.nullable(),
    applicable: z.boolean(),
    rateStatus: z.enum(['loaded', 'not_loaded', 'not_granted', 'not_ad_valorem']),
    conditions: z.string().nullable().meta({ description: 'What an importer has to do or show for it' }),
  })
  .meta({ id: 'AgreementRate' });

/** Duty and taxes under the best preference. Source: specification, "Tariff calculation result" */
const PreferentialBlock = z
  .object({
    agreement: z.string(),
    rate: percent,
    duty: z.number(),
    vat: percent.nullable(),
    vatAmount: z.number().nullable(),
    totalDuties: z.number().nullable(),
    effectiveRate: percent.nullable(),
  })
  .meta({ id: 'PreferentialRate' });

/** The rate of origins without most favoured nation treatment, on the relations of the specification. */
const ColumnTwoBlock = PreferentialBlock.omit({ agreement: true })
  .extend({
    applies: z.boolean(),
    dutyExpression: z.string().nullable(),
  })
  .meta({ id: 'ColumnTwoRate' });

/** A duty on top of the rate of the line. Source: docs/GAPS.md#H7 */
const AdditionalDutyEntry = z
  .object({
    name: z.string(),
    rate: percent,
    basis: z.literal('customs_value'),
    applies: z.boolean().nullable().meta({ description: 'Null where the publication does not hold what decides' }),
    condition: z.string().nullable(),
    source: z.string(),
    from: z.string().nullable(),
    until: z.string().nullable(),
  })
  .meta({ id: 'AdditionalDuty' });

/** A fee of customs. */
const FeeEntry = z
  .object({
    name: z.string(),
    rate: percent,
    amount: z.number().nullable(),
    atMost: z.number().nullable().meta({ description: 'The most that it can be; null where nothing bounds it' }),
    applies: z.boolean().nullable(),
    basis: z.string(),
    source: z.string(),
  })
  .meta({ id: 'CustomsFee' });

/** Bounds of a sum of which parts are open. Source: docs/GAPS.md#H9 */
const RangeBlock = z
  .object({
    atLeast: z.number(),
    atMost: z.number().nullable().meta({ description: 'Null where nothing bounds it' }),
    because: z.array(z.string()).meta({ description: 'What is open; empty where the sum is known' }),
  })
  .meta({ id: 'AmountRange', description: 'Duties and VAT with additional duties, without fees' });

/** Source: specification, "Tariff calculation result" */
export const TariffCalculation = z
  .object({
    hsCode: z.string(),
    origin: z.string(),
    destination: z.string(),
    value: z.number(),
    currency: z.string(),
    tariff: z.object({
      mfnRate: percent,
      mfnDuty: z.number(),
      preferentialRate: percent.nullable(),
      preferentialDuty: z.number().nullable(),
      vat: percent.nullable(),
      vatAmount: z.number().nullable(),
      totalDuties: z.number().nullable(),
      effectiveRate: percent.nullable(),
      range: RangeBlock,
      dutyBasis: z.enum(['ad_valorem', 'ad_valorem_equivalent', 'customs_union']),
      ...rateFacts,
    }),
    tradeAgreements: z.array(AgreementRate),
    preferential: PreferentialBlock.nullable(),
    columnTwo: ColumnTwoBlock.nullable(),
    additional: z
      .array(AdditionalDutyEntry)
      .meta({ description: 'Duties in addition to `tariff`, which never contains them' }),
    fees: z.array(FeeEntry),
    date: z.string(),
    coverage: CoverageSchema,
  })
  .meta({ id: 'TariffCalculation' });

/** Source: specification, "Tariff comparison result" */
export const TariffComparison = z
  .object({
    hsCode: z.string(),
    origin: z.string(),
    value: z.number(),
    currency: z.string(),
    comparisons: z.array(
      z.object({
        country: z.string(),
        countryName: z.string(),
        mfnRate: percent,
        totalDuties: z.number(),
        effectiveRate: percent,
        rank: z.number().int().meta({
          description: '1 is the lowest `effectiveRate`: general duty and VAT in percent of the value',
        }),
        tied: z.boolean().meta({ description: 'Whether another destination has the same rate and totals' }),
        mfnDuty: z.number(),
        dutyRank: z.number().int().meta({
          description: '1 is the lowest `mfnDuty`, the general duty without VAT: where the VAT is recovered',
        }),
        landedCost: z.number().nullable().meta({
          description:
            'Price, freight, duties and fees as far as they are known, without VAT and what `coverage.excluded` names',
        }),
        landedCostRank: z
          .number()
          .int()
          .nullable()
          .meta({
            description:
              '1 is the lowest `landedCost`: where the goods cost least on arrival. It counts fees and additional duties, ' +
              'which are no part of `effectiveRate`, so it can differ from `rank`',
          }),
      }),
    ),
    rankedBy: z.literal('effectiveRate').meta({
      description:
        'What `rank` and `bestMarket` go by; `dutyRank` and `landedCostRank` are other orders of the same list',
    }),
    bestMarket: z.object({ country: z.string(), effectiveRate: percent, savings: z.number() }).nullable(),
    unavailable: z.array(
      z.object({
        country: z.string(),
        countryName: z.string(),
        reason: z.string(),
        message: z.string(),
        mfnRate: percent.nullable().meta({ description: 'General duty where only the VAT is not known, else null' }),
        mfnDuty: z.number().nullable(),
        vat: percent.nullable().meta({ description: 'VAT or GST on imports where it is known; no total includes it' }),
      }),
    ),
    date: z.string(),
    coverage: CoverageSchema,
  })
  .meta({ id: 'TariffComparison' });

const AgreementFacts = z.object({
  name: z.string(),
  members: z.array(z.string()),
  effectiveDate: z.string(),
  status: z.string(),
  title: z.string(),
  accessions: z.array(z.object({ country: z.string(), date: z.string() })),
  source: z.string(),
});

/** Source: specification, "Country tariff profile" */
export const CountryProfile = z
  .object({
    country: z.string(),
    countryName: z.string(),
    currency: z.string().nullable(),
    averageTariff: percent.nullable(),
    vatRate: percent.nullable(),
    tradeAgreements: z.array(AgreementFacts),
    customsRequirements: z.object({
      commercialInvoice: z.boolean().nullable(),
      packingList: z.boolean().nullable(),
      certificateOfOrigin: z.boolean().nullable(),
      billOfLading: z.boolean().nullable(),
    }),
    averageTariffBasis: z.string().nullable(),
    customsRequirementsSource: z.string().nullable(),
    date: z.string(),
    coverage: CoverageSchema,
  })
  .meta({ id: 'CountryTariffProfile' });
