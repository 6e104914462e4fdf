import type Decimal from 'decimal.js';
import { getName, registerLocale } from 'i18n-iso-countries';
import arabic from 'i18n-iso-countries/langs/ar.json';
import english from 'i18n-iso-countries/langs/en.json';
import spanish from 'i18n-iso-countries/langs/es.json';
import french from 'i18n-iso-countries/langs/fr.json';
import chinese from 'i18n-iso-countries/langs/zh.json';
import type { Locale } from '../../../domain/documents/document';
import { Exact } from '../../../domain/money';

for (const language of [english, spanish, french, chinese, arabic]) registerLocale(language);

function grouped(text: string): string {
  const [whole = '', decimals] = text.split('.');
  const groups = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return decimals === undefined ? groups : `${groups}.${decimals}`;
}

/**
 * An amount as every language prints it here: `12,500.00`. One form for all, since a broker reads many.
 * @param minor minor units of a currency with that many digits
 */
export function moneyText(minor: bigint, digits: number): string {
  return grouped(new Exact(minor.toString()).div(new Exact(10).pow(digits)).toFixed(digits));
}

/** A unit price: the currency's digits, and more only where it has them. */
export function priceText(price: number, digits: number): string {
  const exact = new Exact(price);
  return grouped(exact.toFixed(Math.max(digits, exact.decimalPlaces())));
}

/** A quantity or weight, grouped as amounts are and without exponent. */
export function quantityText(value: number | Decimal): string {
  return grouped(new Exact(value).toFixed());
}

const UNIT_SYMBOLS = { KGM: 'kg', LBR: 'lb' } as const;

export function weightText(weight: { value: number | Decimal; unit: keyof typeof UNIT_SYMBOLS }): string {
  return `${quantityText(weight.value)} ${UNIT_SYMBOLS[weight.unit]}`;
}

/** Code and name, such as `VN Vietnam`. */
export function countryText(code: string, locale: Locale): string {
  const name = getName(code, locale);
  return name === undefined ? code : `${code} ${name}`;
}
