import { mkdtempSync } from 'node:fs';
import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { prepareDirectory } from '../../../activities/partners/iso20022/directory';
import { statusReport } from '../../chaos/partner/bank-messages';
import { openVault } from '../../../lib/vault';
import { alternate, plainRow, rowOf, type BenchContext, type BenchModule, type BenchTable } from '../harness';
import { allAnswered, closedLoop } from '../load';
import { DEBTOR } from '../debtor';
import { makeRoutedPartner } from '../parties';
import type { Service } from '../service';
import type { Stage } from '../stage';
import { instructionBody, STEPS } from './bodies';
import { untilEnded } from './seen';
import { costPerPayment, readTotals, settleOne, untilReceived, type Cost } from './settled';

const ROUNDS = { quick: 1, default: 1, long: 3 };
/** Payments of a round, all of them under way at once: a bank by files answers many with one file, seconds later. */
const PAYMENTS = { quick: 250, default: 500, long: 500 };
const LIMIT_MS = 120_000;
const LOOK_MS = 500;
const CREATED = 201;

/** A bank that takes what is in its directory every half second, and reports each step of all of it in one file. */
class Bank {
  readonly directory = mkdtempSync(path.join(tmpdir(), 'corridor-bench-bank-'));
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private files = 0;

  open(): void {
    this.running = this.lookOn();
  }

  async close(): Promise<void> {
    this.stopping.abort();
    await this.running;
    await rm(this.directory, { recursive: true, force: true });
  }

  private async lookOn(): Promise<void> {
    const out = path.join(this.directory, 'out');
    while (!this.stopping.signal.aborted) {
      const names = await readdir(out);
      for (const name of names) await rm(path.join(out, name));
      const orders = names.map((name) => {
        const messageId = path.parse(name).name;
        return { messageId, instructionId: messageId.slice(0, messageId.lastIndexOf('-')) };
      });
      const [first, ...others] = orders;
      if (first !== undefined) for (const step of STEPS) await this.put(statusReport([first, ...others], step));
      await delay(LOOK_MS, undefined, { signal: this.stopping.signal }).catch(() => undefined);
    }
  }

  private async put(content: string): Promise<void> {
    this.files += 1;
    const place = path.join(this.directory, 'in', `${String(this.files).padStart(6, '0')}.xml`);
    await writeFile(`${place}.tmp`, content);
    await rename(`${place}.tmp`, place);
  }
}

async function openBank(stage: Stage, service: Service): Promise<{ bank: Bank; routeId: string }> {
  const bank = new Bank();
  const vault = openVault(stage.dataDir.ensureDataKey());
  const config = { ...DEBTOR, directory: bank.directory };
  const made = { name: 'Bank by files', url: '', priority: 9, reached: { adapter: 'iso20022', config } } as const;
  const { partnerId, routeId } = await makeRoutedPartner(service.database, vault, made);
  await prepareDirectory(bank.directory, partnerId);
  bank.open();
  return { bank, routeId };
}

/** @returns payments settled a second; what one costs goes to `costs` */
async function settleAll(
  stage: Stage,
  service: Service,
  { count, costs }: { count: number; costs: Cost[] },
  settle: () => Promise<string>,
): Promise<number> {
  const before = await readTotals(stage, service);
  const ids: string[] = [];
  const load = { clients: count, limitMs: LIMIT_MS, maxCalls: count };
  const result = await closedLoop(load, async () => ids.push(await settle()));
  await untilEnded(service.temporalAddress, ids);
  costs.push(costPerPayment(before, await readTotals(stage, service), count));
  return allAnswered(result, 'payments').rate;
}

async function run(context: BenchContext): Promise<BenchTable> {
  const { stage } = context;
  const service = await stage.service();
  const { url, arrivals } = await stage.receiver();
  const body = { url: `${url}/events`, events: ['payment.status_changed'] };
  await service.customer.target.expect([CREATED], 'POST', '/v1/webhooks', body);
  const { bank, routeId } = await openBank(stage, service);
  try {
    const toBank = { ...instructionBody(), settlementRoute: { routeId } };
    const byFiles = async (): Promise<string> => {
      const { instructionId } = await service.customer.create(toBank);
      for (const step of STEPS) await untilReceived(arrivals, `${instructionId} ${step}`);
      return instructionId;
    };
    const byHttp = (): Promise<string> => settleOne(service, arrivals);
    const count = PAYMENTS[context.pace];
    await Promise.all([byFiles(), byHttp()]);
    context.say(`${count} payments at a time, by HTTP and by files …`);
    const costs: { http: Cost[]; files: Cost[] } = { http: [], files: [] };
    const rounds = await alternate(
      ROUNDS[context.pace],
      () => settleAll(stage, service, { count, costs: costs.http }, byHttp),
      () => settleAll(stage, service, { count, costs: costs.files }, byFiles),
    );
    const shown = { must: null, aim: null };
    const commits = (of: readonly Cost[]): number => of.reduce((sum, one) => sum + one.commits, 0) / of.length;
    return {
      title: 'Payments by files beside the partner protocol',
      rows: [
        rowOf({ operation: `settled, ${count} at a time`, unit: 'per s', floorName: 'http', ...shown }, rounds),
        plainRow({ operation: 'commits of one, by http', unit: 'count', ours: commits(costs.http), ...shown }),
        plainRow({ operation: 'commits of one, by files', unit: 'count', ours: commits(costs.files), ...shown }),
      ],
      notes: [
        'Adapter iso20022 with the transport directory; the bank looks every half second and reports each of three steps of all it found in one pain.002. A worker looks every two seconds, and takes a file that it has seen twice.',
        'A payment ends when the receiver has its event of `settled`. Temporal and the processes are those of `npm start`.',
      ],
    };
  } finally {
    await bank.close();
  }
}

export const byFiles: BenchModule = {
  name: 'by-files',
  hasOwnStage: true,
  describe: 'payments settled a second through a bank by files, beside a partner over HTTP',
  run,
};
