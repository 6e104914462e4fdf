import { z } from 'zod';
import { ORDER_MEMBERS } from '../../../../../domain/payments/dispatch/description/order-members';
import { PartnerOrderBody } from '../../../../../domain/payments/dispatch/partner-order';

interface Node {
  $ref?: string;
  anyOf?: Node[];
  type?: string | string[];
  properties?: Record<string, Node>;
}

it('names every text and number of an order to a partner', () => {
  const schema = z.toJSONSchema(PartnerOrderBody, { unrepresentable: 'any' }) as Node & { $defs: Record<string, Node> };
  const leaves = (node: Node, at: string): string[] => {
    if (node.$ref !== undefined) return leaves(schema.$defs[node.$ref.split('/').pop() ?? ''] ?? {}, at);
    if (node.properties === undefined) return [at];
    return Object.entries(node.properties).flatMap(([name, member]) => leaves(member, `${at}/${name}`));
  };
  expect([...ORDER_MEMBERS].sort()).toEqual(leaves(schema, '').sort());
});
