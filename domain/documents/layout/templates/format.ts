import type Decimal from 'decimal.js';
import type { Weight } from '../../fields';
import type { Locale } from '../../locales';
import { Exact } from '../../../money';
import { countryName, type Labels } from '../labels';

function groupDigits(text: string): string {
  const [whole = '', decimals] = text.split('.');
  const groups = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return decimals === undefined ? groups : `${groups}.${decimals}`;
}

/**
 * An amount as every language prints it here: `12,500.00`. One form for all, since a broker reads many.
 * @param minor minor units of a currency with that many digits
 */
export function moneyText(minor: bigint, digits: number): string {
  return groupDigits(new Exact(minor.toString()).div(new Exact(10).pow(digits)).toFixed(digits));
}

/** @returns the most decimals that any of the values has, so that a column of them aligns */
export function decimalsOf(values: readonly Decimal.Value[]): number {
  return values.reduce<number>((most, value) => Math.max(most, new Exact(value).decimalPlaces()), 0);
}

/** A figure with at least so many decimals, grouped as amounts are and without exponent. */
export function figureText(value: Decimal.Value, decimals: number): string {
  const exact = new Exact(value);
  return groupDigits(exact.toFixed(Math.max(decimals, exact.decimalPlaces())));
}

/** A quantity, grouped as amounts are and without exponent. */
export function quantityText(value: Decimal.Value): string {
  return figureText(value, 0);
}

type Unit = Weight['unit'];

export function unitLabel(unit: Unit, labels: Labels): string {
  return unit === 'KGM' ? labels.kg : labels.lb;
}

export function weightText(weight: { value: Decimal.Value; unit: Unit }, labels: Labels, decimals = 0): string {
  return `${figureText(weight.value, decimals)} ${unitLabel(weight.unit, labels)}`;
}

export function volumeText(cubicMetres: Decimal.Value, labels: Labels): string {
  return `${quantityText(cubicMetres)} ${labels.cubicMetres}`;
}

/** Name and code, such as `Vietnam (VN)`: for customs. An address has the name alone. */
export function countryText(code: string, locale: Locale): string {
  const name = countryName(code, locale);
  return name === code ? code : `${name} (${code})`;
}
