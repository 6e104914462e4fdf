import type { VNode } from 'preact';
import type { Found } from '../../db/administration/search';
import { Field, Id, Table } from '../parts';

export interface RequestsPage {
  /** Id of the request that is asked for; empty at first. */
  id: string;
  found: readonly Found[];
  at: (path: string) => string;
}

function placeOf({ kind, id, instructionId }: Found): string {
  return kind === 'document' ? `/documents/${id}` : `/payments/${instructionId ?? id}`;
}

/** What one request made: every answer of the API carries its id. */
export function Requests({ id, found, at }: RequestsPage): VNode {
  return (
    <>
      <form class="panel" method="get" action={at('/requests')} role="search">
        <Field
          name="id"
          type="search"
          label="Id of a request"
          hint="From the header Request-Id of an answer, or from an error."
          value={id}
        />
        <button>Show its results</button>
      </form>
      {id !== '' && (
        <section aria-labelledby="made">
          <h2 id="made">What it made</h2>
          <Table
            name="What it made"
            rows={found}
            empty="That request created nothing on this side: it only read, or was refused."
            columns={[
              { name: 'What', cell: (one) => <a href={at(placeOf(one))}>{one.kind}</a> },
              { name: 'Id', cell: (one) => <Id of={one.id} /> },
            ]}
          />
        </section>
      )}
    </>
  );
}
