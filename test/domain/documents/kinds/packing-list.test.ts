import { checkContent, DocumentRequest } from '../../../../domain/documents/registry';
import { SAMPLES } from '../../../documents/support/samples';

const FACTS = { today: '2026-03-02', agreements: [] };

describe('weights of two units', () => {
  const mixed = [
    { value: 17.5, unit: 'KGM' as const },
    { value: 31.716, unit: 'LBR' as const },
  ];
  it.each([31.886, 31.886136])('accept the stated total %d', (value) => {
    const contents = [{ description: 'Cotton T-shirts' }];
    const packages = mixed.map((weight, index) => {
      return { number: String(index), type: 'Carton', quantity: 1, contents, netWeight: weight, grossWeight: weight };
    });
    const data = { ...SAMPLES['packing_list-one']?.data, packages, totalNetWeight: { value, unit: 'KGM' } };
    const request = JSON.parse(JSON.stringify({ type: 'packing_list', data })) as unknown;
    expect(checkContent(DocumentRequest.parse(request), FACTS).faults).toEqual([]);
  });
});
