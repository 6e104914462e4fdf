import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { instantRefusal, OrderWriter } from '../../../../domain/payments/iso20022/order-writer';
import { PROFILE_NAMES, type BankRule } from '../../../../domain/facts/bank-profiles';
import { CORPUS } from '../../../support/bank-corpus';
import { schemaFaults } from '../../../support/iso20022';
import { DEBTOR } from '../../../../lab/benches/debtor';

type Profile = 'generic' | 'sepa' | 'swiss' | 'cbpr';

const SWISS_DEBTOR = { debtorAccount: 'CH9300762011623852957', debtorBic: 'UBSWCHZH80A', debtorCountry: 'CH' };

function writer(profile: Profile, settings: object = {}): OrderWriter {
  return new OrderWriter({ ...DEBTOR, directory: '/tmp/bank', ...settings, profile });
}

/** Restricted FIN X, as banks have it for identifiers. Source: EPC217-08; Swiss Payment Standards; CBPR+ */
const IDENTIFIER = /^(?!\/)(?!.*\/\/)[A-Za-z0-9/?:().,'+ -]{1,35}(?<!\/)$/;
const IDENTIFIERS = ['MsgId', 'PmtInfId', 'InstrId', 'EndToEndId', 'TxId', 'BizMsgIdr'];

function textsOf(xml: string, ...elements: string[]): string[] {
  return elements.flatMap((element) =>
    [...xml.matchAll(new RegExp(`<${element}>([^<]*)</${element}>`, 'g'))].map(([, text = '']) => text),
  );
}

function unescaped(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}

/** The rules restated from their texts, so that neither the writer nor its table judges itself. */
function rulesBroken(xml: string, characters: RegExp, nameLength: number): string[] {
  const broken = textsOf(xml, ...IDENTIFIERS).filter((one) => !IDENTIFIER.test(one));
  const texts = textsOf(xml, 'Nm', 'StrtNm', 'BldgNb', 'BldgNm', 'PstCd', 'TwnNm', 'CtrySubDvsn', 'AdrLine', 'Ustrd');
  broken.push(...texts.map(unescaped).filter((one) => !characters.test(one)));
  broken.push(
    ...textsOf(xml, 'Nm')
      .map(unescaped)
      .filter((one) => Array.from(one).length > nameLength),
  );
  const addresses = [...xml.matchAll(/<PstlAdr>(.*?)<\/PstlAdr>/g)].map(([, address = '']) => address);
  broken.push(...addresses.filter((one) => !one.includes('<TwnNm>') || !one.includes('<Ctry>')));
  broken.push(...addresses.filter((one) => (one.match(/<AdrLine>/g) ?? []).length > 2));
  return broken;
}

const SEPA_TEXT = /^[A-Za-z0-9/?:().,'+ -]*$/;
const SWISS_TEXT = /^[\u0020-\u007e\u00a0-\u017f\u0218-\u021b\u20ac]*$/;
const FIN_TEXT = /^[\u0020-\u007e]*$/;
const ANY_TEXT = /^[^\p{Cc}]*$/u;

const bodyOf = (xml: string): string => xml.replace(/^.*?(?=<Document)/s, '').replace(/(?<=<\/Document>).*$/s, '');
const asPacs009 = (xml: string): string => bodyOf(xml).replace('pacs.008.001.08', 'pacs.008.001.09');

const BANK = { instructingBic: 'EXAMDEFFXXX' };
const JUDGED: [string, Profile, object, [RegExp, number], [string, (xml: string) => string]][] = [
  ['generic', 'generic', {}, [ANY_TEXT, 140], ['pain.001.001.09', bodyOf]],
  ['generic between banks', 'generic', BANK, [ANY_TEXT, 140], ['pacs.008.001.09', asPacs009]],
  ['sepa', 'sepa', {}, [SEPA_TEXT, 70], ['pain.001.001.09_GBIC_5', bodyOf]],
  ['swiss', 'swiss', SWISS_DEBTOR, [SWISS_TEXT, 70], ['pain.001.001.09', bodyOf]],
  ['cbpr', 'cbpr', BANK, [FIN_TEXT, 140], ['pacs.008.001.09', asPacs009]],
  ['cbpr of a customer', 'cbpr', {}, [FIN_TEXT, 140], ['pain.001.001.09', bodyOf]],
];

/** Judging by a schema takes its time: `order-corpus.deep.ts` has all files judged. */
const SAMPLE = 5;
const isWhole = (): boolean => process.env['CORRIDOR_WHOLE_CORPUS'] === '1';

/** Source: docs/GAPS.md#P23 */
describe('orders of many forms', () => {
  it('are at least 200', () => {
    expect(CORPUS.length).toBeGreaterThanOrEqual(200);
  });

  it.each(JUDGED)(
    '%s: each file keeps the rules, or is held',
    async (_name, profile, settings, [text, length], judge) => {
      const [definition, content] = judge;
      const written = CORPUS.map((order) => writer(profile, settings).order(order));
      const leaving = written.filter(({ faults }) => faults.length === 0).map((one) => one.content);
      expect(leaving.length).toBeGreaterThan(50);
      expect(leaving.flatMap((xml) => rulesBroken(xml, text, length))).toEqual([]);
      const judged = leaving.filter((_, index) => isWhole() || index % SAMPLE === 0).map(content);
      expect(await schemaFaults(definition, ...judged)).toEqual([]);
    },
  );

  it('are held by the profile sepa for what its schema refuses too', async () => {
    const held = CORPUS.map((order) => writer('sepa').order(order)).filter(({ faults }) => faults.length > 0);
    const seen = held.filter(({ faults }) => faults.some(({ rule }) => !/characters|qrReference/.test(rule)));
    expect(seen.length).toBeGreaterThan(10);
    for (const { content } of seen.slice(0, 4)) {
      expect(await schemaFaults('pain.001.001.09_GBIC_5', content)).not.toEqual([]);
    }
  });

  it('carry an instant payment as one', () => {
    const instant = CORPUS.find(({ timeline, chargeBearer }) => timeline === 'instant' && chargeBearer === 'SLEV');
    if (instant === undefined) throw new Error('the corpus has none');
    expect(writer('sepa').order(instant).content).toContain(
      '<PmtTpInf><SvcLvl><Cd>SEPA</Cd></SvcLvl><LclInstrm><Cd>INST</Cd></LclInstrm></PmtTpInf>',
    );
    expect(
      writer('cbpr', BANK)
        .order(instant)
        .faults.map(({ rule }) => rule),
    ).toContain('cbpr/instant');
  });

  it('have a header in their envelope by the profile cbpr, with an InstrId of 16 characters', () => {
    const [order] = CORPUS;
    const xml = order === undefined ? '' : writer('cbpr', BANK).order(order).content;
    expect(xml).toContain('<RequestPayload><AppHdr ');
    expect(textsOf(xml, 'InstrId')[0]).toHaveLength(16);
    expect(textsOf(xml, 'BizMsgIdr')).toEqual(textsOf(xml, 'MsgId'));
  });
});

it('a request to cancel goes in the message that the profile has for the order', () => {
  const order = { messageId: 'M', instrId: 'I', endToEndId: 'E', uetr: null };
  const ask = (profile: Profile, definition: string): string | undefined =>
    /xsd:(camt[^"]+)/.exec(
      writer(profile).request({
        instructionId: 'instr_01jzzzzzzzzzzzzzzzzzzzzzzz',
        part: 'c',
        createdAt: new Date('2026-11-28T12:00:00Z'),
        order: { ...order, definition },
        reasonCode: 'CUST',
        reason: null,
      }).content,
    )?.[1];
  expect(ask('generic', 'pain.001.001.09')).toBe('camt.055.001.08');
  expect(ask('sepa', 'pain.001.001.09')).toBe('camt.055.001.05');
  expect(ask('cbpr', 'pacs.008.001.08')).toBe('camt.056.001.08');
});

it.each(JUDGED)('docs/samples has an order by the profile %s, as it is written', (name, profile, settings) => {
  const order = CORPUS.find(
    (one) =>
      one.beneficiary.address?.postalCode !== undefined && writer(profile, settings).order(one).faults.length === 0,
  );
  if (order === undefined) throw new Error('the corpus has none');
  const file = path.join(__dirname, '../../../../docs/samples', `order-${name.replaceAll(' ', '-')}.xml`);
  const { content } = writer(profile, settings).order(order);
  if (process.env['UPDATE_SAMPLES'] === '1') writeFileSync(file, content);
  expect(readFileSync(file, 'utf8')).toBe(content);
});

/** Source: docs/GAPS.md#P23 */
describe('a bank', () => {
  const at = new Date('2026-11-28T12:00:00Z');
  const refusal = (profile: Profile, instant?: BankRule | null, settings: object = {}) =>
    instantRefusal(
      {
        ...{ ...DEBTOR, directory: '/tmp/bank', profile },
        ...{ ...settings, ...(instant === undefined ? {} : { profileMembers: { instant } }) },
      },
      at,
    );

  it('takes instant payments unless a rule refuses or omits what asks for one, which is named', () => {
    expect(PROFILE_NAMES.map((profile) => refusal(profile))).toEqual([null, null, null, 'cbpr/instant']);
    expect(refusal('cbpr', null)).toBeNull();
    for (const element of ['LclInstrm', 'PmtTpInf', 'PmtInf/PmtTpInf', 'LclInstrm/Cd']) {
      expect([element, refusal('sepa', { kind: 'omit', elements: [element] })]).toEqual([element, 'sepa/instant']);
    }
    expect(refusal('sepa', { kind: 'values', elements: ['LclInstrm/Cd'], values: ['OTHR'] })).toBe('sepa/instant');
    const ofPain: BankRule = { kind: 'refuse', elements: ['PmtInf/PmtTpInf'] };
    expect(refusal('sepa', ofPain)).toBe('sepa/instant');
    expect(refusal('sepa', ofPain, { instructingBic: 'COBADEFFXXX' })).toBeNull();
  });
});
