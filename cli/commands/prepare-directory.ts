import type { Command } from 'commander';
import { prepareDirectory } from '../../activities/partners/iso20022/directory';
import { findPartner, type Partner } from '../../db/payments/dispatch/partners';
import { openSettings } from '../../domain/payments/dispatch/adapters';
import { faultCode } from '../../lib/fault-code';
import { UsageError } from '../context';
import { addResult } from './answer';
import { existing } from './managed';

/**
 * Prepares the directory of a partner by files.
 * @returns the directory
 * @throws UsageError saying why it cannot be
 */
export async function prepareFor({ id, name, config }: Pick<Partner, 'id' | 'name' | 'config'>): Promise<string> {
  const settings = openSettings('iso20022', config);
  if (settings.kind === 'faulty') throw new UsageError(`The settings of ${name} are not complete.`);
  const { directory } = settings.config;
  await prepareDirectory(directory, id).catch((fault: unknown) => {
    throw new UsageError(`${directory} cannot be prepared: ${faultCode(fault)}`);
  });
  return directory;
}

/** Adds `corridor partners prepare-directory`. */
export function addPrepare(partners: Command): void {
  const command = partners
    .command('prepare-directory')
    .description('Make the directories of an iso20022 partner where it exchanges files with its bank')
    .requiredOption('--partner <name>', 'id or name of the partner');
  addResult<{ partner: string }>(command, async ({ database, options: { partner } }) => {
    const { id } = await existing(database, 'partner', partner);
    const found = await findPartner(database, id);
    if (found?.adapter !== 'iso20022') throw new UsageError(`${partner} has no directory: its adapter is another one.`);
    return { partner: id, directory: await prepareFor(found) };
  });
}
