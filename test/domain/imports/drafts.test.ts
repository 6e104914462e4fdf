import { ImportRefused, isDated, keepsRows, ratesByCode, type EditionContent } from '../../../domain/imports/drafts';
import { adValoremRate } from '../../../domain/tariffs/schedule/duty';

const CONTENTS = {
  schedule: { kind: 'schedule', schedule: 'US', lines: [], additional: [] },
  vat: { kind: 'vat', rates: [] },
  'watch-list': { kind: 'watch-list', entries: [] },
  names: { kind: 'names', names: [] },
} satisfies Record<string, EditionContent>;

it.each([
  ['schedule', true, true],
  ['vat', true, true],
  ['watch-list', false, true],
  ['names', false, false],
] as const)('editions of %s stay beside each other: %s; their rows stay: %s', (kind, isDatedKind, areKept) => {
  expect([isDated(CONTENTS[kind]), keepsRows(CONTENTS[kind])]).toEqual([isDatedKind, areKept]);
});

it('rates are those of lines that bear one', () => {
  const line = { description: '', path: [], unit: null, specialText: null, preferences: [], columnTwo: null };
  const lines = [
    { ...line, code: '6109', rate: null },
    { ...line, code: '610910', rate: adValoremRate('16.5%', '16.5') },
  ];
  expect(ratesByCode(lines)).toEqual(new Map([['610910', '16.5%']]));
});

it('a refused import names the rows that were rejected', () => {
  const rejects = [{ line: 3, reason: 'no code' }];
  expect(new ImportRefused('broken', rejects)).toMatchObject({ name: 'ImportRefused', message: 'broken', rejects });
  expect(new ImportRefused('broken').rejects).toEqual([]);
});
