import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Carrier } from '../../../../../activities/partners/iso20022/carrier';
import { prepareDirectory } from '../../../../../activities/partners/iso20022/directory';
import { OrderFiles } from '../../../../../activities/partners/iso20022/order-files';
import { sftpCarrier } from '../../../../../activities/partners/iso20022/sftp/carrier';
import { SftpServer } from '../../../../../activities/partners/iso20022/sftp/server';
import { sftpSettingsOf, type SftpSettings } from '../../../../../domain/payments/dispatch/adapters/iso20022-transport';
import { closeAtEnd } from '../../../../support/closing';
import { sftpSettings, type TestSftpServer } from '../../../../support/sftp-server';

export const PARTNER = 'ptn_1';
/** A hanging server is given up after so long here: far longer than any answer on a busy machine takes. */
const LIMITS_MS = { upload: 1_500, release: 1_500 };

/** Always may a message begin to be sent. */
export const always = (): boolean => true;

/** @returns a prepared directory of workers */
export async function newDirectory(): Promise<string> {
  const directory = await mkdtemp(path.join(tmpdir(), 'corridor-iso20022-'));
  closeAtEnd(() => rm(directory, { recursive: true, force: true }));
  await prepareDirectory(directory, PARTNER);
  return directory;
}

/** @returns a server as settings of a partner name it */
export function settingsOf(bank: TestSftpServer): SftpSettings {
  const settings = sftpSettingsOf(sftpSettings(bank));
  if (settings === null) throw new Error('they are those of SFTP');
  return settings;
}

/** @returns what carries messages to a bank, with a connection of its own */
export function carrierOf(bank: TestSftpServer, changes: Partial<SftpSettings & { privateKey: string }> = {}): Carrier {
  const settings = { ...settingsOf(bank), ...changes };
  const server = new SftpServer({ ...settings, privateKey: changes.privateKey ?? bank.key });
  closeAtEnd(() => Promise.resolve(server.close()));
  return sftpCarrier(settings, () => Promise.resolve(server), LIMITS_MS);
}

let orders = 0;

/** More than one request of SFTP takes. */
const contentOf = (instructionId: string): string => `<order>${instructionId}${'x'.repeat(40_000)}</order>`;

/** What the payment workflow does: it sends what has not left, and asks about what may have. @returns the instruction's id */
export async function sendAsWorkflow(directory: string, carrier: Carrier): Promise<string> {
  orders += 1;
  const instructionId = `instr_${orders}`;
  const name = { instructionId, part: '1' };
  for (let tries = 0; tries < 20; tries += 1) {
    // A process of its own each time, as after a crash.
    const files = new OrderFiles(directory, PARTNER, carrier);
    const result = await files.putOut(name, () => contentOf(instructionId), always);
    if (result.kind === 'put_out') return instructionId;
    if (result.kind !== 'unknown') continue;
    const found = await files.findOrder(instructionId).catch(() => 'unknown' as const);
    if (found !== null && found !== 'unknown') return instructionId;
  }
  throw new Error('it was not sent');
}

/** The bank got the order once, and whole; the directory says that it is out. */
export async function expectOnce(bank: TestSftpServer, directory: string, instructionId: string): Promise<void> {
  const file = `${instructionId}-1.xml`;
  expect(bank.appeared.filter((name) => name === file)).toHaveLength(1);
  const taken = (await readdir(bank.at('taken'))).filter((name) => name.endsWith(`-${file}`));
  expect(taken).toHaveLength(1);
  expect(await readFile(bank.at('taken', taken[0] ?? ''), 'utf8')).toBe(contentOf(instructionId));
  expect(await readdir(path.join(directory, 'orders', instructionId, '1'))).toEqual(['message.xml']);
}
