import { countField, readShape, withRows } from '../../../../console/forms/schema/read-shape';
import { shapeOf } from '../../../../console/forms/schema/shape';
import { writeShape } from '../../../../console/forms/schema/write-shape';
import { labelOfPath } from '../../../../console/forms/schema/words';
import { DOCUMENT_KINDS } from '../../../../domain/documents/kinds';
import { DOCUMENT_TYPES, DocumentRequest } from '../../../../domain/documents/registry';
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
      const form = new URLSearchParams();
      // A single seal, and an order without a name, are written in the one way that the form has.
      const typed = DocumentRequest.parse(sample);
      type(form, typed, '');
      const entered = readShape(shape, form);
      expect(DocumentRequest.parse({ ...(entered as object), type: kind })).toEqual(typed);
      // Written into the fields of a form, it is the same again.
      expect(readShape(shape, writeShape(shape, typed))).toEqual(entered);
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
    const two = withRows(shape, form);
    expect(two.get(countField('data.items'))).toBe('2');
    two.delete('add');
    two.set('data.items.1.description', 'Shoes');
    two.set('remove', 'data.items.0');
    const one = withRows(shape, two);
    expect([one.get('data.items.0.description'), one.get(countField('data.items'))]).toEqual(['Shoes', '1']);
  });

  it('never goes below the rows that a list needs, nor above what a page can hold, nor to what is no list', () => {
    const first = new URLSearchParams({ remove: 'data.items.0' });
    expect(withRows(shape, first).get(countField('data.items'))).toBe('1');
    const many = new URLSearchParams({ add: 'data.items', [countField('data.items')]: '9999' });
    expect(withRows(shape, many).get(countField('data.items'))).toBe('50');
    const odd = new URLSearchParams({ add: 'data.seller.__proto__' });
    expect(withRows(shape, odd)).toBe(odd);
  });

  it('names fields as people read them', () => {
    expect(labelOfPath('data.items.0.hsCode')).toBe('Item 1, HS code');
    expect(labelOfPath('data.taxes.1.rate')).toBe('Tax 2, rate');
    expect(labelOfPath('data.goods.0.packages')).toBe('Line of goods 1, packages');
    expect(labelOfPath('data.seller.taxId')).toBe('Seller, tax ID');
  });
});
