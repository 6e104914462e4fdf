import { spokenIn } from '../formats';
import type { Words } from '../english';
import * as concepts from './concepts';

/**
 * German, with "Sie". Terms: payment Zahlung, beneficiary Empfänger, partner Partner, text for the payee Verwendungszweck,
 * purpose Zahlungszweck, charges Entgelte, fee Gebühr, approval Freigabe, batch Sammelauftrag, settle abwickeln, recall Rückruf,
 * value date Wertstellung, webhook Webhook, delivery Zustellung, endpoint Endpunkt, key Schlüssel, account (of the service) Konto,
 * bank account Bankkonto, member Mitglied, owner Inhaber, sign in anmelden, two-step sign-in Anmeldung in zwei Schritten,
 * screening Sanktionsprüfung, review by a person manuelle Prüfung.
 */
export const german: Words = { ...spokenIn('de'), ...concepts };
