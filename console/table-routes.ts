import { z } from 'zod';
import { ConsoleCookies } from './auth/cookies';
import { KEPT_FORMS } from './forms/kept-form';
import { checkForm, requireSound } from './forms/read-form';
import { TABLES } from './parts';
import { pageOf } from './return-path';
import type { ConsoleRoute } from './route';
import { COLUMN_NAME, LISTS_WITH_CHOICE, MAX_HIDDEN, readChoice, writeChoice } from './table-choice';
import type { Answer, Visit } from './visit';
import { english } from './words/english';

const Columns = z.array(z.string().regex(COLUMN_NAME, 'is not a column')).max(MAX_HIDDEN);
const ChoiceForm = z.object({
  list: z.enum(LISTS_WITH_CHOICE, english.faults.codes.invalid_value),
  column: Columns,
  shown: Columns,
  compact: z.enum(['yes']).optional(),
});

/** A choice holds for a browser: a phone has other tables than a wide screen. */
async function choose({ context, form, parts }: Visit): Promise<Answer> {
  const sent = { list: form.get('list'), compact: form.get('compact') ?? undefined };
  const { list, column, shown, compact } = requireSound(
    checkForm(ChoiceForm, { ...sent, column: form.getAll('column'), shown: form.getAll('shown') }),
  );
  const cookies = new ConsoleCookies(context, parts.publicUrl);
  const hidden = new Map(readChoice(cookies.tables()).hidden);
  hidden.set(
    list,
    column.filter((one) => !shown.includes(one)),
  );
  cookies.setTables(writeChoice({ isCompact: compact !== undefined, hidden }));
  const page = pageOf(context, parts.publicUrl);
  // A kept form that was sent would be offered there once more.
  const location = page.startsWith(`${KEPT_FORMS}/`) ? '/console' : page;
  return { kind: 'done', notice: { name: 'table-saved' }, location };
}

/** Source: docs/GAPS.md#A9 */
export const TABLE_ROUTES: readonly ConsoleRoute[] = [{ method: 'post', path: TABLES, access: 'user', handle: choose }];
