import { INCOTERMS, isMisusedIncoterm } from '../../../../domain/documents/rules/incoterms';

/** Source: International Chamber of Commerce, Incoterms 2020: FAS, FOB, CFR and CIF are for ships. */
describe('a rule of Incoterms', () => {
  it.each(['FAS', 'FOB', 'CFR', 'CIF'] as const)('%s is misused off the water', (code) => {
    const misused = ['sea', 'inland_waterway', 'multimodal', 'air', 'road', 'rail', 'post'].filter((mode) =>
      isMisusedIncoterm(code, mode),
    );
    expect(misused).toEqual(['air', 'road', 'rail', 'post']);
  });

  it('is otherwise for any transport', () => {
    const any = INCOTERMS.filter((code) => !isMisusedIncoterm(code, 'air'));
    expect([...any].sort()).toEqual(['CIP', 'CPT', 'DAP', 'DDP', 'DPU', 'EXW', 'FCA']);
  });
});
