import type { VNode } from 'preact';
import type { Found } from '../../../db/administration/search';
import type { FoundText } from '../../../api/docs/search';
import { Field, Id, Table } from '../../parts';
import { FoundDocs } from '../../search/search-page';

function placeOf({ kind, id, instructionId }: Found): string | null {
  if (instructionId !== null) return `/console/operator/payments/${instructionId}`;
  return kind === 'partner' || kind === 'route' ? `/console/operator/network#${id}` : null;
}

function SearchForm({ text = '' }: { text?: string }): VNode {
  return (
    <form class="panel" method="get" action="/console/operator/search" role="search">
      <Field
        name="q"
        type="search"
        label="Any id, reference or name"
        hint="Of a payment, partner, route, document, delivery, event, report, case, key, account, user or request."
        value={text}
      />
      <button>Search</button>
    </form>
  );
}

export function OperatorSearch(parts: { text: string; found: readonly Found[]; docs: readonly FoundText[] }): VNode {
  const { text, found, docs } = parts;
  return (
    <>
      <SearchForm text={text} />
      {text !== '' && (
        <section aria-labelledby="found">
          <h2 id="found">Found</h2>
          <Table
            name="Found"
            rows={found}
            empty="Nothing has exactly this id, reference or name."
            columns={[
              {
                name: 'What',
                cell: (one) => {
                  const place = placeOf(one);
                  return place === null ? one.kind : <a href={place}>{one.kind}</a>;
                },
              },
              { name: 'Id', cell: ({ id }) => <Id of={id} /> },
              { name: 'Account', isExtra: true, cell: ({ accountId }) => <Id of={accountId} /> },
              { name: 'Side', cell: ({ environment }) => environment ?? '' },
            ]}
          />
        </section>
      )}
      <FoundDocs found={docs} title="In the documentation" />
    </>
  );
}
