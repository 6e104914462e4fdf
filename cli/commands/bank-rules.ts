import type { Command } from 'commander';
import { findPartner } from '../../db/payments/dispatch/partners';
import { listOfferedRules } from '../../db/payments/reports/offered-rules';
import { filesBankOf } from '../../domain/payments/dispatch/adapters';
import { ruleText } from '../../domain/payments/iso20022/shown-profile';
import { UsageError } from '../context';
import { addResult } from './answer';
import { performCommand } from './guarded';
import { existing, WITHOUT_CERTIFICATE, withReason } from './managed';

interface RulesOptions {
  partner: string;
  accept?: string;
  reason?: string;
  withoutCertificate?: true;
}

/** Adds `corridor partners rules`: rules for a bank by files, suggested by its rejections. Source: docs/GAPS.md#P23 */
export function addBankRules(partners: Command): void {
  const command = withReason(partners.command('rules'))
    .description('List the rules that the rejections of a bank by files suggest, or add one to its settings')
    .requiredOption('--partner <name>', 'id or name of the partner')
    .option('--accept <rule>', 'the rule that is added, by its name in the list')
    .option(...WITHOUT_CERTIFICATE);
  addResult<RulesOptions>(command, async ({ database, vault, options }) => {
    const { accept, reason, withoutCertificate } = options;
    const { id } = await existing(database, 'partner', options.partner);
    const bank = filesBankOf(await findPartner(database, id));
    if (bank === null) throw new UsageError(`${options.partner} is no bank by files with valid settings.`);
    const found = await listOfferedRules(database, await vault(), { partnerId: id, bank, at: new Date() });
    if (accept === undefined) {
      const lines = found.map(
        ({ member, rule, code, instructionId }) =>
          `${member}: ${ruleText(rule)} (${instructionId} was rejected: ${code})`,
      );
      return [{ partner: id, rules: found }, lines.length === 0 ? ['No refusal suggests a rule.'] : lines];
    }
    const chosen = found.find(({ member }) => member === accept);
    if (chosen === undefined) throw new UsageError(`No refusal suggests the rule ${accept}.`);
    const config = { profileMembers: { [chosen.member]: chosen.rule } };
    const request = { kind: 'partner', id, changes: { config }, withoutCertificate } as const;
    const why = reason ?? `The bank rejected ${chosen.instructionId} (${chosen.code}).`;
    const done = await performCommand(command, 'managed.changed', request, { reason: why });
    return done === null ? null : { partner: id, added: chosen.member, rule: chosen.rule };
  });
}
