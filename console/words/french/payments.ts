import type { Words } from '../english';

export const payments: Words['payments'] = {
  title: 'Paiements',
  pay: 'Payer',
  payAgain: 'Payer de nouveau',
  payee: 'Bénéficiaire',
  correct: 'Corriger',
  correctAndPay: 'Corriger et payer à nouveau',
  correctAdvice: (payment, account) =>
    `${payment}. Chaque champ contient ce qui avait été demandé. Laissez le numéro de compte vide pour payer à nouveau vers ${account}.`,
  noMatch:
    'Aucun paiement ne correspond. Saisissez une référence exacte : un identifiant, la vôtre, celle du partenaire ou celle de la banque.',
  noneYet: (first, upload) => [
    'Il n’y a pas encore de paiement. ',
    first('Créez le premier'),
    ' par l’API, ou ',
    upload('téléversez un tableau de paiements'),
    '.',
  ],
  cancelTitle: 'Annuler un paiement',
  isInStatus: (status) => `a le statut « ${status} ».`,
  cancelledAtOnce: 'Il n’a pas encore été envoyé ; il est donc annulé immédiatement.',
  partnerDecides: (partner) => `${partner} est prié de l’annuler et décide.`,
  keptWithPayment: 'Conservée avec le paiement.',
  cancelThePayment: 'Annuler le paiement',
  keepIt: 'Ne pas annuler',
  recallTitle: 'Rappeler un paiement',
  hasArrived: 'est arrivé.',
  recallMeans: (partner) =>
    `${partner} est prié de le retourner ; le bénéficiaire ou sa banque peut refuser. Le paiement reste réglé jusqu’au retour de l’argent.`,
  inWords: 'Explication',
  recallHint: 'Pour le personnel du partenaire ; conservée avec le paiement.',
  leaveIt: 'Ne pas rappeler',
  link: {
    title: 'Lien public',
    anyoneSees:
      'Toute personne qui a ce lien voit le statut, la date et la référence du paiement, jusqu’à sa révocation.',
    back: 'Retour au paiement',
    notPublic:
      'Ce paiement n’est pas public. Toute personne qui a un lien en voit le statut, la date et la référence, et rien d’autre.',
    validSince: (since) => [
      'Toute personne qui a le lien voit le statut, la date et la référence. Il est valable depuis ',
      since,
      '.',
    ],
    make: 'Créer un lien public',
    show: 'Afficher le lien',
    revoke: 'Révoquer le lien',
  },
};
