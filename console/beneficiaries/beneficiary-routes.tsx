import { z } from 'zod';
import { beneficiaryNotFound, beneficiaryView } from '../../api/beneficiaries/common';
import { confirmBeneficiary } from '../../api/beneficiaries/confirm';
import { createBeneficiary } from '../../api/beneficiaries/create';
import { deleteBeneficiary } from '../../api/beneficiaries/delete';
import { updateBeneficiary } from '../../api/beneficiaries/update';
import { appendAuditEntry } from '../../db/auth/audit-log';
import { readPeople } from '../../db/auth/makers';
import {
  findBeneficiary,
  listBeneficiaries,
  listOpenChanges,
  type StoredBeneficiary,
} from '../../db/beneficiaries/beneficiary-rows';
import { BeneficiaryPatch, SavedBeneficiary } from '../../domain/beneficiaries/beneficiary-schema';
import { replacedAt } from '../../domain/beneficiaries/change';
import { memberDependence } from '../../domain/auth/independence';
import { DomainError } from '../../domain/errors';
import { faultsWithEmptyFields } from '../forms/schema/empty-fields';
import { readShape } from '../forms/schema/read-shape';
import { shapeOf } from '../forms/schema/shape';
import { ShapeForm } from '../forms/schema/shape-form';
import { numberIn, textOf, type Faults } from '../forms/read-form';
import { listRoutes, type List } from '../list';
import { createdId, runOperation, submitOperation } from '../operation';
import { actorOf, mayChange, userOf } from '../user-of';
import type { SideRoute, SideVisit } from '../sides';
import type { Answer } from '../visit';
import { Beneficiaries, BeneficiaryDetails, ComparedDetails, DeleteBeneficiary } from './beneficiaries-page';

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

function creationPage(visit: SideVisit, faults: Faults, status = 200): Answer {
  const { at, form, formToken, words } = visit;
  const { newAdvice: advice, saveThe: save, leave, save: title } = words.beneficiaries;
  const back = at('/beneficiaries');
  const body = (
    <ShapeForm {...{ form, faults, formToken, back }} shape={NEW} action={back} words={{ advice, save, leave }} />
  );
  return { kind: 'page', title, body, status };
}

function saveNewBeneficiary(visit: SideVisit): Promise<Answer> {
  const { at, form } = visit;
  return submitOperation(visit, createBeneficiary, {
    body: readShape(NEW, form),
    done: (reply) => ({
      kind: 'done',
      notice: { name: 'beneficiary-saved' },
      location: at(`/beneficiaries/${createdId(reply)}`),
    }),
    refused: (faults, status) => creationPage(visit, faultsWithEmptyFields(faults, form), status),
  });
}

/**
 * Whether the visitor is independent of everybody who made the change to be confirmed.
 * Source: docs/GAPS.md#A5
 */
async function mayConfirm(visit: SideVisit, { changedBy, heldUntil }: StoredBeneficiary): Promise<boolean> {
  if (heldUntil === null || !mayChange(visit, visit.tenant.environment)) return false;
  const { id: personId } = userOf(visit);
  const makersOf = await readPeople(visit.parts.database, { accountId: visit.tenant.accountId });
  const earlier = { firsts: changedBy, areApart: false };
  return memberDependence(earlier, { id: actorOf(visit).id, personId }, makersOf) === null;
}

async function showBeneficiary(visit: SideVisit): Promise<Answer> {
  const { at, formToken, tenant } = visit;
  const row = await beneficiaryOf(visit);
  const may = mayChange(visit, tenant.environment);
  const isOwnChange = row.changedBy.includes(userOf(visit).id);
  const body = (
    <BeneficiaryDetails
      {...{ at, formToken, isOwnChange }}
      isConfirmable={!row.changedBy.includes(null)}
      beneficiary={beneficiaryView(row)}
      earlierHeldUntil={row.earlierHeldUntil}
      confirmedWith={row.change?.confirmedWith ?? null}
      mayConfirm={await mayConfirm(visit, row)}
      mayChange={may}
    />
  );
  return { kind: 'page', title: row.details.name, body };
}

async function editPage(visit: SideVisit, faults: Faults, status = 200): Promise<Answer> {
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

async function saveBeneficiary(visit: SideVisit): Promise<Answer> {
  const { at, form } = visit;
  const { id } = await beneficiaryOf(visit);
  return submitOperation(visit, updateBeneficiary, {
    params: { id },
    body: readShape(CHANGE, form),
    done: () => ({ kind: 'done', notice: { name: 'beneficiary-changed' }, location: at(`/beneficiaries/${id}`) }),
    refused: (faults, status) => editPage(visit, faults, status),
  });
}

/**
 * Shows old and new bank details in full, after a proof, to a member who may confirm the change; the audit log records
 * who saw them.
 * @throws DomainError FORBIDDEN for any other member
 */
async function compareDetails(visit: SideVisit, faults: Faults = {}, status = 200): Promise<Answer> {
  const { at, form, formToken, parts, tenant, words } = visit;
  const row = await beneficiaryOf(visit);
  const { id, change, details, heldUntil, version, settledVersion } = row;
  const earlier = change === null ? null : replacedAt(change, settledVersion);
  if (heldUntil === null || earlier === null) return { kind: 'redirect', location: at(`/beneficiaries/${id}`) };
  if (!(await mayConfirm(visit, row))) {
    throw new DomainError('FORBIDDEN', 'Changed bank details are shown in full to members who may confirm them.');
  }
  const entry = { act: 'beneficiary.bank_details_shown', subject: id, accountId: tenant.accountId };
  const detail = { environment: tenant.environment, version };
  await appendAuditEntry(parts.database, { actor: actorOf(visit), ...entry, detail });
  const changes = await listOpenChanges(parts.database, id);
  const shown = { id, version, earlier, present: details.bankAccount, changes };
  const body = <ComparedDetails {...shown} {...{ form, faults, formToken, at }} />;
  return { kind: 'page', title: words.beneficiaries.compareTitle, body, status };
}

function confirmDetails(visit: SideVisit): Promise<Answer> {
  const { at, form } = visit;
  const id = idOf(visit);
  const [person, way] = ['person', 'way'].map((name) => textOf(form, `confirmedWith.${name}`));
  return submitOperation(visit, confirmBeneficiary, {
    params: { id },
    body: { version: numberIn(form.get('version') ?? ''), confirmedWith: { person, way } },
    done: () => ({ kind: 'done', notice: { name: 'beneficiary-confirmed' }, location: at(`/beneficiaries/${id}`) }),
    refused: (faults, status) => compareDetails(visit, faultsWithEmptyFields(faults, form), status),
  });
}

async function deletionPage(visit: SideVisit): Promise<Answer> {
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
  { method: 'get', path: '/beneficiaries/new', access: 'developer', handle: async (visit) => creationPage(visit, {}) },
  { method: 'post', path: '/beneficiaries', access: 'developer', countsOnce: true, handle: saveNewBeneficiary },
  { method: 'get', path: ONE, access: 'account', handle: showBeneficiary },
  { method: 'get', path: `${ONE}/edit`, access: 'developer', handle: (visit) => editPage(visit, {}) },
  { method: 'post', path: `${ONE}/edit`, access: 'developer', handle: saveBeneficiary },
  { method: 'post', path: `${ONE}/compare`, access: 'developer', handle: (visit) => compareDetails(visit) },
  { method: 'post', path: `${ONE}/confirm`, access: 'developer', handle: confirmDetails },
  { method: 'get', path: `${ONE}/delete`, access: 'developer', handle: deletionPage },
  { method: 'post', path: `${ONE}/delete`, access: 'developer', handle: remove },
];
