import type { Command } from 'commander';
import { bringBack } from '../../db/archive/bring-back';
import { readOperatorPayment } from '../../db/payments/review/operator-payments';
import { requestRecall } from '../../db/payments/settlement/recall';
import { openTrackingLink, revokeTrackingLink } from '../../db/payments/instruction/tracking-links';
import type { Tenant } from '../../domain/auth/tenant';
import type { Database } from '../../db/database';
import { RECALL_REASONS, type RecallReason } from '../../domain/payments/settlement/recall';
import { RecallRequest } from '../../domain/payments/settlement/recall-schema';
import { trackingCode, trackingLabel, trackingUrl } from '../../domain/payments/instruction/tracking-link';
import { actor } from '../actor';
import { contextOf, printResult, publicUrlOf, UsageError, withDatabase, withVault } from '../context';
import { explain } from './refusal';
import { oneOf } from './values';

async function recall(
  id: string,
  options: { reasonCode: RecallReason; reason?: string },
  command: Command,
): Promise<void> {
  const parsed = RecallRequest.safeParse(options);
  if (!parsed.success) throw new UsageError(parsed.error.issues.map(({ message }) => message).join('\n'));
  const { reasonCode = 'CUST', reason = null } = parsed.data;
  const audit = {
    actor: actor().id,
    act: 'payment.recall_requested',
    requestId: null,
    detail: { reasonCode, by: actor().note },
  };
  const result = await withDatabase(contextOf(command), (database) =>
    requestRecall(database, id, { reasonCode, reason, audit }).catch(explain),
  );
  printResult(command, {
    id,
    status: result.status,
    recall: result.recall.status,
    reasonCode: result.recall.reasonCode,
  });
}

/** The side whose payment it is. */
async function tenantOf(database: Database, id: string): Promise<Tenant> {
  await bringBack(database, id);
  const found = await readOperatorPayment(database, id);
  if (found === null) throw new UsageError(`There is no payment ${id}.`);
  const { accountId, environment } = found.payment;
  return { accountId, environment };
}

async function trackingLink(id: string, { revoke = false }: { revoke?: boolean }, command: Command): Promise<void> {
  const context = contextOf(command);
  const publicUrl = revoke ? '' : publicUrlOf(context);
  await withVault(context, async (database, vault) => {
    const own = { instructionId: id, tenant: await tenantOf(database, id) };
    if (revoke) {
      await revokeTrackingLink(database, own, actor());
      return printResult(command, { id, revoked: true });
    }
    const link = await openTrackingLink(database, own, actor());
    if (link === null) throw new UsageError(`There is no payment ${id}.`);
    const url = trackingUrl(publicUrl, link.id, trackingCode(vault.derive(trackingLabel(link.id))));
    printResult(command, { id, url, createdAt: link.createdAt.toISOString() });
  });
}

/** `corridor payments recall` and `tracking-link`: what a client could ask for itself. */
export function addPaymentActCommands(payments: Command): void {
  payments
    .command('recall')
    .argument('<id>', 'id of the instruction')
    .description('Recall settled money as its client would; a repeat shows the state')
    .option('--reason-code <code>', `of ${RECALL_REASONS.join(', ')}`, oneOf(RECALL_REASONS), 'CUST')
    .option('--reason <text>', "free text for the partner's staff; the client sees it")
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      "\nExample:\n  corridor payments recall instr_01... --reason-code DUPL --reason 'Order 7 was paid twice'",
    )
    .action(recall);
  payments
    .command('tracking-link')
    .argument('<id>', 'id of the instruction')
    .description('Print the public link to status, date and reference of a payment; create it if there is none')
    .option('--revoke', 'revoke it instead')
    .option('--json', 'print one JSON object')
    .addHelpText(
      'after',
      '\nExamples:\n  corridor payments tracking-link instr_01...\n  corridor payments tracking-link instr_01... --revoke',
    )
    .action(trackingLink);
}
