import type { Words } from '../english';

export const members: Words['members'] = {
  roles: { owner: 'propriétaire', developer: 'développeur', viewer: 'lecteur' },
  meanings: {
    owner: 'modifie tout : les deux environnements, les clés, les personnes',
    developer: 'voit tout, modifie l’environnement de test, peut approuver des paiements',
    viewer: 'voit tout, ne modifie rien, peut approuver des paiements',
  },
  roleOption: (role, meaning) => `${role} : ${meaning}`,
  email: 'Adresse e-mail',
  role: 'Rôle',
  twoStep: 'Connexion en deux étapes',
  on: 'activée',
  off: 'désactivée',
  lastSeen: 'Vu pour la dernière fois',
  id: 'Identifiant',
  since: 'Membre depuis',
  noSuchMember: 'Ce membre n’existe pas.',
  ownersInvite: 'Les propriétaires du compte invitent des personnes et modifient les rôles.',
  invitations: {
    title: 'Personnes invitées',
    name: 'Invitations',
    invitation: 'Invitation',
    linkUntil: 'Lien valable jusqu’au',
    withdraw: 'Retirer',
    ofPerson: (email) => ` l’invitation de ${email}`,
    invite: 'Inviter une personne',
    handOver: 'Vous recevez un lien à remettre vous-même ; aucun message n’est envoyé.',
    makeLink: 'Créer le lien',
    made: 'L’invitation',
    linkFor: (email) => `lien pour ${email}`,
    advice: (days) =>
      `Copiez-le maintenant et remettez-le en privé : la première personne qui l’utilise rejoint le compte. Il est valable ${days} jours.`,
  },
  requirement: {
    everyMember: 'Chaque membre en a besoin : ceux qui ne l’ont pas la configurent après s’être connectés.',
    eachDecides: 'Chaque membre décide. Si vous l’exigez, ceux qui ne l’ont pas la configurent après s’être connectés.',
    stop: 'Ne plus l’exiger',
    require: 'L’exiger de chaque membre',
    yourselfFirst: (link) => ['Pour l’exiger, ', link('configurez-la d’abord pour vous-même'), '.'],
    setUpFirst:
      'Configurez d’abord la connexion en deux étapes pour vous-même, sous Sécurité ; exigez-la ensuite de chaque membre.',
  },
  changeRole: 'Modifier le rôle',
  lostFactor:
    'Pour un membre qui a perdu son téléphone et ses codes de récupération, une fois que vous avez vérifié qui demande : ensuite, le mot de passe seul suffit.',
  turnOffFor: (email) => `La désactiver pour ${email}`,
  ownUnderSecurity: 'Désactivez la vôtre sous Sécurité, avec un code.',
  remove: {
    title: 'Retirer du compte',
    signedOut: (name) => `${name} est immédiatement déconnecté partout.`,
    keys: (name) => `Clés créées par ${name}`,
    mayHaveCopies: (name) =>
      `${name} peut avoir une copie de chacune. Révoquez immédiatement celles qui ne servent pas, et renouvelez les autres.`,
    revokeKey: (side, label, hint) => `Révoquer la clé de ${side} ${label} (…${hint})`,
    person: (email) => `Retirer ${email}`,
    back: 'Retour aux membres',
  },
};

export const userLinks: Words['userLinks'] = {
  gone: 'Ce lien n’est plus valable. Demandez-en un nouveau là où vous l’avez reçu.',
  open: 'Ouvrir un lien',
  code: 'Code du lien',
  codeHint: 'Ce qui suit le signe # dans le lien que vous avez reçu.',
  goOn: 'Continuer',
  joinTitle: 'Rejoindre un compte',
  invited: (account, role) => ['Vous êtes invité à rejoindre le compte ', account, ` en tant que ${role}.`],
  yourName: 'Votre nom',
  join: 'Rejoindre',
  passwordTitle: 'Choisir un mot de passe',
  setPassword: 'Définir le mot de passe',
};
