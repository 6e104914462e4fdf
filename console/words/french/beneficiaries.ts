import type { Words } from '../english';

export const beneficiaries: Words['beneficiaries'] = {
  title: 'Bénéficiaires',
  one: 'Bénéficiaire',
  states: {
    refused: 'les paiements sont refusés',
    reviewed: 'les paiements passent par un examen manuel',
    ready: 'prêt',
    toConfirm: 'à confirmer',
  },
  save: 'Enregistrer un bénéficiaire',
  none: (guide) => [
    'Pas encore de bénéficiaire. Enregistrez ceux que vous payez plus d’une fois : les paiements les désignent alors, et une seconde personne confirme les coordonnées bancaires modifiées. ',
    guide('Le guide'),
    ' l’explique.',
  ],
  account: 'Compte bancaire',
  changed: 'Modifié',
  held: (account, until) => [
    'Les coordonnées bancaires ont changé. Les paiements vers ',
    account,
    ' sont retenus jusqu’au ',
    until,
    ', ou jusqu’à ce qu’un autre membre confirme le changement.',
  ],
  ownChange:
    'Vous avez fait ce changement, ou un précédent qui n’a pas été confirmé ; un autre membre doit donc le confirmer.',
  askPayee:
    'Demandez au bénéficiaire par une voie que vous connaissez, et non par celle du message qui demandait le changement.',
  confirm: 'Confirmer les coordonnées bancaires',
  compare: 'Comparer l’ancien et le nouveau',
  compareTitle: 'Anciennes et nouvelles coordonnées bancaires',
  detail: 'Élément',
  old: 'Ancien',
  present: 'Nouveau',
  changedBy: (who, isKey, at) => (isKey ? ['Modifié avec la clé ', who, ', ', at] : ['Modifié par ', who, ', ', at]),
  confirmedWith: 'Confirmé avec',
  confirmedHint:
    'Nom de la personne que vous avez interrogée chez le bénéficiaire. N’indiquez pas de numéro de compte.',
  way: 'Moyen',
  ways: {
    telephone: 'par téléphone',
    video_call: 'par appel vidéo',
    in_person: 'en personne',
    message: 'par message',
  },
  earlierHeld: (until) => [
    'Les paiements vers des coordonnées bancaires antérieures non confirmées sont retenus jusqu’au ',
    until,
    ' au plus tard, puis envoyés vers celles-ci. Elles ne peuvent plus être confirmées : annulez les paiements qui ne doivent pas partir.',
  ],
  label: 'Libellé',
  version: 'Version des coordonnées bancaires',
  confirmed: 'Confirmé',
  screened: 'Filtrage des listes',
  saved: 'Enregistré',
  id: 'Identifiant',
  change: 'Modifier',
  delete: 'Supprimer',
  removed: (name) => [name, ' est supprimé. Les paiements créés à partir de lui suivent leur cours.'],
  deleteThe: 'Supprimer le bénéficiaire',
  keep: 'Garder',
  saveThe: 'Enregistrer le bénéficiaire',
  leave: 'Annuler',
  newAdvice:
    'Le numéro de compte est conservé scellé et n’est plus affiché ensuite que par ses quatre derniers chiffres.',
  changeAdvice:
    'Un champ laissé vide reste tel quel. Les paiements vers d’autres coordonnées bancaires sont retenus 72 heures, ou jusqu’à ce qu’un autre membre les confirme.',
  changeTitle: 'Modifier un bénéficiaire',
  deleteTitle: 'Supprimer un bénéficiaire',
};
