import type { ComponentChildren } from 'preact';
import type { Wrap } from '../wrap';

/** The audit log. */
export const audit = {
  empty: 'No entries yet. Logins and what people and keys change appear here, with the person and the moment.',
  when: 'When',
  who: 'Who',
  act: 'Act',
  what: 'What',
  detail: 'Detail',
  endsIn: (hint: string): string => ` ends in …${hint}`,
};

/** The file with all data of an account. */
export const dataExport = {
  intro: (side: string, line: ComponentChildren): ComponentChildren => [
    `All data of this account on the ${side} side, as one file: a line of JSON for each object, `,
    line,
    '. The last line counts each kind; a file without it is incomplete.',
  ],
  /** By the kind of a line. */
  contents: {
    payment: 'every payment with its route, history and outcome, as the API shows it',
    document: 'the metadata of every document; the files are downloaded one by one',
    shipment: 'every shipment',
    webhook: 'every endpoint; its secret and the values of its headers are not shown again',
    event: 'the event log of the last 30 days',
    delivery: 'every delivery with its attempts',
    key: 'every API key without its secret',
    audit_entry: 'who changed what in this account, on both sides',
  },
  isPersonal: (log: Wrap): ComponentChildren => [
    'It contains names and account numbers: protect it accordingly. The export and its author are recorded in the ',
    log('audit log'),
    '.',
  ],
  download: 'Download the data',
};
