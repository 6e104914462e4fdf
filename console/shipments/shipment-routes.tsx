import { filtersOf } from '../../api/shipments/search';
import { findShipments } from '../../api/shipments/page';
import { deleteShipment } from '../../api/shipments/delete';
import { decideShipmentFinding } from '../../api/shipments/file';
import { landedCostOf } from '../../api/shipments/landed-cost';
import { parseWhole } from '../../api/field-faults';
import { listDocuments } from '../../db/documents/documents';
import { readClearancesOf, readConsignment } from '../../db/shipments/findings';
import { findShipment } from '../../db/shipments/shipments';
import { listDeliveries } from '../../db/webhooks/deliveries';
import { DomainError } from '../../domain/errors';
import { idOfCursor, pageOf, type Page } from '../../domain/schema-tools';
import { ShipmentSearch } from '../../domain/shipments/schemas';
import type { Shipment } from '../../domain/shipments/shipment';
import { faultsOf, SpokenRefusal, type Faults } from '../forms/read-form';
import { readShape } from '../forms/schema/read-shape';
import { shapeOf } from '../forms/schema/shape';
import { fileRoute, type ListFile } from '../list';
import { orderOf } from '../list-order';
import { runOperation, submitOperation } from '../operation';
import type { SideRoute, SideVisit } from '../sides';
import { mayChange } from '../user-of';
import type { Answer } from '../visit';
import { shipmentTitle } from './shipment-name';
import { DeleteShipment, ShipmentDetails } from './shipment-page';
import { Shipments } from './shipments-page';

const PAGE = 25;
/** Documents and deliveries that a shipment's page shows. */
const SHOWN = 50;
/** How long a further page of a file waits for other text searches, which take two seconds at most. */
const FURTHER_PAGE_WAIT_MS = 60_000;
const FILTER = shapeOf(ShipmentSearch.omit({ limit: true, cursor: true }));
const NO_PAGE = { items: [], nextCursor: null };

/**
 * What the address asks for, as the search of the API takes it; fields that were left empty do not narrow it.
 * @throws DomainError INVALID_REQUEST with the fault of each field
 */
function filterOf({ context }: SideVisit) {
  return filtersOf(parseWhole(ShipmentSearch, readShape(FILTER, new URLSearchParams(context.querystring))));
}

async function showShipments(visit: SideVisit): Promise<Answer> {
  const { at, context, parts, tenant, words } = visit;
  const { querystring: query } = context;
  const entered = Object.fromEntries(new URLSearchParams(query));
  const mayCreate = mayChange(visit, tenant.environment);
  const answer = (page: Page<Shipment>, faults: Faults, status: number): Answer => {
    const body = <Shipments {...{ page, entered, faults, query, mayCreate, at }} />;
    return { kind: 'page', title: words.shipments.title, body, status };
  };
  const page = { order: orderOf(visit), after: idOfCursor(entered['cursor'], 'shipment'), limit: PAGE + 1 };
  try {
    const rows = await findShipments(parts.services, tenant, { ...filterOf(visit), ...page });
    return answer(pageOf(rows, PAGE), {}, 200);
  } catch (fault) {
    return answer(NO_PAGE, faultsOf(fault, ['UNAVAILABLE']), fault instanceof DomainError ? fault.status : 400);
  }
}

const FILE: ListFile<SideVisit, ReturnType<typeof filterOf>, Shipment> = {
  name: 'shipments',
  asked: (visit) => ({ ok: true, value: filterOf(visit) }),
  read: ({ parts, tenant }, query) =>
    findShipments(parts.services, tenant, {
      ...query,
      // A file that has begun cannot be refused any more.
      ...(query.after === undefined ? {} : { waitMs: FURTHER_PAGE_WAIT_MS }),
    }),
  columns: {
    id: ({ id }) => id,
    reference: ({ reference }) => reference,
    status: ({ status }) => status,
    origin_country: ({ origin_country }) => origin_country,
    destination_country: ({ destination_country }) => destination_country,
    hs_code: ({ hs_code }) => hs_code,
    description: ({ description }) => description,
    value: ({ value }) => value,
    currency: ({ currency }) => currency,
    weight: ({ weight }) => weight,
    weight_unit: ({ weight_unit }) => weight_unit,
    buyer: ({ buyer }) => buyer,
    created: ({ created_at }) => created_at,
    changed: ({ updated_at }) => updated_at,
  },
};

/** The shipment that the address names. */
export async function shipmentOf({ parts, tenant, params, words }: SideVisit): Promise<Shipment> {
  const found = await findShipment(parts.database, tenant, params['shipmentId'] ?? '');
  if (found === null) throw new SpokenRefusal('NOT_FOUND', words.shipments.noSuch);
  return found;
}

async function showShipment(visit: SideVisit, faults: Faults = {}, status = 200): Promise<Answer> {
  const { at, formToken, parts, tenant, words } = visit;
  const { database, vault } = parts;
  const shipment = await shipmentOf(visit);
  const { id } = shipment;
  const [file, landedCost, documents, deliveries] = await Promise.all([
    readConsignment(database, vault, tenant, id),
    landedCostOf(database, shipment, parts.now()),
    listDocuments(database, tenant, { shipmentId: id, limit: SHOWN }),
    listDeliveries(database, { tenant, subject: id, limit: SHOWN }),
  ]);
  const may = mayChange(visit, tenant.environment);
  const paid = file?.payments.map((payment) => payment.id) ?? [];
  const clearances = await readClearancesOf(database, paid);
  const compared = { findings: file?.findings ?? [], faults, formToken };
  const body = (
    <ShipmentDetails
      {...{ shipment, landedCost, clearances, documents, deliveries, at, ...compared }}
      mayChange={may}
    />
  );
  return { kind: 'page', title: shipmentTitle(shipment, words), body, status };
}

async function decideFinding(visit: SideVisit): Promise<Answer> {
  const { at, form, params } = visit;
  const { id } = await shipmentOf(visit);
  const reason = form.get('reason') ?? '';
  return submitOperation(visit, decideShipmentFinding, {
    params: { id, finding: params['finding'] ?? '' },
    body: { status: form.get('status'), ...(reason === '' ? {} : { reason }) },
    done: () => ({ kind: 'done', notice: { name: 'finding-decided' }, location: at(`/shipments/${id}`) }),
    refused: (faults, status) => showShipment(visit, faults, status),
  });
}

async function deletion(visit: SideVisit): Promise<Answer> {
  const { at, formToken, words } = visit;
  const body = <DeleteShipment {...{ formToken, at }} shipment={await shipmentOf(visit)} />;
  return { kind: 'page', title: words.shipments.deleteTitle, body };
}

async function remove(visit: SideVisit): Promise<Answer> {
  const { id } = await shipmentOf(visit);
  await runOperation(visit, deleteShipment, { params: { id } });
  return { kind: 'done', notice: { name: 'shipment-deleted' }, location: visit.at('/shipments') };
}

const ONE = '/shipments/:shipmentId';

/** Source: docs/GAPS.md#S1 */
export const SHIPMENT_ROUTES: readonly SideRoute[] = [
  { method: 'get', path: '/shipments', access: 'account', handle: showShipments },
  fileRoute({ path: '/shipments/file', access: 'account' }, FILE),
  { method: 'get', path: ONE, access: 'account', handle: (visit) => showShipment(visit) },
  { method: 'post', path: `${ONE}/findings/:finding`, access: 'developer', handle: decideFinding },
  { method: 'get', path: `${ONE}/delete`, access: 'developer', handle: deletion },
  { method: 'post', path: `${ONE}/delete`, access: 'developer', handle: remove },
];
