import { createContext, type VNode } from 'preact';
import { useContext } from 'preact/hooks';
import type { ListWithChoice, TableChoice } from '../table-choice';
import { useWords } from '../words/use-words';
import { Checkbox, Form, Internal } from './forms';

/** Where the form is sent. */
export const TABLES = '/console/tables';

interface Chooser {
  choice: TableChoice;
  /** That of the form by which it is changed. */
  formToken: string;
}

const Chosen = createContext<Chooser>({ choice: { isCompact: false, hidden: new Map() }, formToken: '' });

/** Markup whose tables are shown as their reader chose. */
export function withTables(chooser: Chooser, children: VNode): VNode {
  return <Chosen.Provider value={chooser}>{children}</Chosen.Provider>;
}

/** A column as the choice sees it; one without a `choice` is always shown. */
interface Choosable {
  name: string;
  choice?: string;
}

/** @returns the columns that the reader of a list has shown */
export function useShown<Column extends Choosable>(
  columns: readonly Column[],
  list: ListWithChoice | undefined,
): readonly Column[] {
  const { hidden } = useContext(Chosen).choice;
  const left = list === undefined ? [] : (hidden.get(list) ?? []);
  return columns.filter(({ choice }) => choice === undefined || !left.includes(choice));
}

/**
 * A form by which the reader of a list chooses its columns, and the height of the rows of all tables. Place it
 * outside `Live`: an open `details` inside holds the updates back.
 */
export function ChooseColumns(parts: { list: ListWithChoice; columns: readonly Choosable[] }): VNode {
  const { list, columns } = parts;
  const { choice: chosen, formToken } = useContext(Chosen);
  const { columnChoice: words } = useWords().common;
  const left = chosen.hidden.get(list) ?? [];
  return (
    <details class="choice">
      <summary>{words.columns}</summary>
      <Form action={TABLES} formToken={formToken}>
        <Internal name="list" value={list} />
        <fieldset>
          <legend>{words.shown}</legend>
          {columns.map(
            ({ name, choice }) =>
              choice !== undefined && (
                <div key={choice}>
                  <Internal name="column" value={choice} />
                  <Checkbox name="shown" value={choice} label={name} checked={!left.includes(choice)} />
                </div>
              ),
          )}
        </fieldset>
        <Checkbox name="compact" label={words.compact} checked={chosen.isCompact} />
        <button class="small">{words.apply}</button>
      </Form>
    </details>
  );
}
