import { findOrCreateAccount } from '../../../db/auth/accounts';
import { createUser } from '../../../db/auth/users';
import { payShapeOf } from '../../../console/payments/pay-shape';
import { WORDS } from '../../../console/words/use-words';
import { isEntered } from '../../../console/forms/schema/read-shape';
import type { Shape } from '../../../console/forms/schema/shape';
import { createConsoleApp, Person } from '../../support/console-app';
import { startTestPartner } from '../../support/partner';
import { startStack, type Stack } from '../../support/stack';

const PASSWORD = 'nine blue herons at dawn';
const PAY = '/console/test/payments/new';
const TO_US = `${PAY}?currency=usd&country=us`;

let stack: Stack;
let owner: Person;
let viewer: Person;

beforeAll(async () => {
  stack = await startStack();
  await startTestPartner(stack.database, stack.vault, { name: 'north' });
  const app = createConsoleApp(stack.database, { services: stack.services, vault: stack.vault });
  const { id: accountId } = await findOrCreateAccount(stack.database, 'Blue Harbour');
  const person = async (role: 'owner' | 'viewer'): Promise<Person> => {
    const email = `${role}@example.com`;
    await createUser(stack.database, { email, name: role, role, password: PASSWORD, accountId, actor: 'command:test' });
    const one = new Person(app);
    await one.logIn(email, PASSWORD);
    return one;
  };
  owner = await person('owner');
  viewer = await person('viewer');
});

type Fields = [string, string][];
const TO: Fields = [
  ['to.currency', 'USD'],
  ['to.country', 'US'],
  ['to.beneficiary', ''],
];
const WHOLE: Fields = [
  ...TO,
  ['amount', '125.50'],
  ['beneficiary.name', 'Example Trading Ltd'],
  ['beneficiary.country', 'US'],
  ['beneficiary.bankAccount.accountNumber', '9876543210'],
  ['beneficiary.bankAccount.swiftBic', 'BOFAUS3N'],
  ['purpose.code', 'trade_settlement'],
];

function pathsOf(shape: Shape, path = ''): string[] {
  if (shape.kind !== 'group') return [path];
  return shape.members.flatMap(({ name, shape: member }) => pathsOf(member, path === '' ? name : `${path}.${name}`));
}

async function countPayments(): Promise<number> {
  return (await stack.database.query('select from payment_instructions')).length;
}

/** Source: docs/GAPS.md#P2 */
describe('the fields of a form that pays', () => {
  it('are those that the corridor asks for', () => {
    const euro = pathsOf(payShapeOf({ currency: 'EUR', country: 'DE', isSaved: false }));
    expect(euro).not.toContain('beneficiary.bankAccount.swiftBic');
    const dollar = pathsOf(payShapeOf({ currency: 'USD', country: 'US', isSaved: false }));
    expect(dollar).toContain('beneficiary.bankAccount.swiftBic');
    expect(dollar).not.toContain('purpose.nationalCode');
    expect(pathsOf(payShapeOf({ currency: 'AED', country: 'AE', isSaved: false }))).toContain('purpose.nationalCode');
    for (const paths of [euro, dollar]) {
      for (const never of ['currency', 'uetr', 'quoteId', 'beneficiary.bankAccount.country'])
        expect(paths).not.toContain(never);
    }
  });

  it('are none of the payee where a saved one is paid', () => {
    const shape = payShapeOf({ currency: 'USD', country: 'US', isSaved: true });
    expect(pathsOf(shape).filter((path) => path.startsWith('beneficiary'))).toEqual([]);
    expect(isEntered(shape, new URLSearchParams({ amount: '5' }), '')).toBe(true);
  });
});

describe('a payment from the console', () => {
  it('begins with a currency and a country, each with its fault', async () => {
    expect((await owner.get('/console/test/payments')).text).toContain(`href="${PAY}"`);
    const { text } = await owner.get(PAY);
    expect(text).toContain('Somebody new');
    for (const [list, code] of [
      ['currencies', 'USD'],
      ['countries', 'US'],
    ] as const) {
      expect(text).toContain(`list="${list}"`);
      expect(text).toMatch(new RegExp(`<datalist id="${list}">.*?<option value="${code}"`));
    }
    const refused = await owner.get(`${PAY}?currency=EUX&country=`);
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('id="currency-fault"');
    expect(refused.text).toContain('id="country-fault"');
  });

  it('keeps what was typed beside each fault', async () => {
    const answer = await owner.submit(TO_US, PAY, [
      ...TO,
      ['amount', 'many'],
      ['beneficiary.name', 'Example Trading'],
      ['beneficiary.bankAccount.accountNumber', '98_76'],
    ]);
    expect(answer.status).toBe(400);
    for (const field of ['amount', 'beneficiary.bankAccount.accountNumber', 'purpose.code']) {
      expect(answer.text).toContain(`id="${field}-fault"`);
    }
    expect(answer.text).toContain('value="many"');
    expect(answer.text).toContain('value="Example Trading"');
  });

  it('is shown before it is paid, and paid by the button there', async () => {
    const before = await countPayments();
    const shown = await owner.submit(TO_US, `${PAY}/review`, WHOLE);
    expect(shown.status).toBe(200);
    for (const words of ['125.50', 'north', 'Expected', 'Screening']) expect(shown.text).toContain(words);
    const unfit = await owner.submit(TO_US, `${PAY}/review`, TO);
    expect(unfit.status).toBe(400);
    expect(unfit.text).toContain('#amount');
    expect(await countPayments()).toBe(before);
    expect(shown.text).toContain('Example Trading Ltd, 9876543210');
    expect(shown.text).toContain('>Pay 125.50 USD</button>');
    const paid = await owner.post(
      PAY,
      [...shown.text.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(
        ([, name = '', value = '']): [string, string] => [name, value],
      ),
    );
    expect(paid.status).toBe(303);
    expect(await countPayments()).toBe(before + 1);
  });

  it('begins like the newest one, and is filled in like one that was made', async () => {
    const { text } = await owner.get(PAY);
    expect(text).toMatch(/name="to\.currency"[^>]*value="USD"/);
    expect(text).toContain('name="beneficiary.bankAccount.swiftBic"');
    const [row] = await stack.database.query<{ id: string }>('select id from payment_instructions limit 1');
    const { text: again } = await owner.get(`${PAY}?like=${row?.id}`);
    expect(again).toMatch(/name="amount"[^>]*value="125\.5"/);
    expect(again).toContain('value="Example Trading Ltd"');
    expect(again).not.toContain('9876543210');
    expect((await owner.get(`${PAY}?like=instr_00000000007000000000000000`)).status).toBe(404);
  });

  it('keeps what was typed where another country asks for other fields, or the country is wrong', async () => {
    const typed: Fields = [...WHOLE.slice(3), ['to.currency', 'EUR'], ['to.beneficiary', '']];
    const wrong = await owner.submit(TO_US, `${PAY}/fields`, [...typed, ['to.country', 'XX']]);
    expect([wrong.status, wrong.text.includes('id="country-fault"')]).toEqual([400, true]);
    expect(wrong.text).toContain('name="amount" value="125.50"');
    const german = await owner.submit(TO_US, `${PAY}/fields`, [...typed, ['to.country', 'DE']]);
    expect(german.status).toBe(200);
    expect(german.text).toMatch(/<label for="beneficiary\.bankAccount\.accountNumber">IBAN</);
    expect(german.text).toMatch(/name="amount"[^>]*value="125\.50"/);
    expect(german.text).toMatch(/name="beneficiary\.country"[^>]*value="US"/);
  });

  it('has the payee in the country of the account as long as nobody says another one', async () => {
    const { text } = await owner.get(PAY);
    expect(text).toMatch(/name="to\.shown" value="US"/);
    const toCanada = (country: string): Fields => [
      ...WHOLE.map(([name, value]): [string, string] => {
        if (name === 'to.country') return [name, 'CA'];
        return [name, name === 'beneficiary.country' ? country : value];
      }),
      ['to.shown', 'US'],
    ];
    const followed = await owner.submit(TO_US, `${PAY}/fields`, toCanada('US'));
    expect(followed.text).toMatch(/name="beneficiary\.country"[^>]*value="CA"/);
    const kept = await owner.submit(TO_US, `${PAY}/fields`, toCanada('MX'));
    expect(kept.text).toMatch(/name="beneficiary\.country"[^>]*value="MX"/);
    const reviewed = await owner.submit(TO_US, `${PAY}/review`, [...WHOLE, ['to.shown', 'US']]);
    for (const fact of ['Country</dt><dd>US', 'Country of the account</dt><dd>US', 'SWIFT BIC</dt><dd>BOFAUS3N'])
      expect(reviewed.text).toContain(fact);
  });

  it.each([
    ['de', '1.250,50', '1.250,50'],
    ['fr', '1\u202f250,50', '1\u202f250,50'],
    ['es', '1250,50', '1250,50'],
    ['zh-Hans', '1250.50', '1,250.50'],
  ] as const)(
    'is shown before it is paid in %s with an amount as it is written there, and never a guessed one',
    async (language, amount, shown) => {
      const { pay, faults } = WORDS[language];
      await owner.submit(PAY, '/console/language', [['language', language]]);
      const typed = (text: string): Fields => WHOLE.map(([name, value]) => [name, name === 'amount' ? text : value]);
      const { status, text } = await owner.submit(TO_US, `${PAY}/review`, typed(amount));
      expect(status).toBe(200);
      for (const words of [`${shown} USD`, pay.route, pay.screening, pay.screened.not_screened])
        expect(text).toContain(words);
      const doubtful = await owner.submit(TO_US, PAY, typed('1,250'));
      expect([doubtful.status, doubtful.text.includes(faults.codes.number)]).toEqual([400, true]);
      await owner.submit(PAY, '/console/language', [['language', 'en']]);
    },
  );

  const inLanguage = (language: string) => owner.submit(PAY, '/console/language', [['language', language]]);
  const hiddenOn = (page: string) =>
    ['form_token', 'form_id', 'form_language'].map((name): [string, string] => {
      const value = new RegExp(`name="${name}" value="([^"]+)"`).exec(page)?.[1];
      return [name, value ?? ''];
    });
  const paying = (amount: string): Fields => WHOLE.map(([name, value]) => [name, name === 'amount' ? amount : value]);

  it('has the amount that its form meant, also when another tab has changed the language', async () => {
    const before = await countPayments();
    await inLanguage('de');
    const german = hiddenOn((await owner.get(TO_US)).text);
    await inLanguage('en');
    const refused = await owner.post(PAY, [...german, ...paying('1.250')]);
    expect([refused.status, refused.text.includes('id="amount-fault"')]).toEqual([400, true]);
    // Its page is English, and the amount in it was typed in German.
    const again = await owner.post(PAY, [...hiddenOn(refused.text), ...paying('1.250')]);
    expect([again.status, again.text.includes('id="amount-fault"')]).toEqual([400, true]);
    expect(await countPayments()).toBe(before);
    const certain = await owner.post(`${PAY}/review`, [...hiddenOn(again.text), ...paying('1.250,50')]);
    expect(certain.text).toContain('1,250.50 USD');
    const english = hiddenOn((await owner.get(TO_US)).text);
    await inLanguage('de');
    const shown = await owner.post(`${PAY}/review`, [...english, ...paying('1.250')]);
    expect(shown.text).toContain('1,25 USD');
    await inLanguage('en');
  });

  it('is made once, however often its form is sent', async () => {
    const before = await countPayments();
    const { text: page } = await owner.get(TO_US);
    const token = /name="form_token" value="([^"]+)"/.exec(page)?.[1] ?? '';
    const form: Fields = [['form_token', token], ['form_id', 'the-very-form'], ...WHOLE];
    // A double click, and the form again by the button "back".
    const both = await Promise.all([owner.post(PAY, form), owner.post(PAY, form)]);
    const made = both.find(({ status }) => status === 303);
    expect(both.map(({ status }) => status).sort()).toEqual([303, 409]);
    expect((await owner.post(PAY, form)).status).toBe(409);
    expect(made?.headers['location']).toMatch(/\/console\/test\/payments\/instr_[0-9a-z]{26}$/);
    expect(await countPayments()).toBe(before + 1);
    const { text } = await owner.get(String(made?.headers['location']));
    expect(text).toContain('Example Trading Ltd');
  });

  it('goes to a saved payee, in another currency too', async () => {
    const payee = await owner.submit('/console/test/beneficiaries/new', '/console/test/beneficiaries', [
      ['name', 'Northern Steel'],
      ['country', 'US'],
      ['bankAccount.accountNumber', '1234567890'],
      ['bankAccount.swiftBic', 'BOFAUS3N'],
      ['bankAccount.country', 'US'],
    ]);
    const id = /ben_[0-9a-z]+/.exec(String(payee.headers['location']))?.[0] ?? '';
    expect((await owner.get(`/console/test/beneficiaries/${id}`)).text).toContain(`${PAY}?beneficiary=${id}`);
    expect((await owner.get(`${PAY}?beneficiary=${id}`)).text).toContain(`<option value="${id}" selected`);
    const form = `${PAY}?beneficiary=${id}&currency=USD&country=`;
    expect((await owner.get(form)).text).not.toContain('beneficiary.name');
    const made = await owner.submit(form, PAY, [
      ['to.currency', 'USD'],
      ['to.country', 'US'],
      ['to.beneficiary', id],
      ['amount', '7'],
      ['purpose.code', 'services'],
    ]);
    expect(made.status).toBe(303);
    expect((await owner.get(String(made.headers['location']))).text).toContain('Northern Steel');
  });

  it('is made by nobody who may only read', async () => {
    expect((await viewer.get('/console/test/payments')).text).not.toContain(`href="${PAY}"`);
    expect((await viewer.get(PAY)).status).toBe(403);
    expect((await viewer.submit('/console/test/payments', PAY, WHOLE)).status).toBe(403);
    expect((await owner.get(`${PAY}?beneficiary=ben_00000000007000000000000000&currency=USD`)).status).toBe(404);
  });
});
