import { utcDate } from '../../domain/calendar-dates';
import { readDeploymentName, readTemporalTarget } from '../../process/temporal-settings';
import type { DataDir } from '../place';
import type { Finding } from './finding';
import { checkChromium, checkDataKey, checkDisk, checkFacts, checkFonts, checkNode, checkPort } from './machine';
import { checkMail } from './mail';
import { checkReleases } from './releases';
import { checkApi, checkDatabase, checkTemporal } from './service';

const DEFAULT_PORT = 8080;

/** Examines this machine, and the service that the environment or the data folder names. */
export async function examine(dataDir: DataDir): Promise<Finding[]> {
  const { env } = process;
  const run = dataDir.readRun();
  const temporalAddress = env['TEMPORAL_ADDRESS'] ?? run?.temporalAddress;
  const target =
    temporalAddress === undefined ? null : readTemporalTarget({ ...env, TEMPORAL_ADDRESS: temporalAddress });
  const databaseUrl = env['DATABASE_DIRECT_URL'] ?? env['DATABASE_URL'] ?? run?.databaseUrl;
  const place = (): Finding => checkPort(Number(env['PORT'] ?? DEFAULT_PORT));
  const [database, temporal, releases, chromium, api, mail] = await Promise.all([
    checkDatabase(databaseUrl),
    checkTemporal(target),
    checkReleases(target, readDeploymentName(env)),
    checkChromium(),
    run === null ? Promise.resolve().then(place) : checkApi(run.baseUrl),
    checkMail(env),
  ]);
  return [
    checkNode(),
    ...database,
    temporal,
    ...releases,
    chromium,
    checkFonts(),
    api,
    mail,
    checkDisk(dataDir.path),
    checkDataKey(dataDir, env['DATA_KEY']),
    checkFacts(utcDate(new Date())),
  ];
}
