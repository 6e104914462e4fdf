import type { VNode } from 'preact';
import { countryCodes, countryName } from '../../../domain/countries';
import { currencyCodes } from '../../../domain/money';

const names = new Intl.DisplayNames('en', { type: 'currency' });

/** Countries and currencies with their names, from which a browser offers what fits while somebody types. */
export function CodeLists(): VNode {
  return (
    <>
      <datalist id="countries">
        {countryCodes().map((code) => (
          <option key={code} value={code}>
            {countryName(code)}
          </option>
        ))}
      </datalist>
      <datalist id="currencies">
        {currencyCodes().map((code) => (
          <option key={code} value={code}>
            {names.of(code)}
          </option>
        ))}
      </datalist>
    </>
  );
}
