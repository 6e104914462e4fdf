import { US_ADDITIONAL_DUTIES, US_GOODS_LISTS } from '../../domain/facts';
import { indexRecordedDuties } from '../../domain/tariffs/rate/recorded-additions';
import { MEAN_TARIFF } from '../../domain/tariffs/schedule/profile';
import type { ReferenceData } from '../../domain/tariffs/schedule/reference-data';
import type { Schedule } from '../../domain/tariffs/schedule/schedule';
import type { Database, Queryable } from '../database';
import { readNomenclature } from '../hs-codes/nomenclature';
import { editionsInForce, provenanceOf, type Edition } from './editions';
import { readAgreements, readExchangeRates, readIndicator, readVat } from './facts';
import { cachedSnapshot } from './reference-data';
import { confirmedOnOf, readSchedule } from './schedules';

/** The first day on which the lists that ship hold. Source: docs/GAPS.md#H9 */
const ADDITIONS = indexRecordedDuties(US_ADDITIONAL_DUTIES, US_GOODS_LISTS, '2026-01-01');

/** Lines of an edition never change: a process reads them once, whatever else is imported or confirmed. */
const readEditions = new WeakMap<Database['pool'], ReadonlyMap<string, Schedule>>();

/** The schedules of editions in force, by edition; known ones are not read again. */
async function readSchedules(
  client: Queryable,
  editions: readonly Edition[],
  known: ReadonlyMap<string, Schedule>,
): Promise<Map<string, Schedule>> {
  const schedules = new Map<string, Schedule>();
  for (const edition of editions) {
    if (!edition.subject.startsWith('tariff:')) continue;
    const schedule = known.get(edition.id) ?? (await readSchedule(client, edition));
    const confirmedOn = confirmedOnOf(edition);
    schedules.set(edition.id, schedule.confirmedOn === confirmedOn ? schedule : { ...schedule, confirmedOn });
  }
  return schedules;
}

function groupByName(schedules: Iterable<Schedule>): Map<string, Schedule[]> {
  const groups = new Map<string, Schedule[]>();
  for (const schedule of schedules) {
    const group = groups.get(schedule.name);
    if (group === undefined) groups.set(schedule.name, [schedule]);
    else group.push(schedule);
  }
  return groups;
}

/** Reads all reference data in one snapshot. */
async function readAll(database: Queryable, pool: Database['pool']): Promise<ReferenceData> {
  // One snapshot for all statements: an import that commits in between must not mix two editions.
  await database.query('set transaction isolation level repeatable read, read only');
  const editions = await editionsInForce(database);
  const schedules = await readSchedules(database, editions, readEditions.get(pool) ?? new Map<string, Schedule>());
  readEditions.set(pool, schedules);
  const ofSubject = (subject: string): Edition | undefined => editions.find((edition) => edition.subject === subject);
  const agreements = ofSubject('agreements');
  const exchange = ofSubject('exchange-rates');
  return {
    nomenclature: await readNomenclature(database, ofSubject('hs:nomenclature')),
    schedules: groupByName(schedules.values()),
    vat: await readVat(database, new Map(editions.map((edition) => [edition.id, edition]))),
    agreements: await readAgreements(database),
    agreementsSource: agreements === undefined ? null : provenanceOf(agreements),
    exchangeRates: await readExchangeRates(database),
    exchangeSource: exchange === undefined ? null : provenanceOf(exchange),
    meanTariffs: await readIndicator(database, MEAN_TARIFF),
    additions: ADDITIONS,
    searchSources: editions
      .filter(({ subject }) => /^(hs:nomenclature|names:|tariff:)/.test(subject))
      .map((edition) => provenanceOf(edition)),
  };
}

/** @returns this process' snapshot of the reference data, cached until the next import */
export function referenceData(database: Database): Promise<ReferenceData> {
  return cachedSnapshot(database, 'reference-data', () =>
    database.transaction((client) => readAll(client, database.pool)),
  );
}
