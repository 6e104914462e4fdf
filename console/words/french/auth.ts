import type { Words } from '../english';

export const auth: Words['auth'] = {
  signIn: 'Se connecter',
  signInToContinue: 'Connectez-vous pour ouvrir la page demandée.',
  email: 'Adresse e-mail',
  continueWith: (provider) => `Continuer avec ${provider}`,
  newHere: (link) => ['Nouveau ici ? ', link('Créer un compte')],
  code: 'Code',
  enterCode: 'Saisir un code',
  sixDigits: 'Six chiffres de votre application d’authentification, ou l’un de vos codes de secours.',
  fromApp: 'De votre application d’authentification.',
  fromAppOrRecovery: 'De votre application d’authentification, ou un code de secours.',
  goOn: 'Continuer',
  lostBoth: (link) => [
    'Application et codes perdus ? Un propriétaire de votre compte, ou l’exploitant du service, peut désactiver pour vous la connexion en deux étapes. ',
    link('Se connecter avec un autre compte'),
  ],
  password: 'Mot de passe',
  passwordSignsOut: 'Changer le mot de passe vous déconnecte de tous les autres appareils.',
  newPassword: 'Nouveau mot de passe',
  changePassword: 'Changer le mot de passe',
  proof: {
    title: 'Confirmez que c’est bien vous',
    yourPasswordHere: (provider) => `Votre mot de passe ici, pas celui de ${provider}.`,
    atProvider: (provider, link) => [
      link(`Reconnectez-vous chez ${provider}`),
      ' si vous n’avez pas de mot de passe ici. Vous revenez à la page et envoyez le formulaire une nouvelle fois.',
    ],
    needsCode:
      'Il faut pour cela un code saisi dans les cinq dernières minutes. Votre formulaire n’est pas encore envoyé ; il l’est ensuite tel que vous l’avez rempli.',
    needsPassword:
      'Il faut pour cela votre mot de passe, saisi dans les cinq dernières minutes. Votre formulaire n’est pas encore envoyé ; il l’est ensuite tel que vous l’avez rempli.',
    filesAgain: 'Un fichier n’est pas transmis : vous revenez au formulaire et le choisissez à nouveau.',
    goBack: 'Annuler et revenir à la page',
  },
  needed: {
    title: 'Un second facteur est nécessaire',
    account:
      'Votre compte exige de chaque membre la connexion en deux étapes. Un propriétaire du compte peut changer cela.',
    nothingChanged: 'Cette connexion n’en a pas ; rien n’a donc été changé.',
    setUp: (link) => [
      link('Configurez la connexion en deux étapes'),
      ', ou déconnectez-vous et reconnectez-vous avec un code si vous en avez un ; envoyez ensuite le formulaire de nouveau.',
    ],
  },
  setUp: {
    title: 'Configurer la connexion en deux étapes',
    qrCode: 'Code QR pour une application d’authentification',
    scan: 'Scannez ceci avec une application d’authentification, ou saisissez-y la clé. Saisissez ensuite le code qu’elle affiche.',
    key: 'Clé : ',
    digits: 'Six chiffres, nouveaux toutes les 30 secondes.',
    turnOn: 'Activer',
    leaveOff: 'Laisser désactivée',
  },
  recovery: {
    title: 'Vos codes de secours',
    shownOnce:
      'Ces codes ne sont affichés que maintenant. Chacun vous connecte une fois si vous perdez votre téléphone : imprimez-les, ou gardez-les avec vos mots de passe.',
    saved: 'Je les ai enregistrés',
    newTitle: 'Nouveaux codes de secours',
    replaceAll: 'Dix nouveaux codes remplacent tous les précédents, qui ne sont plus valables.',
    make: 'Créer de nouveaux codes',
    keep: 'Garder les anciens',
  },
  turnOff: {
    title: 'Désactiver la connexion en deux étapes',
    means: 'Le mot de passe seul suffira de nouveau, et les codes de secours ne seront plus valables.',
    off: 'Désactiver',
    keep: 'Garder activée',
  },
  signUp: {
    title: 'Créer un compte',
    company: 'Société',
    yourName: 'Votre nom',
    create: 'Créer le compte',
    registered: (link) => ['Déjà inscrit ? ', link('Se connecter')],
  },
  security: {
    title: 'Sécurité',
    off: 'désactivée',
    offMeans:
      'Toute personne qui apprend votre mot de passe peut se connecter. La connexion en deux étapes demande aussi un code de votre téléphone.',
    turnOn: 'Activer la connexion en deux étapes',
    on: 'activée',
    since: (at, codesLeft) => [
      'depuis ',
      at,
      codesLeft === 1 ? '. Il reste un code de secours.' : `. Il reste ${codesLeft} codes de secours.`,
    ],
    fewCodes: 'Créez de nouveaux codes de secours avant que le dernier ne soit utilisé.',
    turnItOff: 'Désactiver',
    thisOne: 'celle-ci',
    signOut: 'Déconnecter',
    where: 'Où vous êtes connecté',
    logins: 'Connexions',
    device: 'Appareil',
    unknownDevice: 'Inconnu',
    lastUsed: 'Dernière utilisation',
    sinceWhen: 'Depuis',
    login: 'Connexion',
    everywhereElse: 'Se déconnecter partout ailleurs',
    requiredOn:
      'Votre compte exige de chaque membre la connexion en deux étapes. Déconnectez-vous et reconnectez-vous avec un code pour continuer.',
    requiredOff: 'Votre compte exige de chaque membre la connexion en deux étapes. Activez-la ici pour continuer.',
    changePassword: 'Changer le mot de passe',
    twoStep: 'Connexion en deux étapes',
  },
  provider: {
    away: (name) =>
      `${name} est injoignable pour le moment. Réessayez dans une minute, ou connectez-vous avec votre mot de passe.`,
    stale:
      'Cette connexion a été commencée dans un autre navigateur ou onglet, ou il y a plus de dix minutes. Recommencez.',
    notSignedIn: (name) => `${name} ne vous a pas connecté. Recommencez, ou connectez-vous avec votre mot de passe.`,
    otherPerson: (name) => `${name} désigne une autre personne que cette connexion.`,
    refused: {
      email_not_verified: (name) =>
        `${name} n’a pas vérifié votre adresse e-mail. Faites-la vérifier là-bas, puis reconnectez-vous.`,
      no_such_user: (name) =>
        `Aucun utilisateur n’a ici l’adresse de votre connexion chez ${name}. Demandez une invitation à un propriétaire de votre compte.`,
      other_subject: (name) =>
        `L’utilisateur qui a cette adresse est lié à une autre connexion chez ${name}. Adressez-vous à l’exploitant du service.`,
      no_group: (name) =>
        `Aucun de vos groupes chez ${name} n’est admis ici. Adressez-vous à la personne qui y gère les groupes.`,
      user_not_vouched: () =>
        'Il n’est pas vérifié que l’utilisateur qui a cette adresse est bien vous. Connectez-vous avec le mot de passe, ou adressez-vous à l’exploitant.',
      user_disabled: () => 'Cet utilisateur est désactivé. Adressez-vous à un propriétaire de votre compte.',
    },
  },
};
