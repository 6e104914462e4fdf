import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { iso20022Adapter } from '../../../../activities/partners/iso20022/adapter';
import { prepareDirectory } from '../../../../activities/partners/iso20022/order-files';
import { CONFORMANCE_ORDER, describeConformance } from '../conformance';

const PARTNER = 'ptn_1';
const SETTINGS = {
  debtorName: 'Example Trading GmbH',
  debtorAccount: 'DE89370400440532013000',
  debtorBic: 'COBADEFFXXX',
  debtorCountry: 'DE',
  debtorCity: 'Berlin',
};

describeConformance('iso20022', async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'corridor-iso20022-'));
  await prepareDirectory(directory, PARTNER);
  const out: string[] = [];
  return {
    adapter: iso20022Adapter(PARTNER, { ...SETTINGS, directory }),
    away: iso20022Adapter(PARTNER, { ...SETTINGS, directory: path.join(directory, 'not-mounted') }),
    // A bank says no in a status file only.
    order: (instructionId, wish) => (wish === 'reject' ? null : { ...CONFORMANCE_ORDER, instructionId }),
    async taken() {
      // The bank takes what is there.
      for (const file of await readdir(path.join(directory, 'out'))) {
        await rm(path.join(directory, 'out', file));
        if (file.endsWith('-1.xml')) out.push(file.replace(/-1\.xml$/, ''));
      }
      return out;
    },
    close: () => rm(directory, { recursive: true, force: true }),
  };
});
