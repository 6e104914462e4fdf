import { z } from 'zod';
import { SCENARIO_OUTCOMES } from './certificate';

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const Result = z
  .object({
    scenario: z.string(),
    title: z.string().meta({ description: 'What is expected of the partner' }),
    outcome: z.enum(SCENARIO_OUTCOMES).meta({
      description: 'warned: it departs from advice, which fails nothing; skipped: it could not be played',
    }),
    fault: z.string().nullable().meta({ description: 'Name of the fault, such as second_reference' }),
    message: z.string().nullable(),
    durationMs: z.int(),
  })
  .meta({ id: 'ScenarioResult' });

/** A report of the laboratory. Source: docs/GAPS.md#P20 */
export const CertificateRecord = z
  .object({
    id: z.string(),
    verdict: z.enum(['passed', 'failed']),
    hash: Sha256.meta({ description: 'SHA-256 of the report, which the signature covers' }),
    isGenuine: z.boolean().meta({ description: 'false: the stored report is not the one that was signed' }),
    madeBy: z.string(),
    adapter: z.string(),
    url: z.string().nullable(),
    settingsHash: Sha256.meta({ description: 'SHA-256 of the settings that were examined' }),
    seed: z.int(),
    startedAt: z.string(),
    endedAt: z.string(),
    createdAt: z.string(),
    results: z.array(Result),
  })
  .meta({ id: 'PartnerCertificate' });
