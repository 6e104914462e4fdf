import type { Command } from 'commander';
import { bringBack } from '../../db/archive/bring-back';
import { readOperatorPayment } from '../../db/payments/review/operator-payments';
import { requestRecall } from '../../db/payments/settlement/recall';
import { openTrackingLink, revokeTrackingLink } from '../../db/payments/instruction/tracking-links';
import type { Tenant } from '../../domain/auth/tenant';
import type { Database } from '../../db/database';
import { RECALL_REASONS } from '../../domain/payments/settlement/recall';
import { RecallRequest } from '../../domain/payments/settlement/recall-schema';
import { trackingCode, trackingLabel, trackingUrl } from '../../domain/payments/instruction/tracking-link';
import { actor } from '../actor';
import { contextOf, publicUrlOf, UsageError } from '../context';
import { readOptions } from '../options-of';
import { addResult } from './answer';
import { oneOf } from './values';

/** The tenant of a payment, which is brought back from the archive. */
async function tenantOf(database: Database, id: string): Promise<Tenant> {
  await bringBack(database, id);
  const found = await readOperatorPayment(database, id);
  if (found === null) throw new UsageError(`There is no payment ${id}.`);
  const { accountId, environment } = found.payment;
  return { accountId, environment };
}

/** Adds `corridor payments recall` and `tracking-link`: what a client could ask for itself. */
export function addPaymentActCommands(payments: Command): void {
  const recall = payments
    .command('recall')
    .argument('<id>', 'id of the instruction')
    .description('Recall settled money as its client would; a repeat shows the state')
    .option('--reason-code <code>', `of ${RECALL_REASONS.join(', ')}`, oneOf(RECALL_REASONS), 'CUST')
    .option('--reason <text>', "free text for the partner's staff; the client sees it")
    .addHelpText(
      'after',
      "\nExample:\n  corridor payments recall instr_01... --reason-code DUPL --reason 'Order 7 was paid twice'",
    );
  addResult(recall, async ({ database, id, options }) => {
    const { reasonCode = 'CUST', reason = null } = readOptions(RecallRequest, options);
    const detail = { reasonCode, by: actor().note };
    const audit = { actor: actor().id, act: 'payment.recall_requested', requestId: null, detail };
    const { status, recall } = await requestRecall(database, id, { reasonCode, reason, audit });
    return { id, status, recall: recall.status, reasonCode: recall.reasonCode };
  });
  const trackingLink = payments
    .command('tracking-link')
    .argument('<id>', 'id of the instruction')
    .description('Print the public link to status, date and reference of a payment; create it if there is none')
    .option('--revoke', 'revoke it instead')
    .addHelpText(
      'after',
      '\nExamples:\n  corridor payments tracking-link instr_01...\n  corridor payments tracking-link instr_01... --revoke',
    );
  addResult<{ revoke?: boolean }>(trackingLink, async ({ database, vault, id, options: { revoke = false } }) => {
    const publicUrl = revoke ? '' : publicUrlOf(contextOf(trackingLink));
    const opened = await vault();
    const own = { instructionId: id, tenant: await tenantOf(database, id) };
    if (revoke) {
      await revokeTrackingLink(database, own, actor());
      return { id, revoked: true };
    }
    const link = await openTrackingLink(database, own, actor());
    if (link === null) throw new UsageError(`There is no payment ${id}.`);
    const url = trackingUrl(publicUrl, link.id, trackingCode(opened.derive(trackingLabel(link.id))));
    return { id, url, createdAt: link.createdAt };
  });
}
