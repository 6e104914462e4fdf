import type { VNode } from 'preact';
import { FaultText } from '../../parts';
import { useWords } from '../../words/use-words';
import type { Faults } from '../read-form';
import { labelOfPath } from './words';

/** Key of a refusal that names no field, as `faultsOfRefusal` sets it. */
const WHOLE = 'form';

/**
 * All faults, each with a link to its field.
 * @param page address of the form; empty if the list is on the same page
 */
export function FaultList({ faults, page = '' }: { faults: Faults; page?: string }): VNode | null {
  const words = useWords();
  const named = Object.entries(faults);
  if (named.length === 0) return null;
  return (
    <div class="notice bad" role="alert">
      <ul>
        {named.map(([path, fault]) => (
          <li key={path}>
            {path !== WHOLE && (
              <>
                <a href={`${page}#${path}`} target="_top">
                  {labelOfPath(words, path)}
                </a>{' '}
              </>
            )}
            <FaultText of={fault} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/**
 * Faults that must be corrected before there is a preview.
 * @param page address of the form
 */
export function UnfitForm({ faults, page }: { faults: Faults; page: string }): VNode {
  return (
    <>
      <p>{useWords().forms.unfit}</p>
      <FaultList faults={faults} page={page} />
    </>
  );
}
