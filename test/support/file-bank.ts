import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { prepareDirectory } from '../../activities/partners/iso20022/directory';
import { PartnerInboxes } from '../../activities/partners/iso20022/inbox';
import { PartnerRounds } from '../../activities/partners/rounds';
import { createPartner } from '../../db/payments/dispatch/partners';
import { DEBTOR } from '../../lab/benches/debtor';
import { closeAtEnd } from './closing';
import { addRoute, newRoute } from './partner';
import { startStack, type Stack, type StackOptions } from './stack';

/** What tests of a bank by files read of a payment. */
export interface ShownPayment {
  instructionId: string;
  status: string;
  uetr: string;
  failure: { code: string } | null;
  settlement: { settlementReference: string; actualAmount: number } | null;
  return: unknown;
  reconciliation: { status: string } | null;
  settlementDetails: { partnerReference: string; bankReference: string };
}

/** A service with one partner, a bank by files, whose inbox is read when a test says so. */
export interface FileBank {
  stack: Stack;
  key: string;
  directory: string;
  partnerId: string;
  inboxes: PartnerRounds;
}

/** @param settings of the bank, beside its debtor and its directory */
export async function startFileBank(settings: Record<string, unknown>, options?: StackOptions): Promise<FileBank> {
  const directory = await mkdtemp(path.join(tmpdir(), 'corridor-iso20022-'));
  closeAtEnd(() => rm(directory, { recursive: true, force: true }));
  const stack = await startStack(options);
  const { database, vault } = stack;
  const config = { ...DEBTOR, directory, ...settings };
  const bank = { name: 'bank', adapter: 'iso20022', config, environment: 'test' } as const;
  const { id: partnerId } = await createPartner(database, vault, bank);
  await prepareDirectory(directory, partnerId);
  await addRoute(database, newRoute(partnerId));
  const log = pino({ level: 'silent' });
  const inboxes = new PartnerRounds(database, [
    new PartnerInboxes({ database, vault, log, wake: () => undefined, looksBeforeRefusal: 2 }),
  ]);
  return { stack, key: await stack.createKey('acme'), directory, partnerId, inboxes };
}
