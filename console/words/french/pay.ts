import type { Words } from '../english';

export const pay: Words['pay'] = {
  payee: 'Bénéficiaire',
  newPayee: 'Nouveau bénéficiaire',
  noSavedPayees: 'Les bénéficiaires que vous avez enregistrés peuvent être choisis ici.',
  countryHint: 'Deux lettres, par exemple US. Seulement pour un nouveau bénéficiaire.',
  fieldsOfIt: 'Afficher les champs de ce bénéficiaire et de cette devise',
  send: (amount) => `Payer ${amount}`,
  changeIt: 'Modifier',
  review: 'Vérifier',
  route: 'Acheminement',
  screening: 'Filtrage des listes',
  screened: {
    clear: 'Aucune correspondance : le paiement est envoyé sans examen manuel.',
    not_screened: 'Aucune liste officielle n’est chargée : le paiement est envoyé sans comparaison.',
    review: 'Le paiement est retenu jusqu’à la fin de l’examen manuel.',
    blocked: 'Le paiement serait refusé.',
  },
  heldUntil: 'Retenu jusqu’au',
  otherAccount: (account: string, date: string) =>
    `Le dernier paiement à un bénéficiaire de ce nom, le ${date}, est allé sur le compte ${account}. Confirmez le nouveau compte avec le bénéficiaire, par un moyen que vous connaissez déjà.`,
  alsoAsked: 'Pour ce paiement, les banques demandent aussi :',
};
