import { conditionViews, StatedConditions } from '../../../../domain/payments/review/condition-schema';
import { keepConditions } from '../../../../domain/payments/review/conditions';

const lacking = (condition: object): string[] =>
  (StatedConditions.safeParse([condition]).error?.issues ?? []).map(({ path }) => path.slice(1).join('.'));

describe('a condition in a body', () => {
  it.each<[object, string[]]>([
    [{ type: 'shipment_status' }, ['shipmentId', 'status']],
    [{ type: 'document' }, ['documentType', 'sha256']],
    [{ type: 'document', documentType: 'packing_list', shipmentId: 'shp_1' }, []],
    [{ type: 'document', documentType: 'packing_list', sha256: 'A' }, ['sha256']],
    [{ type: 'no_findings', severity: 'fatal' }, ['severity']],
    [{ type: 'payment_proved', instructionId: null }, ['instructionId']],
    [{ type: 'not_before', at: 'tomorrow' }, ['at']],
    [{ type: 'not_before', at: '2026-11-20T12:00:00+01:00' }, []],
    [{ type: 'document', documentType: 'packing_list', documentId: 'doc_1', shipmentId: 'shp_1' }, []],
    [{ type: 'no_findings', shipmentId: 'shp_1', severity: 'error', status: 'delivered' }, ['status']],
    [{ type: 'payment_proved', instructionId: 'i', at: '2026-01-01T00:00:00Z', sha256: null }, ['at']],
    [{ type: 'not_before', severity: 'info', shipmentId: 'shp_1' }, ['at', 'shipmentId', 'severity']],
  ])('%j has faults of %j', (condition, wanted) => {
    expect(lacking(condition)).toEqual(wanted);
  });

  it('is shown with whether it is met, and without what meets it', () => {
    const conditions = keepConditions(
      [{ type: 'shipment_status', shipmentId: 'shp_1', status: 'delivered' }],
      new Date(),
    );
    expect(conditionViews(conditions)).toEqual([
      {
        ...{ type: 'shipment_status', shipmentId: 'shp_1', status: 'delivered' },
        ...{ met: false, metAt: null, because: 'status_not_reached' },
      },
    ]);
    expect(conditionViews(null)).toEqual([]);
  });
});
