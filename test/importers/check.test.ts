import { checkPublications } from '../../activities/importers/check';
import { readManifest, type FetchedPublication, type Publication } from '../../activities/importers/publications';

const undated: FetchedPublication = {
  id: 'us-hts',
  title: 'Schedule',
  kind: 'usitc-csv',
  subject: 'tariff:US',
  sizeBytes: 1000,
  url: 'https://example.org/hts.csv',
  file: 'hts.csv',
  publisher: 'Publisher',
  licence: 'free',
  check: { contentTypes: [], hosts: [], minBytes: 1, contains: 'HTS' },
};
const publication: Publication = { ...undated, edition: 'of 2026', validFrom: '2026-01-01' };
const loaded = (kind: string, valid_from: string | null) => [
  { subject: 'tariff:US', kind, edition: 'loaded', valid_from },
];

describe('checking what is loaded against the newest known edition', () => {
  it.each([
    ['nothing', [], 'not_loaded'],
    ['what ships', loaded('starter', '2025-01-01'), 'ships'],
    ['an edition before it', loaded('usitc-csv', '2025-12-31'), 'older'],
    ['an edition without a date', loaded('usitc-csv', null), 'older'],
    ['the edition itself', loaded('usitc-csv', '2026-01-01'), 'current'],
    ['a later one', loaded('usitc-csv', '2026-07-01'), 'current'],
  ])('tells %s', (_, editions, state) => {
    expect(checkPublications([publication], editions)).toMatchObject([
      { id: 'us-hts', state, known: { edition: 'of 2026', validFrom: '2026-01-01' } },
    ]);
  });

  it('calls nothing older where no newer edition is known', () => {
    expect(checkPublications([undated], loaded('usitc-csv', null))).toMatchObject([{ state: 'current' }]);
  });

  it('takes a schedule of any country for a publication of which each file has its own', () => {
    const wits = { ...publication, id: 'wits', kind: 'wits-sdmx', subject: 'tariff:COUNTRY' };
    const brazil = [{ subject: 'tariff:BR', kind: 'wits-sdmx', edition: '2026', valid_from: '2026-01-01' }];
    expect(checkPublications([wits], brazil)).toMatchObject([{ state: 'current' }]);
    expect(checkPublications([wits], loaded('usitc-csv', '2026-01-01'))).toMatchObject([{ state: 'not_loaded' }]);
  });

  it('knows subject and size of every publication of the manifest', () => {
    for (const { subject, sizeBytes } of readManifest()) {
      expect(subject).toMatch(/^[a-z-]+:/);
      expect(sizeBytes).toBeGreaterThan(100);
    }
  });
});
