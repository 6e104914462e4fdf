import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { listBankCredentials } from '../../db/payments/dispatch/bank-credentials';
import { CredentialName } from '../../domain/payments/dispatch/description/schema';
import { CredentialValue } from '../../domain/payments/dispatch/partner-settings';
import { faultCode } from '../../lib/fault-code';
import { UsageError } from '../context';
import { addResult } from './answer';
import { performCommand } from './guarded';
import { existing, withReason } from './managed';
import { fitting } from './values';

/**
 * The content of a file, or of standard input for `-`.
 * @throws UsageError naming the file
 */
export function readInput(file: string): string {
  try {
    return readFileSync(file === '-' ? process.stdin.fd : file, 'utf8');
  } catch (fault) {
    throw new UsageError(`${file} cannot be read: ${faultCode(fault)}`);
  }
}

/** @returns the credential that a file has, without the end of its line. @throws UsageError */
export function readCredential(file: string): string {
  const value = CredentialValue.safeParse(readInput(file).replace(/\r?\n$/, ''));
  if (!value.success) throw new UsageError('A credential has 1 to 16,000 characters.');
  return value.data;
}

interface CredentialOptions {
  partner: string;
  name: string;
  from: string;
  reason?: string;
}

/** Adds `corridor partners set-credential`. */
export function addBankCredentials(partners: Command): void {
  const command = withReason(partners.command('set-credential'))
    .description("Set what Corridor presents to a partner's bank; it is kept sealed")
    .requiredOption('--partner <name>', 'id or name of the partner')
    .requiredOption('--name <name>', 'name by which the description refers to it, or sftp-key', fitting(CredentialName))
    .requiredOption('--from <file>', 'file with the value, or - for standard input');
  addResult<CredentialOptions>(command, async ({ database, options: { partner, name, from, reason } }) => {
    const secret = readCredential(from);
    const { id: partnerId } = await existing(database, 'partner', partner);
    const how = { reason, secret, showSecret: () => ({}) };
    const done = await performCommand(command, 'partner.credential_set', { partnerId, name }, how);
    if (done === null) return null;
    const known = await listBankCredentials(database, partnerId);
    return { partner: partnerId, credentials: known.map((one) => one.name) };
  });
}
