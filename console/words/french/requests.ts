import type { Words } from '../english';
import { formatsIn } from '../formats';

const { figure } = formatsIn('fr');

export const requests: Words['requests'] = {
  request: 'Requête',
  operation: 'Opération',
  anyOperation: 'Toutes les opérations',
  key: 'Clé',
  anyKey: 'Toutes les clés',
  fromUtc: 'À partir de, UTC',
  beforeUtc: 'Avant, UTC',
  aboutId: 'Objet, par son identifiant',
  requestId: 'Identifiant de la requête',
  wrongId: 'doit être un identifiant de requête, comme dans l’en-tête Request-Id d’une réponse',
  noneSent: (days) =>
    `Au cours des ${days} derniers jours, aucune clé de cet environnement n’a rien modifié ni été refusée. Les lectures réussies sont comptées, mais pas énumérées.`,
  noneFits: (days) => `Aucune requête des ${days} derniers jours ne correspond.`,
  unlisted: (count, days, usage) => [
    `${figure(count)} requêtes des ${days} derniers jours manquent, car le journal n’a pas pu être écrit. La page `,
    usage('Utilisation'),
    ' les compte.',
  ],
  error: 'Erreur',
  firstFault: 'Premier défaut',
  time: 'Heure',
  tookMs: 'Durée, ms',
  took: 'Durée',
  about: 'Objet',
  notListed: (days) =>
    `Non listée : le journal conserve les requêtes faites avec les clés d’API de cet environnement pendant ${days} jours. `,
  made: 'Ce qu’elle a créé',
  what: 'Quoi',
  id: 'Identifiant',
  nothingById: 'Dans cet environnement, aucune requête portant cet identifiant n’a rien créé.',
  createdNothing: 'Cette requête n’a rien créé dans cet environnement : elle n’a fait que lire, ou a été refusée.',
  allAbout: 'Toutes les requêtes sur cet objet',
  noSuchRequest: 'Cette requête n’existe pas.',
};
