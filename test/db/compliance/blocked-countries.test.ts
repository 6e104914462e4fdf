import { listBlockedCountries } from '../../../db/compliance/screening-rules';
import { blockSource } from '../../../domain/payments/routing/sanctioned-countries';
import { SANCTIONED_COUNTRIES } from '../../../domain/facts/sanctions';
import { createTestDatabase } from '../../support/database';

const DAY = '2026-11-26';

/** Source: docs/GAPS.md#P13 */
it('the countries that are blocked from the start are those of which the facts say so, each with its source', async () => {
  const inFacts = SANCTIONED_COUNTRIES.facts.filter(({ value }) => value?.isBlocked === true).map(({ key }) => key);
  expect(await listBlockedCountries(await createTestDatabase())).toEqual(inFacts);
  expect(inFacts.map((country) => blockSource(country, DAY))).toEqual([
    expect.stringContaining('31 CFR 560.204'),
    expect.stringContaining('31 CFR 510.201'),
  ]);
  expect(blockSource('CU', DAY)).toBeNull();
});
