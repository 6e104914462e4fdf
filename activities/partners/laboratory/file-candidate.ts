import { setTimeout as pauseFor } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { AdapterConfig } from '../../../domain/payments/dispatch/adapters';
import { sftpSettingsOf } from '../../../domain/payments/dispatch/adapters/iso20022-transport';
import type { CertifiedSettings } from '../../../domain/payments/dispatch/certificate';
import { iso20022Adapter } from '../iso20022/adapter';
import { sftpCarrier } from '../iso20022/sftp/carrier';
import type { SftpServer } from '../iso20022/sftp/server';
import type { Candidate, Payee } from './certify';
import type { Exchanged } from './file-evidence';
import { FileExchange, type ExchangePlace } from './file-exchange';

/** What is known of a bank that takes files. */
interface FileTarget {
  partnerId: string;
  /** The settings that the report is about. */
  settings: CertifiedSettings;
  /** The partner whose files are exchanged, with its settings. */
  place: { partnerId: string; config: AdapterConfig<'iso20022'> };
  /** The bank's server with the transport `sftp`, else null. */
  server: SftpServer | null;
  /** How long answers are awaited, in milliseconds. */
  answersMs: number;
  payee: Payee;
  /** How time passes, where it is not that of the machine. */
  time?: Pick<ExchangePlace, 'pause' | 'nowMs'>;
  onProgress?: ExchangePlace['onProgress'];
}

/** As the inboxes of workers do. */
const LOOK_MS = 2_000;
const QUIET_MS = 30_000;
/** A file at a server is fetched once two polls found it unchanged, by whichever worker: some polls come between. */
const QUIET_POLLS = 6;

/** A bank that takes files as a candidate of the laboratory. Source: docs/GAPS.md#P19, docs/GAPS.md#P20 */
export function fileCandidate(target: FileTarget): Candidate {
  const { partnerId, settings, place, server, answersMs, payee, onProgress } = target;
  const { time = { pause: pauseFor, nowMs: Date.now } } = target;
  const { directory } = place.config;
  const sftp = sftpSettingsOf(place.config);
  const carrier = sftp === null || server === null ? null : sftpCarrier(sftp, () => Promise.resolve(server));
  const quietMs = sftp === null ? QUIET_MS : QUIET_POLLS * sftp.pollSeconds * 1_000;
  const exchange = new FileExchange({ directory, waits: { lookMs: LOOK_MS, answersMs, quietMs }, onProgress, ...time });
  let exchanged: Promise<Exchanged> | null = null;
  return {
    partnerId,
    settings,
    url: sftp === null ? pathToFileURL(directory).href : `sftp://${sftp.host}:${sftp.port}`,
    adapter: () => iso20022Adapter(place.partnerId, place.config, carrier),
    sign: null,
    described: null,
    files: { answersMs, exchange: (bench) => (exchanged ??= exchange.run(bench)) },
    kinds: ['files'],
    payee,
  };
}
