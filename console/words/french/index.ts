import { spokenIn } from '../formats';
import type { Words } from '../english';
import * as concepts from './concepts';

/**
 * French, with "vous". Terms: payment paiement, beneficiary bénéficiaire, partner partenaire, text for the payee motif, purpose
 * objet, charges frais, fee frais, approval approbation, batch lot, settle régler, recall rappel, value date date de valeur,
 * webhook webhook, delivery livraison, endpoint point de terminaison, key clé, account (of the service) compte, bank account
 * compte bancaire, member membre, owner propriétaire, sign in se connecter, two-step sign-in connexion en deux étapes,
 * screening filtrage, review by a person examen manuel, route acheminement, shipment expédition.
 */
export const french: Words = { ...spokenIn('fr'), ...concepts };
