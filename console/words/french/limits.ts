import type { Words } from '../english';

export const limits: Words['limits'] = {
  requestsByDay: 'Requêtes par jour',
  requestsByDayLabel: 'Requêtes par jour ; le tableau ci-dessous donne les chiffres',
  onDay: (day, requests) => `${day} : ${requests} requêtes`,
  answered: 'Traitées',
  refusedByLimits: 'Refusées par les limites',
  otherErrors: 'Autres erreurs',
  requests: 'Requêtes',
  refused: 'Refusées',
  ofLastDays: (days) => `Requêtes des ${days} derniers jours`,
  noRequests: { test: 'Aucune requête avec une clé de test.', live: 'Aucune requête avec une clé de production.' },
  sum: (requests, refused) => `${requests} requêtes, dont ${refused} refusées par les limites.`,
  byOperation: 'Par opération',
  operation: 'Opération',
  byPlan: 'Par formule',
  plan: 'Formule',
  byDay: 'Par jour',
  day: 'Jour, UTC',
  title: 'Limites',
  noKey: {
    test: (create) => ['Il n’y a pas encore de clé de test. ', create('Créez-en une'), '.'],
    live: (create) => ['Il n’y a pas encore de clé de production. ', create('Créez-en une'), '.'],
  },
  ofOperations: (made, read, tracked) =>
    `Chaque clé a les limites de sa formule. Certaines opérations ont en outre leur propre limite, par clé et par minute : ${made} paiements créés, ${read} consultés, ${tracked} suivis, sauf indication contraire sur la fiche d’une clé.`,
  plans: 'Formules',
  aMinute: 'Par minute',
  anHour: 'Par heure',
  aDay: 'Par jour',
  noLimit: 'aucune',
};
