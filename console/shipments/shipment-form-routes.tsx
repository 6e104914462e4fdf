import { createShipment } from '../../api/shipments/create';
import { updateShipment } from '../../api/shipments/update';
import { ShipmentCreate, ShipmentPatch } from '../../domain/shipments/schemas';
import type { Shipment } from '../../domain/shipments/shipment';
import { memberOf } from '../../domain/unknown-value';
import { FORM_LANGUAGE } from '../forms/form-language';
import type { Faults } from '../forms/read-form';
import { faultsWithEmptyFields } from '../forms/schema/empty-fields';
import { readShape } from '../forms/schema/read-shape';
import { shapeOf } from '../forms/schema/shape';
import { ShapeForm } from '../forms/schema/shape-form';
import { writeShape } from '../forms/schema/write-shape';
import { createdId, submitOperation } from '../operation';
import { Hidden } from '../parts';
import type { SideRoute, SideVisit } from '../sides';
import type { Answer } from '../visit';
import { shipmentOf } from './shipment-routes';

/** A long description in any script, twice: as it was shown, and as it was changed. */
const FORM_LIMIT_BYTES = 64 * 1024;
const NEW = shapeOf(ShipmentCreate);
const CHANGE = shapeOf(ShipmentPatch.required({ origin_country: true, destination_country: true, status: true }));
/** Hidden field with the form as it was shown at first. */
const SHOWN = 'form_shown';
/** Members that say something only together: an amount with its currency, a weight with its unit. */
const TOGETHER = [
  ['value', 'currency'],
  ['weight', 'weight_unit'],
];

function creationPage(visit: SideVisit, faults: Faults, status = 200): Answer {
  const { at, form, formToken, words } = visit;
  const { newAdvice: advice, saveThe: save, leave, create: title } = words.shipments;
  const body = (
    <ShapeForm
      {...{ form, faults, formToken, shape: NEW }}
      {...{ action: at('/shipments/new'), back: at('/shipments'), words: { advice, save, leave } }}
    />
  );
  return { kind: 'page', title, body, status };
}

function saveNewShipment(visit: SideVisit): Promise<Answer> {
  const { at, form } = visit;
  return submitOperation(visit, createShipment, {
    body: readShape(NEW, form),
    done: (reply) => ({
      kind: 'done',
      notice: { name: 'shipment-saved' },
      location: at(`/shipments/${createdId(reply)}`),
    }),
    refused: (faults, status) => creationPage(visit, faultsWithEmptyFields(faults, form), status),
  });
}

/** A form with the details of a shipment. */
function filledWith(shipment: Shipment, { words: { language } }: SideVisit): URLSearchParams {
  return writeShape(CHANGE, shipment, { language, form: new URLSearchParams({ [FORM_LANGUAGE]: language }) });
}

async function editPage(visit: SideVisit, faults: Faults, status = 200): Promise<Answer> {
  const { at, formToken, form: sent, words } = visit;
  const { changeAdvice: advice, saveThe: save, leave, changeTitle: title } = words.shipments;
  const shipment = await shipmentOf(visit);
  const here = at(`/shipments/${shipment.id}`);
  const now = filledWith(shipment, visit);
  const form = sent.has('form_id') ? sent : now;
  const body = (
    <ShapeForm
      {...{ form, faults, formToken }}
      {...{ shape: CHANGE, action: `${here}/edit`, back: here, words: { advice, save, leave } }}
    >
      <Hidden name={SHOWN} value={sent.get(SHOWN) ?? now.toString()} />
    </ShapeForm>
  );
  return { kind: 'page', title, body, status };
}

/**
 * What changed since the form was shown, so that it does not revert what somebody else changed meanwhile, such as a
 * status set over the API. Members that belong together are all sent if one changed, so that no amount gets another
 * currency. An emptied field is null, or empty (a fault) if it cannot be cleared.
 */
function changedFields(form: URLSearchParams): Record<string, unknown> {
  const shown = readShape(CHANGE, new URLSearchParams(form.get(SHOWN) ?? ''));
  const sent = readShape(CHANGE, form);
  const isChanged = (name: string): boolean => memberOf(sent, name) !== memberOf(shown, name);
  const groupOf = (name: string): string[] => TOGETHER.find((group) => group.includes(name)) ?? [name];
  const changed = Object.entries(ShipmentPatch.shape).filter(([name]) => groupOf(name).some(isChanged));
  return Object.fromEntries(
    changed.map(([name, member]) => [name, memberOf(sent, name) ?? (member.safeParse(null).success ? null : '')]),
  );
}

async function saveShipment(visit: SideVisit): Promise<Answer> {
  const { at, form } = visit;
  const { id } = await shipmentOf(visit);
  return submitOperation(visit, updateShipment, {
    params: { id },
    body: changedFields(form),
    done: () => ({ kind: 'done', notice: { name: 'shipment-changed' }, location: at(`/shipments/${id}`) }),
    refused: (faults, status) => editPage(visit, faultsWithEmptyFields(faults, form), status),
  });
}

/** Source: docs/GAPS.md#S1 */
export const SHIPMENT_FORM_ROUTES: readonly SideRoute[] = [
  {
    method: 'get',
    path: '/shipments/new',
    access: 'developer',
    handle: (visit) => Promise.resolve(creationPage(visit, {})),
  },
  {
    method: 'post',
    path: '/shipments/new',
    access: 'developer',
    countsOnce: true,
    formLimitBytes: FORM_LIMIT_BYTES,
    handle: saveNewShipment,
  },
  {
    method: 'get',
    path: '/shipments/:shipmentId/edit',
    access: 'developer',
    handle: (visit) => editPage(visit, {}),
  },
  {
    method: 'post',
    path: '/shipments/:shipmentId/edit',
    access: 'developer',
    formLimitBytes: FORM_LIMIT_BYTES,
    handle: saveShipment,
  },
];
