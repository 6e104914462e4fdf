import type { Tenant } from '../../domain/auth/tenant';
import type { Queryable } from '../database';

/** Documents shown beside a shipment; the list operation pages through more. */
const MAX_LINKED = 100;

export interface ShipmentLinks {
  documents: { documentId: string; type: string; status: string }[];
  /** Ids of the payment instructions that these documents name. */
  payments: string[];
}

interface LinkRow {
  id: string;
  type: string;
  status: string;
  instruction_id: string | null;
}

/** The newest documents made for a shipment, and the payments that they name. */
export async function findDocumentsOfShipment(
  client: Queryable,
  tenant: Tenant,
  shipmentId: string,
): Promise<ShipmentLinks> {
  const rows = await client.query<LinkRow>(
    `select id, type, status, instruction_id from documents
     where account_id = $1 and environment = $2 and shipment_id = $3 order by id desc limit $4`,
    [tenant.accountId, tenant.environment, shipmentId, MAX_LINKED],
  );
  const payments = rows.flatMap((row) => (row.instruction_id === null ? [] : [row.instruction_id]));
  return {
    documents: rows.map(({ id, type, status }) => ({ documentId: id, type, status })),
    payments: [...new Set(payments)],
  };
}

/** Whether the tenant has a payment of that id, archived or not. */
export async function ownsInstruction(client: Queryable, tenant: Tenant, id: string): Promise<boolean> {
  const rows = await client.query(
    `select 1 from payment_instructions where account_id = $1 and environment = $2 and id = $3
     union all select 1 from archive.payment_instructions where account_id = $1 and environment = $2 and id = $3`,
    [tenant.accountId, tenant.environment, id],
  );
  return rows.length > 0;
}
