import type { Scope } from '../../../../domain/auth/principal';
import { conditionFaults } from '../../../../domain/payments/review/condition-faults';
import { keepConditions, type StatedCondition } from '../../../../domain/payments/review/conditions';

const AT = new Date('2026-11-20T12:00:00Z');

function faults(stated: StatedCondition, found: string | null, expiresAt?: string, scopes?: Scope[]): string[] {
  const { items } = keepConditions([stated], AT);
  return conditionFaults({ items, expiresAt, scopes }, [{ since: null, found }], AT).map(
    ({ field, code }) => `${field} ${code}`,
  );
}

const delivered: StatedCondition = { type: 'shipment_status', shipmentId: 'shp_1', status: 'delivered' };
const paper: StatedCondition = { type: 'document', documentType: 'packing_list' };

describe('faults of conditions', () => {
  it.each<[StatedCondition, string | null, string[]]>([
    [delivered, 'pending', []],
    [delivered, 'delivered', []],
    [delivered, 'cancelled', ['conditions.0.status never_met']],
    [{ ...delivered, status: 'cancelled' }, 'delivered', ['conditions.0.status never_met']],
    [delivered, null, ['conditions.0.shipmentId unknown_shipment']],
    [{ ...paper, shipmentId: 'shp_1' }, 'awaited', []],
    [{ ...paper, shipmentId: 'shp_1' }, null, ['conditions.0.shipmentId unknown_shipment']],
    [{ ...paper, sha256: 'a' }, null, ['conditions.0.sha256 unknown_document']],
    [{ ...paper, documentId: 'doc_1' }, null, ['conditions.0.documentId unknown_document']],
    [{ ...paper, shipmentId: 'shp_1' }, 'failed', []],
    [{ ...paper, documentId: 'doc_1' }, 'failed', ['conditions.0.documentId never_met']],
    [{ type: 'no_findings', shipmentId: 'shp_1' }, null, ['conditions.0.shipmentId unknown_shipment']],
    [{ type: 'no_findings', shipmentId: 'shp_1' }, 'compared', []],
    [{ type: 'payment_proved', instructionId: 'i' }, 'settled', []],
    [{ type: 'payment_proved', instructionId: 'i' }, 'cancelled', ['conditions.0.instructionId never_met']],
    [{ type: 'payment_proved', instructionId: 'i' }, 'returned', ['conditions.0.instructionId never_met']],
    [{ type: 'payment_proved', instructionId: 'i' }, null, ['conditions.0.instructionId unknown_payment']],
    [{ type: 'not_before', at: '2026-11-20T12:00:00Z' }, 'moment', ['conditions.0.at past']],
    [{ type: 'not_before', at: '2027-11-21T12:00:00Z' }, 'moment', ['conditions.0.at never_met']],
  ])('of %j, where %s was found: %j', (stated, found, wanted) => {
    expect(faults(stated, found)).toEqual(wanted);
  });

  it.each<[StatedCondition, Scope[], string[]]>([
    [delivered, ['payments:write'], ['conditions.0.shipmentId scope']],
    [delivered, ['shipments:read'], ['conditions.0.shipmentId unknown_shipment']],
    [{ ...paper, documentId: 'doc_1' }, ['shipments:read'], ['conditions.0.documentType scope']],
    [{ ...paper, shipmentId: 'shp_1' }, ['documents:read'], ['conditions.0.shipmentId scope']],
    [
      { type: 'no_findings', shipmentId: 'shp_1', severity: 'error' },
      ['shipments:read', 'documents:read'],
      ['conditions.0.severity scope'],
    ],
    [{ type: 'payment_proved', instructionId: 'i' }, [], ['conditions.0.instructionId scope']],
    [{ type: 'not_before', at: '2026-11-20T12:00:01Z' }, [], []],
  ])('of %j with a key that has %j: %j', (stated, scopes, wanted) => {
    expect(faults(stated, null, undefined, scopes)).toEqual(wanted);
  });

  it('name an end that is past or too late, and one without conditions', () => {
    expect(faults(delivered, 'pending', '2026-11-20T12:00:00Z')).toEqual(['conditionsExpireAt past']);
    expect(faults(delivered, 'pending', '2027-11-20T12:00:00.001Z')).toEqual(['conditionsExpireAt too_late']);
    expect(faults(delivered, 'pending', '2027-11-20T12:00:00Z')).toEqual([]);
    const alone = conditionFaults({ items: null, expiresAt: '2026-12-01T00:00:00Z' }, [], AT);
    expect(alone).toMatchObject([{ field: 'conditionsExpireAt', code: 'without_conditions' }]);
    expect(conditionFaults({ items: null, expiresAt: undefined }, [], AT)).toEqual([]);
  });
});
