import { account, agent, isLei, party } from '../../../../domain/payments/iso20022/parties';
import { markupOf, type Part } from '../../../../domain/payments/iso20022/element';

const xml = (part: Part): string => (part === null ? '' : markupOf(part));

it('names a bank by what is known of it, and says nothing where only the account names it', () => {
  expect(agent('CdtrAgt', {})).toBeNull();
  expect(agent('CdtrAgt', { name: 'Bank' })).toBeNull();
  expect(xml(agent('CdtrAgt', { bic: 'BARCGB22' }))).toBe(
    '<CdtrAgt><FinInstnId><BICFI>BARCGB22</BICFI></FinInstnId></CdtrAgt>',
  );
});

it('names an account by its IBAN or by its number', () => {
  expect(xml(account('A', 'gb29 nwbk 6016 1331 9268 19', 'GB'))).toBe(
    '<A><Id><IBAN>GB29NWBK60161331926819</IBAN></Id></A>',
  );
  expect(xml(account('A', '12-3', 'US'))).toBe('<A><Id><Othr><Id>12-3</Id></Othr></Id></A>');
});

it('leaves out what is no LEI', () => {
  expect([isLei('529900T8BM49AURSDO55'), isLei('529900')]).toEqual([true, false]);
  expect(xml(party('A', { name: 'N', country: 'DE', lei: '529900' }))).toBe(
    '<A><Nm>N</Nm><PstlAdr><Ctry>DE</Ctry></PstlAdr></A>',
  );
});
