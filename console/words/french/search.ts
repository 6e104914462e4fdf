import type { Words } from '../english';

export const search: Words['search'] = {
  title: 'Recherche',
  found: (text) => `Résultats pour « ${text} », les plus récents d’abord.`,
  finds: 'Le champ en haut de chaque page trouve :',
  nothing: (text) => `Aucun résultat pour « ${text} ». La recherche trouve :`,
  ids: 'l’identifiant d’un paiement, d’un bénéficiaire, d’un lot, d’une expédition, d’un document, d’un point de terminaison, d’une livraison ou d’une requête',
  references:
    'une référence exacte : d’un paiement la vôtre, celle du partenaire ou celle de la banque ; d’une expédition la vôtre',
  amounts: (among) => `un montant, par exemple 1 250,50, parmi vos ${among} derniers paiements`,
  payees: (among) => `une partie du nom d’un bénéficiaire, parmi vos ${among} derniers paiements`,
};
