import { randomUUID } from 'node:crypto';
import type { NewInstruction } from '../../db/payments/create-instruction';
import type { World } from './judges';
import type { Actor, Steps } from './scheduler';

/** What one process does in a world. */
export type Operation = (world: World) => Actor;

/** @returns an operation under the name that orders are told by */
export function actor(name: string, run: (steps: Steps, world: World) => Promise<void>): Operation {
  return (world) => ({ name, run: (steps) => run(steps, world) });
}

/** A payment as it is created, to the first partner of the world. */
export function newInstruction(id: string): NewInstruction {
  return {
    id,
    requestId: 'req_1',
    accountId: 'acc_ptn_1',
    environment: 'test',
    clientReference: null,
    amount: '1250.5',
    currency: 'USD',
    beneficiaryCountry: 'US',
    purposeCode: 'trade_settlement',
    privateSealed: Buffer.from('sealed'),
    requestedRoute: {},
    valueDate: null,
    releaseAt: null,
    partnerId: 'ptn_1',
    partnerName: 'Bank ptn_1',
    routeId: 'rt_ptn_1',
    channel: 'api',
    timeline: 'same_day',
    routeReasons: [],
    cutOffZone: 'UTC',
    expectedDate: '2026-11-20',
    dateExplanation: [],
    feeEstimated: '5',
    feeBreakdown: [],
    submittedAt: new Date(),
    resubmissionOf: null,
    quoteId: null,
    uetr: randomUUID(),
    screening: null,
  };
}
