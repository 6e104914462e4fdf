import type { VNode } from 'preact';
import { countryCodes } from '../../../domain/countries';
import { currencyCodes } from '../../../domain/money';
import { useWords } from '../../words/use-words';

/** Data lists of countries and currencies with their names, for the browser's suggestions. */
export function CodeLists(): VNode {
  const { format } = useWords();
  return (
    <>
      <datalist id="countries">
        {countryCodes().map((code) => (
          <option key={code} value={code}>
            {format.country(code)}
          </option>
        ))}
      </datalist>
      <datalist id="currencies">
        {currencyCodes().map((code) => (
          <option key={code} value={code}>
            {format.currency(code)}
          </option>
        ))}
      </datalist>
    </>
  );
}
