import { z } from 'zod';
import { invitePartnerPerson, listPartnerPeople } from '../../../db/administration/partner-people';
import { performAct } from '../../../db/administration/perform';
import { readPartnerRow } from '../../../db/administration/settlement-network';
import { LINK_DAYS, userLink } from '../../../domain/auth/user-links';
import { displayName, emailAddress } from '../../../domain/auth/users';
import { DomainError } from '../../../domain/errors';
import { NewSecretPage } from '../../account/key-actions';
import { checkForm, faultsOf, type Faults } from '../../forms/read-form';
import type { ConsoleRoute } from '../../route';
import { operatorOf } from '../../user-of';
import type { Answer, Visit } from '../../visit';
import { doneOrProposed } from '../proposal-routes';
import { NETWORK } from './network-page';
import { PartnerPeople } from './partner-people';

const InviteForm = z.object({ email: emailAddress, name: displayName });

const idOf = ({ params }: Visit): string => params['id'] ?? '';
const pageOf = (partnerId: string): string => `${NETWORK}/partners/${partnerId}`;
const placeOf = ({ parts: { database, vault } }: Visit) => ({ database, vault: () => vault });

async function refusedPage(visit: Visit, faults: Faults): Promise<Answer> {
  const partnerId = idOf(visit);
  const { form, formToken, parts } = visit;
  const partner = await readPartnerRow(parts.database, partnerId);
  const people = await listPartnerPeople(parts.database, partnerId);
  const entered = { email: form.get('email') ?? '', name: form.get('name') ?? '' };
  const body = <PartnerPeople {...{ people, partnerId, entered, faults, formToken }} />;
  return { kind: 'page', title: partner.name, body, status: 400 };
}

async function inviteToPartner(visit: Visit): Promise<Answer> {
  const { form, parts } = visit;
  const partnerId = idOf(visit);
  const checked = checkForm(InviteForm, { email: form.get('email') ?? '', name: form.get('name') ?? '' });
  if (!checked.ok) return refusedPage(visit, checked.faults);
  try {
    const request = { ...checked.value, partnerId };
    const { token, isProposed } = await invitePartnerPerson(placeOf(visit), request, { actor: operatorOf(visit) });
    const advice = `Copy it now and hand it over in private. It is valid for ${LINK_DAYS.password} days.`;
    const note = isProposed ? 'It works once another operator confirms the person under Proposals.' : null;
    const what = `link for ${checked.value.email}`;
    const body = (
      <NewSecretPage secret={userLink(parts.publicUrl, token)} {...{ what, advice, note }} back={pageOf(partnerId)} />
    );
    return { kind: 'page', title: 'The invitation', body, status: isProposed ? 202 : 201 };
  } catch (fault) {
    return refusedPage(visit, faultsOf(fault));
  }
}

async function switchPartnerPerson(visit: Visit): Promise<Answer> {
  const { form, parts } = visit;
  const partnerId = idOf(visit);
  const people = await listPartnerPeople(parts.database, partnerId);
  const person = people.find(({ id }) => id === form.get('user'));
  if (person === undefined) throw new DomainError('NOT_FOUND', 'The partner has no such person.');
  const request = { kind: 'user', id: person.id, isDisabled: form.get('disable') === 'yes' } as const;
  const done = await performAct(placeOf(visit), 'managed.switched', request, { actor: operatorOf(visit) });
  return doneOrProposed(done.state === 'proposed' ? 202 : 200, {
    kind: 'done',
    notice: { name: request.isDisabled ? 'person-disabled' : 'person-enabled' },
    location: pageOf(partnerId),
  });
}

const PEOPLE = `${NETWORK}/partners/:id/people`;

/** Source: docs/GAPS.md#A3 */
export const OPERATOR_PARTNER_PEOPLE_ROUTES: readonly ConsoleRoute[] = [
  { method: 'post', path: PEOPLE, access: 'administration', makesSecret: true, handle: inviteToPartner },
  { method: 'post', path: `${PEOPLE}/switch`, access: 'administration', handle: switchPartnerPerson },
];
