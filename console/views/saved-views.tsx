import type { VNode } from 'preact';
import type { SavedView } from '../../db/auth/saved-views';
import { Field, Form, Hidden, Internal } from '../parts';
import { useWords } from '../words/use-words';

/** Characters of a view's name. */
export const MAX_VIEW_NAME = 40;

export interface ViewsOfList {
  /** Address of the list. */
  path: string;
  views: readonly SavedView[];
  /** Of the page that is shown. */
  query: string;
  formToken: string;
}

/** @returns filters and order of a list's address, in an order of their own; without the place in the list */
export function viewQuery(query: string): string {
  const parameters = new URLSearchParams(query);
  parameters.delete('cursor');
  const filled = [...parameters].filter(([, value]) => value !== '');
  return new URLSearchParams(filled.sort(([one], [other]) => one.localeCompare(other))).toString();
}

function Tab({ to, name, isCurrent }: { to: string; name: string; isCurrent: boolean }): VNode {
  return (
    <li>
      <a href={to} aria-current={isCurrent ? 'page' : undefined}>
        {name}
      </a>
    </li>
  );
}

/** The views that the reader has saved of a list, as tabs; one can be saved, and the one that is shown deleted. */
export function SavedViews({ path, views, query, formToken }: ViewsOfList): VNode | null {
  const { views: words } = useWords();
  const shown = viewQuery(query);
  const current = views.find((view) => view.query === shown);
  if (shown === '' && views.length === 0) return null;
  return (
    <div class="views">
      <ul class="tabs" aria-label={words.saved}>
        <Tab to={path} name={words.all} isCurrent={shown === ''} />
        {views.map((view) => (
          <Tab key={view.name} to={`${path}?${view.query}`} name={view.name} isCurrent={view === current} />
        ))}
      </ul>
      {current !== undefined && (
        <Form className="inline" action={`${path}/views/delete`} formToken={formToken}>
          <Hidden name="name" value={current.name} />
          <button class="quiet small">{words.deleteThis}</button>
        </Form>
      )}
      {current === undefined && shown !== '' && (
        <details>
          <summary>{words.saveAs}</summary>
          <Form className="inline actions" action={`${path}/views`} formToken={formToken}>
            <Internal name="query" value={shown} />
            <Field id="view-name" name="name" label={words.name} maxlength={MAX_VIEW_NAME} autocomplete="off" />
            <button class="small">{words.save}</button>
          </Form>
        </details>
      )}
    </div>
  );
}
