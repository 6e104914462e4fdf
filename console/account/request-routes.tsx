import { findMadeBy } from '../../db/administration/search';
import { Requests } from './requests-page';
import type { SideRoute, SideVisit } from '../sides';
import type { Answer } from '../visit';

const MAX_TEXT = 100;

async function show({ parts, tenant, at, context }: SideVisit): Promise<Answer> {
  const id = (new URLSearchParams(context.querystring).get('id') ?? '').trim().slice(0, MAX_TEXT);
  const { accountId, environment } = tenant;
  const made = id === '' ? [] : await findMadeBy(parts.database, id, accountId);
  const found = made.filter((one) => one.environment === environment);
  return { kind: 'page', title: 'Requests', body: <Requests {...{ id, found, at }} /> };
}

export const REQUEST_ROUTES: readonly SideRoute[] = [
  { method: 'get', path: '/requests', access: 'account', handle: show },
];
