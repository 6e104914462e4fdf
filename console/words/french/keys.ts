import type { Words } from '../english';
import { formatsIn } from '../formats';

const { figure } = formatsIn('fr');

export const keys: Words['keys'] = {
  sides: { test: 'test', live: 'production' },
  titles: { test: 'Clés d’API de test', live: 'Clés d’API de production' },
  states: { active: 'active', expired: 'expirée', revoked: 'révoquée' },
  used: {
    minute: (used, limit) => `${figure(used)} sur ${figure(limit)} utilisés cette minute`,
    hour: (used, limit) => `${figure(used)} sur ${figure(limit)} utilisés cette heure`,
    day: (used, limit) => `${figure(used)} sur ${figure(limit)} utilisés ce jour`,
  },
  usageOf: (key) => `Utilisation de ${key}`,
  keyEnding: (hint) => `Clé …${hint}`,
  noOwnLimits: 'pas de limites propres',
  perMinute: (operation, limit) => `${operation} ${figure(limit)} par minute`,
  singleOperations: (limits) => `Opérations particulières : ${limits}`,
  facts: {
    endsIn: 'Se termine par',
    plan: 'Forfait',
    created: 'Créée',
    lastUsed: 'Dernière utilisation',
    expires: 'Expire',
    scopes: 'Autorisations',
  },
  allScopes: 'toutes',
  rotate: 'Renouveler',
  rotateNamed: (key) => `Renouveler ${key}`,
  revoke: 'Révoquer',
  revokeNamed: (key) => `Révoquer ${key}`,
  create: (side) => `Créer une clé de ${side}`,
  label: 'Libellé',
  labelHint: 'À quoi sert la clé.',
  expiresHint: 'Facultatif ; la clé prend fin au début de ce jour, UTC.',
  createTheKey: 'Créer la clé',
  ownersCreate:
    'Les propriétaires du compte créent et révoquent les clés ; dans l’environnement de test, les développeurs le peuvent aussi.',
  liveIsClosed: 'L’environnement de production est fermé',
  liveOpensLater:
    'Les clés de production déplacent de l’argent. L’exploitant de ce service ouvre l’environnement de production de votre compte ; d’ici là, tout peut être essayé avec des clés de test, qui ne partagent rien avec la production.',
  yourKeys: (side) => `Vos clés de ${side}`,
  noneYet: (side) => `Il n’y a pas encore de clé de ${side}. Créez-en une pour appeler l’API.`,
  apiKey: (side) => `clé d’API de ${side}`,
  newKeyTitle: (side) => `Votre nouvelle clé d’API de ${side}`,
  rotateTitle: 'Renouveler une clé',
  revokeTitle: 'Révoquer une clé',
  rotateTheKey: 'Renouveler la clé',
  revokeTheKey: 'Révoquer la clé',
  keepTheKey: 'Ne pas révoquer',
  doNotRotate: 'Annuler',
  rotateMeans: (side, key) => [
    `Une nouvelle clé remplace la clé de ${side} `,
    key,
    ', avec les mêmes autorisations et le même forfait. Les deux fonctionnent pendant la période de transition.',
  ],
  revokeMeans: (side, key) => [
    `La clé de ${side} `,
    key,
    ' cesse immédiatement de fonctionner, partout. Cette action est irréversible.',
  ],
  overlap: 'Période de transition',
  overlaps: { 0: 'aucune : l’ancienne prend fin immédiatement', 1: '1 heure', 24: '1 jour', 168: '7 jours' },
  secret: {
    copy: 'Copier',
    shownOnce: (what) => `Affichage unique : ${what}.`,
    keepIt: 'Copiez maintenant et conservez à un endroit que seul votre service peut lire.',
    newOne: (what) => `Nouveau : ${what}`,
    copied: 'J’ai copié',
  },
  noSuchKey: 'Il n’y a pas de clé active avec cet identifiant.',
  chooseAnOverlap: 'Choisissez une période de transition.',
  use: {
    title: 'Utilisation des limites',
    noKey: (side, create, reference) => [
      `Il n’y a pas encore de clé de ${side}. `,
      create('Créez-en une'),
      ' pour appeler l’API ; la ',
      reference('référence'),
      ' explique comment.',
    ],
  },
};
