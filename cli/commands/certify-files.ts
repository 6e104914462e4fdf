import { realpath } from 'node:fs/promises';
import path from 'node:path';
import type { Candidate } from '../../activities/partners/laboratory/certify';
import { fileCandidate } from '../../activities/partners/laboratory/file-candidate';
import type { ExchangeProgress } from '../../activities/partners/laboratory/file-exchange';
import { checkPrepared } from '../../activities/partners/iso20022/directory';
import { partnerServer } from '../../activities/partners/iso20022/sftp/partner-server';
import { SftpServers } from '../../activities/partners/iso20022/sftp/server';
import { openSettings, type AdapterConfig } from '../../domain/payments/dispatch/adapters';
import { SFTP_KEY, sftpSettingsOf } from '../../domain/payments/dispatch/adapters/iso20022-transport';
import { differingFileSettings, isSameServer } from '../../domain/payments/dispatch/file-twin';
import type { Partner } from '../../db/payments/dispatch/partners';
import { faultCode } from '../../lib/fault-code';
import { UsageError } from '../context';
import { twinOf, type Named, type Stored, type TwinRules } from './certify-twin';

/** Banks answer test orders within minutes, where they answer at once; some do so after hours. */
const WAIT_SECONDS = 600;
/** At a server that is seldom polled: for some rounds of answers, each of two or three polls, and the quiet after them. */
const WAIT_POLLS = 20;

type Config = AdapterConfig<'iso20022'>;

function configOf({ name, config }: Partner): Config {
  const settings = openSettings('iso20022', config);
  if (settings.kind === 'sound') return settings.config;
  throw new UsageError(`${name} has no sound settings: ${settings.faults.map(({ field }) => field).join(', ')}.`);
}

const BY_FILES: TwinRules = {
  how: 'with the same settings but for its directories, its server and its account',
  differing: (live, test) => differingFileSettings(configOf(live), configOf(test)),
};

/** @returns where a directory really is; null where this machine does not see it */
function placeOf({ directory }: Config): Promise<string | null> {
  return realpath(path.join(directory, 'out')).catch(() => null);
}

/** @throws UsageError where the partner of the test side would put orders out for the live bank */
async function requireOtherBank({ name, partner }: Named, twin: Partner): Promise<void> {
  if (partner.id === twin.id) return;
  const [live, test] = [configOf(partner), configOf(twin)];
  const [ours, theirs] = [sftpSettingsOf(live), sftpSettingsOf(test)];
  const isSame =
    ours === null || theirs === null ? (await placeOf(live)) === (await placeOf(test)) : isSameServer(ours, theirs);
  if (!isSame) return;
  const what = ours === null ? 'in the directory' : 'at the server, as the same user,';
  throw new UsageError(`--test-partner puts files out ${what} of ${name} itself: its bank would pay the orders.`);
}

/** As the command was typed. */
interface FileOptions {
  testPartner?: string | undefined;
  wait?: number | undefined;
  onProgress?: (progress: ExchangeProgress) => void;
}

/**
 * The candidate of a bank that takes files, examined through a partner of the test side.
 * @param options `wait` is how long answers are awaited, in seconds
 * @throws UsageError saying what is missing, or would be unsafe
 * Source: docs/GAPS.md#P20
 */
export async function fileTarget(
  stored: Stored,
  named: Named,
  { testPartner, wait, onProgress }: FileOptions,
): Promise<Candidate> {
  const { partner, payee } = named;
  const twin = await twinOf(stored, named, { given: testPartner, ...BY_FILES });
  const config = configOf(twin);
  await checkPrepared(config.directory, twin.id).catch((fault: unknown) => {
    throw new UsageError(
      `${config.directory} cannot be used: ${faultCode(fault)}. Prepare it with "corridor partners prepare-directory --partner ${twin.id}".`,
    );
  });
  await requireOtherBank(named, twin);
  const sftp = sftpSettingsOf(config);
  const server = sftp === null ? null : await serverOf(stored, twin, sftp);
  return fileCandidate({
    partnerId: partner.id,
    settings: { adapter: partner.adapter, config: partner.config },
    place: { partnerId: twin.id, config },
    server,
    answersMs: 1_000 * (wait ?? Math.max(WAIT_SECONDS, WAIT_POLLS * (sftp?.pollSeconds ?? 0))),
    payee,
    onProgress,
  });
}

/**
 * The SFTP server of a partner.
 * @throws UsageError that tells how to set a missing key
 */
async function serverOf(stored: Stored, { id, name }: Partner, sftp: NonNullable<ReturnType<typeof sftpSettingsOf>>) {
  try {
    return await partnerServer({ ...stored, servers: new SftpServers() }, id, sftp);
  } catch (fault) {
    const code = faultCode(fault);
    const remedy =
      code === 'SFTP_KEY_NOT_SET'
        ? ` Set it with "corridor partners set-credential --partner ${id} --name ${SFTP_KEY} --from FILE".`
        : '';
    throw new UsageError(`${name} cannot reach its server: ${code}.${remedy}`);
  }
}
