import { z } from 'zod';
import { deleteView, listSavedViews, MAX_SAVED_VIEWS, saveView } from '../../db/auth/saved-views';
import { invalidField } from '../../domain/errors';
import { printable } from '../../domain/schema-tools';
import { checkForm, messageOf, SpokenRefusal } from '../forms/read-form';
import { userOf } from '../user-of';
import type { Answer, Visit } from '../visit';
import { MAX_VIEW_NAME, viewQuery, type ViewsOfList } from './saved-views';

/** Lists of which people save views, by the name under which they are stored. */
export type ListWithViews = 'payments' | 'waiting-payments' | 'attention';

/** As the table has it. */
const MAX_QUERY = 2_000;

const ViewForm = z.object({
  name: z.string().trim().pipe(printable(MAX_VIEW_NAME)),
  query: z.string().max(MAX_QUERY).default(''),
});

/** The address below that of a list at which a form acts on its views. */
const BELOW = /\/views(\/delete)?$/;

interface Sent {
  userId: string;
  name: string;
  query: string;
  /** Address of the list. */
  path: string;
}

function sentBy(visit: Visit): Sent {
  const checked = checkForm(ViewForm, Object.fromEntries(visit.form));
  if (!checked.ok) {
    const [[field, fault] = ['name', '']] = Object.entries(checked.faults);
    throw invalidField(field, typeof fault === 'string' ? 'value' : fault.code, messageOf(fault));
  }
  const { name } = checked.value;
  const query = viewQuery(checked.value.query);
  if (query.length > MAX_QUERY) throw invalidField('query', 'too_long', `must be at most ${MAX_QUERY} characters`);
  return { userId: userOf(visit).id, name, query, path: visit.context.path.replace(BELOW, '') };
}

/** @returns what a list shows of the views of its reader */
export async function readViews(visit: Visit, list: ListWithViews, path: string): Promise<ViewsOfList> {
  const { parts, context, formToken } = visit;
  const views = await listSavedViews(parts.database, { userId: userOf(visit).id, list });
  return { path, views, query: context.querystring, formToken };
}

/** @returns the routes by which a reader of a list saves and deletes views of it. Source: docs/GAPS.md#A9 */
export function viewRoutes<Access extends string>(list: ListWithViews, path: string, access: Access) {
  const post = { method: 'post', access } as const;
  return [
    {
      ...post,
      path: `${path}/views`,
      handle: async (visit: Visit): Promise<Answer> => {
        const { path: here, ...view } = sentBy(visit);
        const words = visit.words.views;
        if (view.query === '') throw new SpokenRefusal('INVALID_REQUEST', words.narrowFirst);
        const isKept = await saveView(visit.parts.database, { ...view, list });
        if (!isKept) throw new SpokenRefusal('INVALID_REQUEST', words.tooMany(MAX_SAVED_VIEWS));
        return { kind: 'done', notice: { name: 'view-saved' }, location: `${here}?${view.query}` };
      },
    },
    {
      ...post,
      path: `${path}/views/delete`,
      handle: async (visit: Visit): Promise<Answer> => {
        const { path: here, userId, name } = sentBy(visit);
        await deleteView(visit.parts.database, { userId, list, name });
        return { kind: 'done', notice: { name: 'view-deleted' }, location: here };
      },
    },
  ];
}
