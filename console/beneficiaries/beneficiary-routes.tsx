import { z } from 'zod';
import { beneficiaryNotFound, beneficiaryView } from '../../api/beneficiaries/common';
import { confirmBeneficiary } from '../../api/beneficiaries/confirm';
import { createBeneficiary } from '../../api/beneficiaries/create';
import { deleteBeneficiary } from '../../api/beneficiaries/delete';
import { updateBeneficiary } from '../../api/beneficiaries/update';
import { findBeneficiary, listBeneficiaries, type StoredBeneficiary } from '../../db/beneficiaries/beneficiary-rows';
import { BeneficiaryPatch, SavedBeneficiary } from '../../domain/beneficiaries/beneficiary-schema';
import { withEmptyFields } from '../forms/schema/empty-fields';
import { readShape } from '../forms/schema/read-shape';
import { shapeOf } from '../forms/schema/shape';
import { ShapeForm } from '../forms/schema/shape-form';
import { numberIn, type Faults } from '../forms/read-form';
import { listRoutes, type List } from '../list';
import { createdId, runOperation, submit } from '../operation';
import { mayChange, userOf } from '../user-of';
import type { SideRoute, SideVisit } from '../sides';
import type { Answer } from '../visit';
import { Beneficiaries, BeneficiaryDetails, DeleteBeneficiary } from './beneficiaries-page';

/** Documents and registrations of a payee come over the API. */
const NEW = shapeOf(z.object(SavedBeneficiary.shape).omit({ identifiers: true }));
const CHANGE = shapeOf(z.object(BeneficiaryPatch.shape).pick({ label: true, name: true, bankAccount: true }));

const idOf = ({ params }: SideVisit): string => params['beneficiaryId'] ?? '';

async function beneficiaryOf(visit: SideVisit): Promise<StoredBeneficiary> {
  const { parts, tenant } = visit;
  const found = await findBeneficiary(parts.database, parts.vault, tenant, idOf(visit));
  if (found === null) throw beneficiaryNotFound();
  return found;
}

const LIST: List<SideVisit, object, ReturnType<typeof beneficiaryView>> = {
  name: 'beneficiaries',
  ids: 'beneficiary',
  read: async ({ parts, tenant }, query) =>
    (await listBeneficiaries(parts.database, parts.vault, tenant, query)).map(beneficiaryView),
  columns: {
    id: ({ id }) => id,
    name: ({ label, name }) => label ?? name,
    // What the list shows: account numbers are masked there, too.
    account_number: ({ bankAccount }) => bankAccount.accountNumber,
    bank: ({ bankAccount }) => bankAccount.bankName,
    country: ({ bankAccount }) => bankAccount.country,
    screening: ({ screening }) => screening.class,
    held_until: ({ heldUntil }) => heldUntil,
    saved: ({ createdAt }) => createdAt,
    changed: ({ updatedAt }) => updatedAt,
  },
};

function creation(visit: SideVisit, faults: Faults, status = 200): Answer {
  const { at, form, formToken, words } = visit;
  const { newAdvice: advice, saveThe: save, leave, save: title } = words.beneficiaries;
  const back = at('/beneficiaries');
  const body = (
    <ShapeForm {...{ form, faults, formToken, back }} shape={NEW} action={back} words={{ advice, save, leave }} />
  );
  return { kind: 'page', title, body, status };
}

function create(visit: SideVisit): Promise<Answer> {
  const { at, form } = visit;
  return submit(visit, createBeneficiary, {
    body: readShape(NEW, form),
    done: (reply) => ({
      kind: 'done',
      notice: { name: 'beneficiary-saved' },
      location: at(`/beneficiaries/${createdId(reply)}`),
    }),
    refused: (faults, status) => creation(visit, withEmptyFields(faults, form), status),
  });
}

async function show(visit: SideVisit): Promise<Answer> {
  const { at, formToken, tenant } = visit;
  const row = await beneficiaryOf(visit);
  const may = mayChange(visit, tenant.environment);
  const isOwnChange = row.changedBy.includes(userOf(visit).id);
  const body = (
    <BeneficiaryDetails
      {...{ at, formToken, isOwnChange }}
      beneficiary={beneficiaryView(row)}
      earlierHeldUntil={row.earlierHeldUntil}
      mayChange={may}
    />
  );
  return { kind: 'page', title: visit.words.beneficiaries.one, body };
}

async function edition(visit: SideVisit, faults: Faults, status = 200): Promise<Answer> {
  const { at, form, formToken, words } = visit;
  const { id, details } = await beneficiaryOf(visit);
  const { label = '', name, bankAccount } = details;
  const { bankName = '', swiftBic = '', country, clearing } = bankAccount;
  // The number itself is never shown again: it is typed anew, or left empty.
  const now = {
    ...{ label, name, 'bankAccount.bankName': bankName, 'bankAccount.swiftBic': swiftBic },
    'bankAccount.country': country,
    'bankAccount.clearing.scheme': clearing?.scheme ?? '',
    'bankAccount.clearing.code': clearing?.code ?? '',
  };
  const entered = form.has('form_id') ? form : new URLSearchParams(now);
  const here = at(`/beneficiaries/${id}`);
  const { changeAdvice: advice, saveThe: save, leave, changeTitle: title } = words.beneficiaries;
  const body = (
    <ShapeForm
      {...{ faults, formToken }}
      {...{ form: entered, shape: CHANGE, action: `${here}/edit`, back: here, words: { advice, save, leave } }}
    />
  );
  return { kind: 'page', title, body, status };
}

async function change(visit: SideVisit): Promise<Answer> {
  const { at, form } = visit;
  const { id } = await beneficiaryOf(visit);
  return submit(visit, updateBeneficiary, {
    params: { id },
    body: readShape(CHANGE, form),
    done: () => ({ kind: 'done', notice: { name: 'beneficiary-changed' }, location: at(`/beneficiaries/${id}`) }),
    refused: (faults, status) => edition(visit, faults, status),
  });
}

async function confirm(visit: SideVisit): Promise<Answer> {
  const id = idOf(visit);
  const body = { version: numberIn(visit.form.get('version') ?? '') };
  await runOperation(visit, confirmBeneficiary, { params: { id }, body });
  return { kind: 'done', notice: { name: 'beneficiary-confirmed' }, location: visit.at(`/beneficiaries/${id}`) };
}

async function deletion(visit: SideVisit): Promise<Answer> {
  const { at, formToken } = visit;
  const beneficiary = beneficiaryView(await beneficiaryOf(visit));
  return {
    kind: 'page',
    title: visit.words.beneficiaries.deleteTitle,
    body: <DeleteBeneficiary {...{ beneficiary, formToken, at }} />,
  };
}

async function remove(visit: SideVisit): Promise<Answer> {
  await runOperation(visit, deleteBeneficiary, { params: { id: idOf(visit) } });
  return { kind: 'done', notice: { name: 'beneficiary-deleted' }, location: visit.at('/beneficiaries') };
}

const ONE = '/beneficiaries/:beneficiaryId';

/** Source: docs/GAPS.md#P16 */
export const BENEFICIARY_ROUTES: readonly SideRoute[] = [
  ...listRoutes({ path: '/beneficiaries', access: 'account' }, LIST, (visit, { page, query }) => {
    const shown = { beneficiaries: page.items, next: page.nextCursor, query, at: visit.at };
    const body = <Beneficiaries {...shown} mayChange={mayChange(visit, visit.tenant.environment)} />;
    return { title: visit.words.beneficiaries.title, body };
  }),
  { method: 'get', path: '/beneficiaries/new', access: 'developer', handle: async (visit) => creation(visit, {}) },
  { method: 'post', path: '/beneficiaries', access: 'developer', countsOnce: true, handle: create },
  { method: 'get', path: ONE, access: 'account', handle: show },
  { method: 'get', path: `${ONE}/edit`, access: 'developer', handle: (visit) => edition(visit, {}) },
  { method: 'post', path: `${ONE}/edit`, access: 'developer', handle: change },
  { method: 'post', path: `${ONE}/confirm`, access: 'developer', handle: confirm },
  { method: 'get', path: `${ONE}/delete`, access: 'developer', handle: deletion },
  { method: 'post', path: `${ONE}/delete`, access: 'developer', handle: remove },
];
