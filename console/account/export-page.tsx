import type { VNode } from 'preact';
import type { Environment } from '../../domain/auth/tenant';
import { Form } from '../parts';
import { useWords } from '../words/use-words';

export interface ExportPage {
  environment: Environment;
  formToken: string;
  at: (path: string) => string;
}

export function DataExport({ environment, formToken, at }: ExportPage): VNode {
  const { dataExport: words, keys } = useWords();
  return (
    <div class="narrow">
      <p>{words.intro({ side: keys.sides[environment], line: <code>{'{"kind", "data"}'}</code> })}</p>
      <dl>
        {Object.entries(words.contents).map(([kind, what]) => (
          <>
            <dt>
              <code>{kind}</code>
            </dt>
            <dd>{what}</dd>
          </>
        ))}
      </dl>
      <p>{words.isPersonal({ log: (text) => <a href="/console/audit">{text}</a> })}</p>
      <Form action={at('/export')} formToken={formToken}>
        <p class="actions">
          <button>{words.download}</button>
        </p>
      </Form>
    </div>
  );
}
