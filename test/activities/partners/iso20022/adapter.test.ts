import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { iso20022Adapter } from '../../../../activities/partners/iso20022/adapter';
import { prepareDirectory } from '../../../../activities/partners/iso20022/directory';
import { CONFORMANCE_ORDER, describeConformance } from '../conformance';
import { DEBTOR } from '../../../../lab/benches/debtor';

const PARTNER = 'ptn_1';

async function newDirectory(): Promise<string> {
  const directory = await mkdtemp(path.join(tmpdir(), 'corridor-iso20022-'));
  await prepareDirectory(directory, PARTNER);
  return directory;
}

describeConformance('iso20022', async () => {
  const directory = await newDirectory();
  const out: string[] = [];
  return {
    adapter: iso20022Adapter(PARTNER, { ...DEBTOR, directory }),
    away: iso20022Adapter(PARTNER, { ...DEBTOR, directory: path.join(directory, 'not-mounted') }),
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

/** Source: docs/GAPS.md#P19 */
it('orders between banks where the client is one, and cancels by the name of what it ordered', async () => {
  const directory = await newDirectory();
  const asBank = { ...DEBTOR, directory, instructingBic: 'EXAMDEFFXXX' };
  const instructionId = 'instr_01jzzzzzzzzzzzzzzzzzzzzzzz';
  try {
    await iso20022Adapter(PARTNER, asBank).submit({ ...CONFORMANCE_ORDER, instructionId });
    // The settings have changed since.
    await iso20022Adapter(PARTNER, { ...DEBTOR, directory }).cancel(instructionId);
    const read = (part: string) => readFile(path.join(directory, 'out', `${instructionId}-${part}.xml`), 'utf8');
    expect(await read('1')).toContain('<InstgAgt><FinInstnId><BICFI>EXAMDEFFXXX</BICFI></FinInstnId></InstgAgt>');
    expect(await read('c')).toContain('<OrgnlMsgNmId>pacs.008.001.08</OrgnlMsgNmId>');
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});

it('puts out no request that breaks a rule of the bank, until the rule is gone', async () => {
  const directory = await newDirectory();
  const instructionId = 'instr_01jzzzzzzzzzzzzzzzzzzzzzzy';
  const reasons = { kind: 'refuse' as const, elements: ['CxlRsnInf/Rsn'] };
  try {
    await iso20022Adapter(PARTNER, { ...DEBTOR, directory }).submit({ ...CONFORMANCE_ORDER, instructionId });
    const strict = iso20022Adapter(PARTNER, { ...DEBTOR, directory, profileMembers: { reasons } });
    await expect(strict.cancel(instructionId)).rejects.toMatchObject({ code: 'BANK_RULES' });
    expect(await readdir(path.join(directory, 'out'))).toEqual([`${instructionId}-1.xml`]);
    await iso20022Adapter(PARTNER, { ...DEBTOR, directory }).cancel(instructionId);
    expect(await readdir(path.join(directory, 'out'))).toHaveLength(2);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});

it('asks for money back without words that the bank does not take', async () => {
  const directory = await newDirectory();
  const instructionId = 'instr_01jzzzzzzzzzzzzzzzzzzzzzzx';
  try {
    await iso20022Adapter(PARTNER, { ...DEBTOR, directory }).submit({ ...CONFORMANCE_ORDER, instructionId });
    const words = { kind: 'refuse' as const, elements: ['CxlRsnInf/AddtlInf'] };
    await iso20022Adapter(PARTNER, { ...DEBTOR, directory, profileMembers: { words } }).recall(instructionId, {
      reasonCode: 'FRAD',
      reason: 'ошибка',
      ...{ amount: 1250.5, currency: 'USD' },
      ...{ amount: 1250.5, currency: 'USD' },
    });
    const out = (await readdir(path.join(directory, 'out'))).filter((file) => !file.endsWith('-1.xml'));
    expect(out).toHaveLength(1);
    const request = await readFile(path.join(directory, 'out', out[0] ?? ''), 'utf8');
    expect(request).toContain('FRAD');
    expect(request).not.toContain('AddtlInf');
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});
