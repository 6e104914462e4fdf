import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { hsNomenclature } from '../../importers/hs-nomenclature';

const PARENTS = ['XI,54,Yarn,TOTAL,2', 'XI,5402,Yarn,54,4', 'XVII,87,Vehicles,TOTAL,2', 'XVII,8702,Buses,87,4'];

async function textsOf(rows: readonly string[]): Promise<Record<string, string>> {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'corridor-hs-')), 'hs.csv');
  writeFileSync(file, ['section,hscode,description,parent,level', ...PARENTS, ...rows, ''].join('\n'));
  const { editions } = await hsNomenclature.parse({ name: 'hs.csv', path: file }, {});
  const content = editions[0]?.content;
  if (content?.kind !== 'nomenclature') throw new Error('no nomenclature');
  return Object.fromEntries(content.nodes.map(({ code, description }) => [code, description]));
}

const DIESEL =
  'with both compression-ignition internal combustion piston engine (diesel or semi-diesel) and electric motor';

describe('slips of the publication of the Harmonized System', () => {
  it('are corrected where they stand', async () => {
    expect(
      await textsOf([
        `XVII,870220,"Buses, ${DIESEL}",8702,6`,
        `XVII,870230,"Buses, ${DIESEL}",8702,6`,
        'XI,540231,Nylon yarn of not more than 50 decitex,5402,6',
        'XI,540232,Nylon yarn of more than 50 decitex,5402,6',
      ]),
    ).toMatchObject({
      '870220': `Buses, ${DIESEL}`,
      '870230': 'Buses, with both spark-ignition internal combustion piston engine and electric motor',
      '540231': 'Nylon yarn of not more than 50 tex',
      '540232': 'Nylon yarn of more than 50 tex',
    });
  });

  it('are looked for nowhere else', async () => {
    const texts = await textsOf(['XVII,870230,Petrol hybrid buses,8702,6', 'XI,540233,Yarn under 50 decitex,5402,6']);
    expect(texts).toMatchObject({ '870230': 'Petrol hybrid buses', '540233': 'Yarn under 50 decitex' });
  });
});
