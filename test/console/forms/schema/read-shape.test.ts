import { FORM_LANGUAGE } from '../../../../console/forms/form-language';
import { faultsWithEmptyFields } from '../../../../console/forms/schema/empty-fields';
import { countField, readShape, addOrRemoveRow } from '../../../../console/forms/schema/read-shape';
import { shapeOf, type Shape } from '../../../../console/forms/schema/shape';
import { writeShape } from '../../../../console/forms/schema/write-shape';
import { labelOfPath } from '../../../../console/forms/schema/words';
import { payShapeOf } from '../../../../console/payments/pay-shape';
import { DOCUMENT_KINDS } from '../../../../domain/documents/kinds';
import { DOCUMENT_TYPES, DocumentRequest } from '../../../../domain/documents/registry';
import { WORDS } from '../../../../console/words/use-words';
import { SAMPLES } from '../../../documents/support/samples';

/** Types a value into the form, field by field, as a person would. */
function type(form: URLSearchParams, value: unknown, path: string): void {
  if (Array.isArray(value)) {
    form.set(countField(path), String(value.length));
    value.forEach((item, row) => type(form, item, `${path}.${row}`));
    return;
  }
  if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) type(form, member, path === '' ? name : `${path}.${name}`);
    return;
  }
  if (typeof value === 'boolean') form.set(path, value ? 'yes' : 'no');
  if (typeof value === 'string' || typeof value === 'number') form.set(path, String(value));
}

describe('a form that is read off a schema', () => {
  it.each(DOCUMENT_TYPES)('says whatever the API can be told of a %s', (kind) => {
    // Lists of sixty come over the API.
    const samples = ['one', 'chinese', 'arabic'].map((suffix) => SAMPLES[`${kind}-${suffix}`]);
    const shape = shapeOf(DOCUMENT_KINDS[kind].request);
    for (const sample of samples) {
      const form = new URLSearchParams({ [FORM_LANGUAGE]: 'en' });
      // A single seal, and an order without a name, are written in the one way that the form has.
      const typed = DocumentRequest.parse(sample);
      type(form, typed, '');
      const entered = readShape(shape, form);
      expect(DocumentRequest.parse({ ...(entered as object), type: kind })).toEqual(typed);
      // Written into the fields of a form, it is the same again.
      const written = new URLSearchParams({ [FORM_LANGUAGE]: 'en' });
      expect(readShape(shape, writeShape(shape, typed, { language: 'en', form: written }))).toEqual(entered);
    }
  });

  const shape = shapeOf(DOCUMENT_KINDS.commercial_invoice.request);

  it('leaves out what was left empty, and an optional group of which nothing was entered', () => {
    const form = new URLSearchParams({
      'data.invoiceNumber': ' INV-1 ',
      'data.currency': 'usd',
      'data.consignee.name': '',
    });
    expect(readShape(shape, form)).toEqual({
      data: { invoiceNumber: 'INV-1', currency: 'USD', seller: {}, buyer: {}, items: [{}] },
    });
  });

  it('leaves what is no number for the schema to refuse', () => {
    const form = new URLSearchParams({ 'data.items.0.quantity': 'many', 'data.items.0.total': '12.50' });
    expect(readShape(shape, form)).toMatchObject({ data: { items: [{ quantity: 'many', total: 12.5 }] } });
  });

  it('takes one row more, and takes one away so that those behind it move up', () => {
    const form = new URLSearchParams({ add: 'data.items', 'data.items.0.description': 'Shirts' });
    const two = addOrRemoveRow(shape, form);
    expect(two.get(countField('data.items'))).toBe('2');
    two.delete('add');
    two.set('data.items.1.description', 'Shoes');
    two.set('remove', 'data.items.0');
    const one = addOrRemoveRow(shape, two);
    expect([one.get('data.items.0.description'), one.get(countField('data.items'))]).toEqual(['Shoes', '1']);
  });

  it('never goes below the rows that a list needs, nor above what a page can hold, nor to what is no list', () => {
    const first = new URLSearchParams({ remove: 'data.items.0' });
    expect(addOrRemoveRow(shape, first).get(countField('data.items'))).toBe('1');
    const many = new URLSearchParams({ add: 'data.items', [countField('data.items')]: '9999' });
    expect(addOrRemoveRow(shape, many).get(countField('data.items'))).toBe('50');
    const odd = new URLSearchParams({ add: 'data.seller.__proto__' });
    expect(addOrRemoveRow(shape, odd)).toBe(odd);
  });

  it('names fields as people read them', () => {
    expect(labelOfPath(WORDS.en, 'data.items.0.hsCode')).toBe('Item 1, HS code');
    expect(labelOfPath(WORDS.en, 'data.taxes.1.rate')).toBe('Tax 2, rate');
    expect(labelOfPath(WORDS.en, 'data.goods.0.packages')).toBe('Line of goods 1, packages');
    expect(labelOfPath(WORDS.en, 'data.seller.taxId')).toBe('Seller, tax ID');
    expect(labelOfPath(WORDS.de, 'data.taxes.0.name')).toBe('Steuer 1, Bezeichnung der Steuer');
    expect(labelOfPath(WORDS.es, 'data.items.1.quantity')).toBe('Partida 2, cantidad');
    expect(labelOfPath(WORDS['zh-Hans'], 'data.items.0.hsCode')).toBe('明细项 1，HS 编码');
    expect(labelOfPath(WORDS.fr, 'data')).toBe('Le formulaire');
    expect(labelOfPath(WORDS.de, 'signing_secret')).toBe('Signing secret');
  });

  it.each([
    ['en', 1.25],
    ['zh-Hans', 1.25],
    ['de', '1.250'],
    ['mixed', '1.250'],
    [null, '1.250'],
  ])('reads a number in the language %s of the form, and never guesses where it is not known', (language, read) => {
    const form = new URLSearchParams({ 'data.items.0.quantity': '1.250' });
    if (language !== null) form.set(FORM_LANGUAGE, language);
    expect(readShape(shape, form)).toMatchObject({ data: { items: [{ quantity: read }] } });
  });

  it('takes yes in each language for an order without a name, and writes it in the language of its reader', () => {
    const bill = shapeOf(DOCUMENT_KINDS.bill_of_lading.request);
    const read = (text: string) => readShape(bill, new URLSearchParams({ 'data.toOrder': text }));
    for (const text of ['yes', 'Ja', 'oui', 'sí', 'Si', '是'])
      expect(read(text)).toMatchObject({ data: { toOrder: true } });
    for (const text of ['Jansen', 'no']) expect(read(text)).toMatchObject({ data: { toOrder: text } });
    for (const [language, text] of [
      ['de', 'ja'],
      ['es', 'sí'],
    ] as const) {
      const written = writeShape(bill, { data: { toOrder: true } }, { language });
      expect(written.get('data.toOrder')).toBe(text);
      expect(WORDS[language].forms.toOrderHint).toContain(text);
    }
  });

  it('reads numbers as its reader writes them, and writes them so that they are read again', () => {
    const german = { language: 'de' } as const;
    const form = new URLSearchParams({ 'data.items.0.quantity': '1.250,5', 'data.items.0.unitPrice': '1.234' });
    form.set(FORM_LANGUAGE, 'de');
    expect(readShape(shape, form)).toMatchObject({
      data: { items: [{ quantity: 1250.5, unitPrice: '1.234' }] },
    });
    const written = writeShape(shape, { data: { items: [{ quantity: 1.234, unitPrice: 0.5 }] } }, german);
    expect(['quantity', 'unitPrice'].map((name) => written.get(`data.items.0.${name}`))).toEqual(['1,2340', '0,5']);
    written.set(FORM_LANGUAGE, 'de');
    expect(readShape(shape, written)).toMatchObject({ data: { items: [{ quantity: 1.234, unitPrice: 0.5 }] } });
  });
});

it('asks to fill in what was left empty, and says of everything else what is wrong', () => {
  const form = new URLSearchParams({
    number: '',
    'weight.value': ' ',
    'weight.unit': '',
    'size.value': 'x',
    'size.unit': '',
  });
  const fault = { code: 'invalid_union', message: 'must be a weight' };
  const asked = { code: 'required', message: 'must be filled in' };
  const own = { code: 'condition', message: 'is required with a size' };
  expect(
    faultsWithEmptyFields({ number: fault, weight: fault, size: fault, form: fault, other: 'taken' }, form),
  ).toEqual({
    ...{ number: asked, weight: asked, size: fault, form: fault, other: 'taken' },
  });
  expect(faultsWithEmptyFields({ number: own }, form)).toEqual({ number: own });
});

/** The last two members of each path of a shape, its lists, and what its fields offer. */
function partsOf(
  shape: Shape,
  path: readonly string[] = [],
): { members: string[]; lists: string[]; options: string[] } {
  if (shape.kind === 'value') return { members: [], lists: [], options: [...shape.options] };
  if (shape.kind === 'list') {
    const { lists, ...inner } = partsOf(shape.item, path);
    return { ...inner, lists: [...lists, path.at(-1) ?? ''] };
  }
  const found = shape.members.map(({ name, shape: member }) => {
    const inner = partsOf(member, [...path, name]);
    return { ...inner, members: [`${path.at(-1) ?? ''}.${name}`, ...inner.members] };
  });
  const all = (of: 'members' | 'lists' | 'options') => found.flatMap((one) => one[of]);
  return { members: all('members'), lists: all('lists'), options: all('options') };
}

describe('the catalogue of forms', () => {
  const pays = ['USD', 'CNY', 'INR', 'AED'].flatMap((currency) =>
    ['US', 'CN', 'IN', 'GB', 'AE'].map((country) => payShapeOf({ currency, country, isSaved: false })),
  );
  const shapes = [...DOCUMENT_TYPES.map((kind) => shapeOf(DOCUMENT_KINDS[kind].request)), ...pays];
  const { fields, forms } = WORDS.en;

  it('names each member of documents and payments, each list, and each choice that is no code', () => {
    for (const { members, lists, options } of shapes.map((shape) => partsOf(shape))) {
      const isNamed = (member: string): boolean => member in fields || (member.split('.').at(-1) ?? '') in fields;
      expect(members.filter((member) => member !== '.data' && !isNamed(member))).toEqual([]);
      expect(lists.filter((list) => !(list in forms.lists))).toEqual([]);
      expect(
        options.filter(
          (option) => !/^[A-Z0-9]{3,6}$/.test(option) && !(option in { ...forms.choices, ...forms.purposes }),
        ),
      ).toEqual([]);
    }
  });
});
