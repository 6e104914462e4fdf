/** Countries of the Single Euro Payments Area, territories of the members with codes of their own included. */
export const SEPA_COUNTRIES = [
  ...['AT', 'BE', 'BG', 'CY', 'CZ', 'DE', 'DK', 'EE', 'ES', 'FI', 'FR', 'GR', 'HR', 'HU', 'IE', 'IT', 'LT', 'LU'],
  ...['LV', 'MT', 'NL', 'PL', 'PT', 'RO', 'SE', 'SI', 'SK', 'IS', 'LI', 'NO', 'CH', 'GB', 'MC', 'SM', 'AD', 'VA'],
  ...['AL', 'ME', 'MD', 'MK', 'RS', 'AX', 'BL', 'GF', 'GG', 'GI', 'GP', 'IM', 'JE', 'MF', 'MQ', 'PM', 'RE', 'YT'],
];

/** @returns whether it is a payment in euros to an account in a country of the area */
export function isInSepa(currency: string, country: string): boolean {
  return currency === 'EUR' && SEPA_COUNTRIES.includes(country);
}
