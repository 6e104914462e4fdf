import type { Words } from '../english';
import { formatsIn } from '../formats';

const { figure, plural } = formatsIn('fr');

export const overview: Words['overview'] = {
  liveIsClosed:
    'L’environnement de production de votre compte est fermé ; l’exploitant de ce service l’ouvre. L’environnement de test en est séparé.',
  newKey: (key) =>
    `Une clé de production a été créée en votre nom : ${key}. Si ce n’était pas vous, révoquez-la et mettez fin aux autres connexions.`,
  lookAtKeys: 'Voir les clés',
  attention: 'À traiter',
  nothing: 'Rien à traiter.',
  paymentsWithTrouble: 'Paiements à traiter',
  since: 'Depuis',
  nothingSaid: 'aucune explication',
  differing: {
    amount: 'montant',
    currency: 'devise',
    fee_sum: 'somme des frais',
    fee_vs_estimate: 'frais',
    fx_math: 'montant selon le taux de change',
    beneficiary_short: 'montant reçu',
    beneficiary_over: 'montant reçu',
    date_late: 'date',
    date_early: 'date',
    fee_currency: 'devise des frais',
    fx_unverifiable: 'taux de change',
    decimals: 'décimales',
    unreadable: 'partie illisible',
  },
  insteadOf: (what, actual, expected) => `${what} ${actual} au lieu de ${expected}`,
  endpoint: {
    disabled: 'Un point de terminaison de webhook est désactivé :',
    failing: 'Un point de terminaison de webhook est en échec :',
    unreachable: 'Un point de terminaison de webhook est injoignable :',
    byHand: 'Désactivé manuellement.',
    failuresSince: (at) => ['Uniquement des échecs depuis ', at, '.'],
    heldBackSince: (at) => [
      ' Les livraisons sont retenues depuis ',
      at,
      ' : une seule à la fois est tentée, et les autres suivent dès qu’elle réussit.',
    ],
  },
  today: {
    title: 'Paiements du jour',
    moreThan: (most) => `plus de ${figure(most)}`,
    note: 'soumis depuis minuit UTC, par statut actuel',
    noteOfNewest: 'soumis depuis minuit UTC, par statut actuel ; les plus récents sont comptés',
  },
  lastDays: (days) => `Les ${days} derniers jours`,
  timeShown: 'Période affichée',
  days: (days) => `${days} jours`,
  uncounted: (days) =>
    `Il y a tant de paiements que ${figure(days)} jours antérieurs sont encore en cours de comptage ; la page suit.`,
  noPayment: (days, make) => [
    `Aucun paiement n’a été soumis au cours des ${days} derniers jours. `,
    make('Créez-en un en cinq minutes'),
    ', et cet endroit montrera combien sont réglés, à quelle vitesse et où ils vont.',
  ],
  payments: (count) => `${figure(count)} ${plural(count, { one: 'paiement', other: 'paiements' })}`,
  submitted: 'Paiements soumis',
  submittedByCurrency: 'Paiements soumis, par devise',
  other: 'Autres',
  success: {
    title: 'Taux de réussite',
    label: 'Part des paiements réglés d’un jour parmi ceux qui sont terminés',
    noneEnded: 'aucun terminé',
    settledShare: (share) => `${share} réglés`,
    ends: (settled, failed) => `${figure(settled)} réglés, ${figure(failed)} échoués ou retournés`,
    settled: 'Réglés',
  },
  times: {
    title: 'Délai de règlement',
    label: 'Temps entre la soumission et le règlement : la médiane, et la valeur tenue par 95 %',
    noneSettled: 'aucun réglé',
    note: (most) => `médiane ; 95 % en ${most}`,
    within: (half, most) => `la moitié en ${half}, 95 % en ${most}`,
  },
  volume: {
    title: 'Volume par devise',
    note: 'sans les paiements échoués, annulés ou retournés',
    of: (currency) => `Volume en ${currency}`,
    atMost: (volume, most, day) => `${volume}, au plus ${most} le ${day}`,
    moreBelow: (currencies) => `Les ${currencies} devises figurent toutes dans les chiffres ci-dessous.`,
  },
  corridors: {
    title: 'Paiements par corridor',
    note: (shown) => `les ${shown} qui comptent le plus de paiements`,
    corridor: (currency, country) => `${currency} vers ${country}`,
  },
  figures: {
    name: 'Chiffres',
    day: 'Jour, UTC',
    week: 'Semaine, UTC',
    submitted: 'Soumis',
    failed: 'Échoués ou retournés',
  },
};
