import { createHash } from 'node:crypto';
import { DAY_MS, utcDate } from '../../calendar-dates';
import { canonicalJson } from '../../canonical-json';
import { tenantName, type Tenant } from '../../auth/tenant';
import type { CreateInstructionBody } from './instruction-schema';

/** Equal content within so many hours is one proposal. Source: docs/GAPS.md#agents */
export const PROPOSAL_HOURS = 24;

const HALF_DAY_MS = DAY_MS / 2;

/** What tells a proposal from others: references of the payment that follow from its content and time. */
export interface ProposalMarks {
  clientReference: string;
  uetr: string;
  /** References that an equal proposal of the last 24 hours has. */
  recentReferences: readonly string[];
}

/** @returns a UUID of version 4 whose random bits are those of a digest */
function uuidOf(digest: string): string {
  const variant = '89ab'[parseInt(digest.slice(16, 17), 16) % 4] ?? '8';
  const groups = [digest.slice(0, 8), digest.slice(8, 12), `4${digest.slice(13, 16)}`, variant + digest.slice(17, 20)];
  return [...groups, digest.slice(20, 32)].join('-');
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * The reference and the UETR of a proposal, derived from its content. Equal proposals share at least one of them
 * within half a day, and none after a day: the days of the reference begin at midnight and those of the UETR at noon,
 * in UTC.
 * @param at when it is proposed
 * Source: docs/GAPS.md#agents
 */
export function proposalMarks(body: CreateInstructionBody, tenant: Tenant, at: Date): ProposalMarks {
  const { amount, currency, valueDate, chargeBearer, beneficiary, debtor, purpose, remittance, settlementRoute } = body;
  const { conditions, conditionsExpireAt } = body;
  const paid = {
    ...{ amount, currency, valueDate, chargeBearer, beneficiary, debtor, purpose, remittance, settlementRoute },
    ...{ conditions, conditionsExpireAt },
  };
  const content = digestOf(tenantName(tenant) + canonicalJson(paid));
  const referenceOf = (moment: Date): string => `agent-${content.slice(0, 32)}-${utcDate(moment)}`;
  const clientReference = referenceOf(at);
  return {
    clientReference,
    uetr: uuidOf(digestOf(content + utcDate(new Date(at.getTime() - HALF_DAY_MS)))),
    recentReferences: [clientReference, referenceOf(new Date(at.getTime() - DAY_MS))],
  };
}
