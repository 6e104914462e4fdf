import { randomUUID } from 'node:crypto';
import type { ScreeningReceipt } from '../../db/compliance/screenings';
import type { NewInstruction } from '../../db/payments/instruction/create-instruction';
import { ALGORITHM_VERSION } from '../../domain/compliance/screen';
import { hashOfPaid, paidOf } from '../../domain/payments/review/paid';
import { clientValues } from '../../db/payments/instruction/instruction-columns';
import { sealPrivateData } from '../../db/payments/instruction/private-data';
import { newId } from '../../lib/ids';
import { openVault } from '../../lib/vault';
import { instructionBody } from '../support/builders';
import type { World } from './judges';
import type { Actor, Steps } from './scheduler';

export const VAULT = openVault(Buffer.alloc(32, 1).toString('base64'));

/** What one process does in a world. */
export type Operation = (world: World) => Actor;

/** @returns an operation under the name that orders are told by */
export function actor(name: string, run: (steps: Steps, world: World) => Promise<void>): Operation {
  return (world) => ({ name, run: (steps) => run(steps, world) });
}

/** Lets time pass, longer than a call can be under way, at a moment that the schedule chooses. */
export async function letTimePass({ step }: Steps, world: World): Promise<void> {
  await step('time');
  await world.letTimePass();
}

/** The receipt of a screening with the blocked countries that ship, and no list. */
export function screenedWithoutLists(): ScreeningReceipt {
  const found = { decision: 'not_screened', countries: [], candidates: [] } as const;
  const screening = { ...found, algorithm: ALGORITHM_VERSION, editions: [], blockedCountries: ['IR', 'KP'] };
  return { id: newId('screening'), screening, partySealed: Buffer.from('sealed') };
}

/** A payment as it is created, to the first partner of the world. */
export function newInstruction(id: string): NewInstruction {
  const { beneficiary, purpose } = instructionBody() as { beneficiary: object; purpose: object };
  const terms = {
    ...{ instructionId: id, amount: 1250.5, currency: 'USD', valueDate: null },
    ...{ uetr: randomUUID(), chargeBearer: 'SHAR' },
  };
  return {
    id,
    requestId: 'req_1',
    accountId: 'acc_ptn_1',
    environment: 'test',
    amount: '1250.5',
    currency: 'USD',
    ...clientValues({}),
    beneficiaryCountry: 'US',
    purposeCode: 'trade_settlement',
    chargeBearer: 'SHAR',
    privateSealed: sealPrivateData(VAULT, id, { beneficiary, purpose }),
    payeeReferenceHash: null,
    payeeNameHash: null,
    referenceUse: 0,
    requestedRoute: {},
    conditions: null,
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
    batchId: null,
    quoteId: null,
    uetr: terms.uetr,
    screening: screenedWithoutLists(),
    approvalTerms: { hash: hashOfPaid(paidOf(terms, { beneficiary, purpose })), creator: 'usr_1' },
  };
}
