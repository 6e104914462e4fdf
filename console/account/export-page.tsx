import type { VNode } from 'preact';
import type { Environment } from '../../domain/auth/tenant';
import { Form } from '../parts';

export interface ExportPage {
  environment: Environment;
  formToken: string;
  at: (path: string) => string;
}

const CONTENTS: readonly (readonly [kind: string, what: string])[] = [
  ['payment', 'every payment with its route, history and outcome, as the API shows it'],
  ['document', 'the metadata of every document; the files are downloaded one by one'],
  ['shipment', 'every shipment'],
  ['webhook', 'every endpoint; its secret and the values of its headers are not shown again'],
  ['event', 'the event log of the last 30 days'],
  ['delivery', 'every delivery with its attempts'],
  ['key', 'every API key without its secret'],
  ['audit_entry', 'who changed what in this account, on both sides'],
];

export function DataExport({ environment, formToken, at }: ExportPage): VNode {
  return (
    <div class="narrow">
      <p>
        {`All data of this account on the ${environment} side, as one file: a line of JSON for each object, `}
        <code>{'{"kind", "data"}'}</code>. The last line counts each kind; a file without it is incomplete.
      </p>
      <dl>
        {CONTENTS.map(([kind, what]) => (
          <>
            <dt>
              <code>{kind}</code>
            </dt>
            <dd>{what}</dd>
          </>
        ))}
      </dl>
      <p>
        It contains names and account numbers: protect it accordingly. The export and its author are recorded in the{' '}
        <a href="/console/audit">audit log</a>.
      </p>
      <Form action={at('/export')} formToken={formToken}>
        <p class="actions">
          <button>Download the data</button>
        </p>
      </Form>
    </div>
  );
}
