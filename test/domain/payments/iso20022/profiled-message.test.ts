import { group, text, type Part } from '../../../../domain/payments/iso20022/element';
import { messageBy } from '../../../support/iso20022';

function sent(profile: 'generic' | 'sepa' | 'swiss' | 'cbpr', part: Part) {
  const message = messageBy(profile);
  const xml = message.write(part);
  const faults = message.faults.map(({ rule, member }) => `${member} ${rule}`);
  return { xml, faults, changes: message.changes };
}

const named = (name: string): Part => group('Cdtr', text('Nm', name));

/** Source: docs/GAPS.md#P23 */
describe('a message by the profile of a bank', () => {
  it.each([
    ['Müller & Söhne', 'Muller + Sohne'],
    ['Αθήνα', 'Athina'],
    ['Щука', 'SHTuka'],
    ['50 € „netto“', '50 E .netto.'],
    ['Cafe\u0301 №1 🙂', 'Cafe .1 .'],
    ['Đặng', 'Dang'],
  ])('converts %s for the banks of SEPA', (name, expected) => {
    expect(sent('sepa', named(name)).xml).toBe(`<Cdtr><Nm>${expected}</Nm></Cdtr>`);
  });

  it('leaves letters that the table does not have to a person', () => {
    const { faults, changes } = sent('sepa', named('株式会社'));
    expect(faults).toEqual(['beneficiary.name sepa/characters']);
    expect(changes).toEqual([]);
    expect(sent('generic', named('株式会社')).faults).toEqual([]);
  });

  it('names what it has changed and left out', () => {
    expect(sent('sepa', group('CdtTrfTxInf', named('Zoë'), group('Purp', text('Prtry', 'own')))).changes).toEqual([
      { member: 'beneficiary.name', sent: 'Zoe' },
      { member: 'purpose.code', sent: null },
    ]);
  });

  it('keeps Latin letters for Swiss banks, and converts others', () => {
    expect(sent('swiss', named('Gruère Škoda Șt Αθήνα')).xml).toContain('Gruère Škoda Șt Athina');
  });

  it('leaves out an address without town or country, and lines after the second', () => {
    const lines = ['1', '2', '3'].map((line) => text('AdrLine', line));
    const address = (...parts: Part[]) => group('Cdtr', group('PstlAdr', ...parts));
    expect(sent('generic', address(text('Ctry', 'DE')))).toMatchObject({ xml: '', changes: [] });
    expect(sent('generic', address(text('StrtNm', 'S'), text('Ctry', 'DE')))).toMatchObject({
      xml: '',
      changes: [{ member: 'beneficiary.address', sent: null }],
    });
    expect(sent('generic', address(text('TwnNm', 'T'), text('Ctry', 'DE'), ...lines)).xml).toBe(
      '<Cdtr><PstlAdr><TwnNm>T</TwnNm><Ctry>DE</Ctry><AdrLine>1</AdrLine><AdrLine>2</AdrLine></PstlAdr></Cdtr>',
    );
  });

  it('has a reference without a type as text where the bank takes typed ones alone', () => {
    const untyped = group(
      'RmtInf',
      group('Strd', group('CdtrRefInf', text('Ref', 'K_17')), text('AddtlRmtInf', 'Thanks')),
    );
    expect(sent('sepa', untyped)).toMatchObject({
      xml: '<RmtInf><Ustrd>K-17 Thanks</Ustrd></RmtInf>',
      changes: [{ member: 'remittance.text', sent: 'K-17 Thanks' }],
    });
    const plain = group(
      'RmtInf',
      group('Strd', group('CdtrRefInf', text('Ref', 'K17')), text('AddtlRmtInf', 'x'.repeat(140))),
    );
    expect(sent('sepa', plain).changes).toEqual([{ member: 'remittance.text', sent: `K17 ${'x'.repeat(136)}` }]);
    expect(sent('generic', untyped).xml).toContain('<Ref>K_17</Ref>');
  });

  it.each([
    ['sepa', text('InstdAmt', '1000000000.00', 'EUR'), ['amount sepa/amount']],
    ['sepa', text('InstdAmt', '1.00', 'USD'), ['currency sepa/currency']],
    ['sepa', text('ChrgBr', 'SHAR'), ['chargeBearer sepa/charges']],
    [
      'sepa',
      group('CdtrAcct', group('Id', group('Othr', text('Id', '1')))),
      ['beneficiary.bankAccount.accountNumber sepa/accounts'],
    ],
    ['cbpr', text('InstrId', 'A'.repeat(17)), ['InstrId cbpr/instructionIds']],
    [
      'cbpr',
      group('PmtTpInf', group('LclInstrm', text('Cd', 'INST'))),
      ['settlementRoute.settlementTimeline cbpr/instant'],
    ],
    ['generic', text('EndToEndId', 'instr_1'), ['EndToEndId generic/references']],
    ['generic', text('MsgId', 'a//b'), ['MsgId generic/references']],
    ['swiss', text('MsgId', 'AB12'), []],
  ] as const)('of %s is judged', (profile, part, faults) => {
    expect(sent(profile, part).faults).toEqual(faults);
  });

  it('has a QR reference with a QR-IBAN, and with no other account', () => {
    const to = (iban: string, ref: string | null): string[] =>
      sent(
        'swiss',
        group(
          'CdtTrfTxInf',
          group('CdtrAcct', group('Id', text('IBAN', iban))),
          group(
            'RmtInf',
            group('Strd', group('CdtrRefInf', group('Tp', group('CdOrPrtry', text('Prtry', 'QRR'))), text('Ref', ref))),
          ),
        ),
      ).faults;
    const broken = ['remittance.reference swiss/qrReference'];
    expect(to('CH4431999123000889012', '210000000003139471430009017')).toEqual([]);
    expect(to('CH4431999123000889012', null)).toEqual(broken);
    expect(to('CH9300762011623852957', '210000000003139471430009017')).toEqual(broken);
  });
});
