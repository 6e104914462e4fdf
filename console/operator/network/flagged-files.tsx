import type { VNode } from 'preact';
import type { FlaggedFile } from '../../../db/operator-flags';
import { Badge, Moment, Table } from '../../parts';
import { pageOfRow } from '../attention';

/** Files of a bank that were refused or only partly understood; each has a page with the reason and what to do. */
export function FlaggedFiles({ files }: { files: readonly FlaggedFile[] }): VNode {
  return (
    <section aria-labelledby="files">
      <h2 id="files">Files that need a person</h2>
      <Table
        name="Files that need a person"
        rows={files}
        empty="All files of the bank were applied."
        columns={[
          {
            name: 'File',
            inCard: 'lead',
            cell: ({ id, name }) => <a href={pageOfRow({ id: `flag_${id}` })}>{name}</a>,
          },
          {
            name: 'What became of it',
            inCard: 'mark',
            cell: ({ kind }) =>
              kind === 'partner_file_refused' ? (
                <Badge tone="bad">refused</Badge>
              ) : (
                <Badge tone="wait">partly done</Badge>
              ),
          },
          { name: 'Why', cell: ({ says }) => <span class="words">{says}</span> },
          { name: 'Since', cell: ({ raisedAt }) => <Moment at={raisedAt} /> },
        ]}
      />
    </section>
  );
}
