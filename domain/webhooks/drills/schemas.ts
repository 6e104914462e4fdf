import { z } from 'zod';
import { pathId, NotesShape } from '../../schema-tools';
import { DRILL_OUTCOMES, DRILL_SCENARIOS } from './scenarios';

/** Body of `POST /v1/drills`. */
export const StartDrill = z
  .object({ webhook_id: pathId('webhook').meta({ description: 'Subscription of the test side' }) })
  .meta({ id: 'DrillRequest' });

/** What one scenario of a drill has shown. */
export const DrillResult = z
  .object({
    scenario: z.enum(DRILL_SCENARIOS),
    title: z.string().meta({ description: 'What is expected of the receiver' }),
    outcome: z.enum(DRILL_OUTCOMES).meta({
      description: 'warned: it departs from advice, which fails nothing; skipped: it was not played',
    }),
    fault: z.string().nullable().meta({ description: 'Name of the fault, such as duplicate_refused' }),
    message: z.string().nullable(),
    advice: z.string().nullable(),
    deliveries: z.array(
      z.object({
        event_id: z.string(),
        type: z.string(),
        sent: z.string().meta({ description: 'What was sent, in words' }),
        expected: z.enum(['accepted', 'refused', 'either']).meta({
          description: 'accepted: 200 within 5 s; refused: no 2xx; either: only helps to judge the others',
        }),
        as_expected: z.boolean(),
        at: z.string(),
        status_code: z.int().nullable(),
        duration_ms: z.int(),
        error: z.string().nullable(),
        response_excerpt: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'DrillResult' });

const DRILL_STATUSES = ['running', 'completed', 'cancelled'] as const;

/** A drill of a receiver and what it has shown so far. Source: docs/GAPS.md#drills */
export const Drill = z
  .object({
    id: z.string(),
    webhook_id: z.string(),
    status: z.enum(DRILL_STATUSES).meta({
      description: 'cancelled: the subscription was deleted, or the drill did not end within an hour',
    }),
    verdict: z.enum(['passed', 'failed']).nullable().meta({ description: 'null until it is completed' }),
    results: z.array(DrillResult),
    created_at: z.string(),
    finished_at: z.string().nullable(),
    ...NotesShape,
  })
  .meta({ id: 'Drill' });
