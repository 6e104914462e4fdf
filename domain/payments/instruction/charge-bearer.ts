import { isInSepa } from './sepa';

/**
 * Who bears the charges of the banks: `SHAR` each side its own, `DEBT` the payer, `CRED` the payee, `SLEV` as the rules of
 * the scheme say. Source: ISO 20022, ChargeBearerType1Code
 */
export const CHARGE_BEARERS = ['SHAR', 'DEBT', 'CRED', 'SLEV'] as const;
export type ChargeBearer = (typeof CHARGE_BEARERS)[number];

/** @returns who bears the charges where the client does not say. Source: docs/GAPS.md#P2 */
export function defaultChargeBearer(currency: string, country: string): ChargeBearer {
  return isInSepa(currency, country) ? 'SLEV' : 'SHAR';
}

/**
 * @param given as it was sent
 * @param country of the bank account
 * @returns why payments of that currency to that country cannot have it, or null
 * Source: docs/GAPS.md#P2
 */
export function chargeBearerMessage(given: string, currency: string, country: string): string | null {
  if (!CHARGE_BEARERS.some((known) => known === given)) return null;
  if (isInSepa(currency, country)) return given === 'SLEV' ? null : 'must be SLEV for a payment in euros inside SEPA';
  return given === 'SLEV' ? 'can be SLEV for a payment in euros inside SEPA only' : null;
}
