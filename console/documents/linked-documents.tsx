import type { VNode } from 'preact';
import type { DocumentFacts } from '../../db/documents/documents';
import { StatusBadge } from '../parts';
import { useWords } from '../words/use-words';

/** The documents of a payment or a shipment. */
export function LinkedDocuments(parts: { documents: readonly DocumentFacts[]; at: (path: string) => string }): VNode {
  const { documents, at } = parts;
  const { documents: words } = useWords();
  return (
    <ul>
      {documents.map(({ id, type, number, status }) => (
        <li key={id}>
          <a href={at(`/documents/${id}`)}>{words.titled({ type: words.types[type], number })}</a>{' '}
          <StatusBadge status={status} />
        </li>
      ))}
    </ul>
  );
}
