import type { ComponentChildren } from 'preact';
import { formatsIn } from '../formats';
import type { Wrap } from '../wrap';

const { figure } = formatsIn('en');

/** Batches: tables of payments that are sent as one. */
export const batches = {
  title: 'Batches',
  rowStates: {
    waiting: 'waiting',
    making: 'being made',
    made: 'made',
    refused: 'refused',
    cancelled: 'cancelled',
    failed: 'failed',
  },
  statuses: {
    making: 'making',
    completed: 'completed',
    deciding: 'deciding',
    cancelling: 'cancelling',
    cancelled: 'cancelled',
  },
  faults: 'Faults',
  row: 'Row',
  column: 'Column',
  wholeRow: 'whole row',
  fault: 'Fault',
  modes: {
    all_or_nothing: 'Pay all rows, or none if any row has a fault',
    valid_only: 'Pay the rows without a fault',
  },
  payMany: 'Pay many at once',
  nothingPaid: 'Nothing was paid. Correct these rows and send the batch again.',
  ifFault: 'If a row has a fault',
  file: 'File',
  fileHint: (rows: number): string => `CSV or pain.001 of ISO 20022, at most ${figure(rows)} rows and 10 MiB.`,
  paste: 'Or paste a table',
  pasteHint: 'From a spreadsheet, with the header: amount, currency, beneficiary.name, and so on.',
  send: 'Send the batch',
  chooseFile: 'Choose a file, or paste a table.',
  named: (rows: number): string => (rows === 1 ? 'Batch of 1 row' : `Batch of ${figure(rows)} rows`),
  none: (api: Wrap): ComponentChildren => [
    'No batch has been sent yet. A batch is a table of up to 10,000 payments, with one row each: paste one into the form above, or send it with ',
    api('the API'),
    '.',
  ],
  batch: 'Batch',
  rows: 'Rows',
  made: 'Made',
  refused: 'Refused',
  sent: 'Sent',
  doneLabel: 'Rows that are done',
  done: (done: number, total: number): string => `${figure(done)} of ${figure(total)} rows are done.`,
  id: 'Id',
  requests: 'API requests',
  aboutThis: 'about this batch',
  ended: 'Ended',
  cancelled: 'Cancelled',
  failed: 'Failed',
  retry: 'Retry failed rows',
  retryMeans: 'Failed rows could not be made because of a fault of the service. They are made once more.',
  waitForApprovals: 'Wait for approvals',
  payments: 'Payments',
  refusedRows: 'Refused rows',
  eachByItself: (count: number, link: Wrap): ComponentChildren => [
    `${count === 1 ? 'One payment waits' : `${figure(count)} payments wait`} for approvals, each by itself: see `,
    link('Approvals'),
    '.',
  ],
  sum: (count: number, totals: ComponentChildren): ComponentChildren => [
    `${count === 1 ? 'One payment' : `${figure(count)} payments`}: `,
    totals,
  ],
  cancel: 'Cancel the batch',
  cancelMeans: 'Rows that wait, and payments that no partner has, are cancelled. What is sent stays.',
  keptWithPayments: 'Kept with the payments.',
};
