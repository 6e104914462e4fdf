import type { Payee } from '../../activities/partners/laboratory/certify';
import type { Database } from '../../db/database';
import { findPartner, type Partner } from '../../db/payments/dispatch/partners';
import type { Vault } from '../../lib/vault';
import { UsageError } from '../context';
import { existing } from './managed';

/** Where credentials are read. */
export interface Stored {
  database: Database;
  vault: Vault;
}

/** The partner that is examined. */
export interface Named {
  /** Address under which partners report, without a trailing slash. */
  publicUrl: string;
  payee: Payee;
  /** As it was typed. */
  name: string;
  partner: Partner;
  /** Address to call in place of the partner's own. */
  url: string | undefined;
}

/** When a partner of the test side stands for one of the live side. */
export interface TwinRules {
  /** What of it must be the same, as the end of a sentence. */
  how: string;
  /** @returns the settings that differ and must not */
  differing: (live: Partner, test: Partner) => string[];
}

/**
 * The partner whose address, or directory, and credentials are used for an examination. A bank is examined only in its
 * test environment, since it pays orders that reach the live one.
 * @throws UsageError unless it stands for the examined partner
 * Source: docs/GAPS.md#P20
 */
export async function twinOf(
  { database }: Stored,
  { name, partner }: Named,
  { given, how, differing }: TwinRules & { given: string | undefined },
): Promise<Partner> {
  const { adapter, environment } = partner;
  if (given === undefined) {
    if (environment === 'test') return partner;
    throw new UsageError(
      `${name} is live: its bank would pay the orders of the laboratory. Name with --test-partner a partner of the ` +
        `test side at the bank's test environment, of the adapter ${adapter}, ${how}.`,
    );
  }
  const { id } = await existing(database, 'partner', given);
  const twin = await findPartner(database, id);
  if (twin?.adapter !== adapter || twin.environment !== 'test') {
    throw new UsageError(`${given} is no partner of the adapter ${adapter} on the test side.`);
  }
  const members = differing(partner, twin);
  if (members.length === 0) return twin;
  throw new UsageError(`The settings of ${name} and ${given} differ in ${members.join(', ')}.`);
}
