import type { VNode } from 'preact';
import { FaultText } from '../../parts';
import type { Faults } from '../read-form';
import { labelOfPath } from './words';

/** What `wordsOf` calls a refusal that names no field. */
const WHOLE = 'form';

/**
 * Every fault with the name of its field, which it leads to.
 * @param page address of the form; empty where it is the page itself
 */
export function FaultList({ faults, page = '' }: { faults: Faults; page?: string }): VNode | null {
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
                  {labelOfPath(path)}
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
