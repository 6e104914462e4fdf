import type { Words } from '../english';

export const members: Words['members'] = {
  roles: { owner: 'Inhaber', developer: 'Entwickler', viewer: 'Betrachter' },
  meanings: {
    owner: 'ändert alles: beide Seiten, Schlüssel, Personen',
    developer: 'sieht alles, ändert die Testumgebung, darf Zahlungen freigeben',
    viewer: 'sieht alles, ändert nichts, darf Zahlungen freigeben',
  },
  roleOption: (role, meaning) => `${role}: ${meaning}`,
  email: 'E-Mail',
  role: 'Rolle',
  twoStep: 'Anmeldung in zwei Schritten',
  on: 'ein',
  off: 'aus',
  lastSeen: 'Zuletzt gesehen',
  id: 'ID',
  since: 'Mitglied seit',
  noSuchMember: 'Dieses Mitglied gibt es nicht.',
  ownersInvite: 'Inhaber des Kontos laden Personen ein und ändern Rollen.',
  invitations: {
    title: 'Eingeladen',
    name: 'Einladungen',
    invitation: 'Einladung',
    linkUntil: 'Link gilt bis',
    withdraw: 'Zurückziehen',
    ofPerson: (email) => `: Einladung von ${email}`,
    invite: 'Person einladen',
    handOver: 'Sie erhalten einen Link, den Sie selbst übergeben; es wird keine Nachricht gesendet.',
    makeLink: 'Link erstellen',
    made: 'Die Einladung',
    linkFor: (email) => `Link für ${email}`,
    advice: (days) =>
      `Kopieren Sie ihn jetzt und übergeben Sie ihn vertraulich: Wer ihn zuerst verwendet, tritt dem Konto bei. Er gilt ${days} Tage.`,
  },
  requirement: {
    everyMember: 'Jedes Mitglied braucht sie: Mitglieder ohne sie richten sie nach der Anmeldung ein.',
    eachDecides:
      'Jedes Mitglied entscheidet selbst. Wenn Sie sie verlangen, richten Mitglieder ohne sie sie nach der Anmeldung ein.',
    stop: 'Nicht mehr verlangen',
    require: 'Von jedem Mitglied verlangen',
    yourselfFirst: (link) => ['Um sie zu verlangen, ', link('richten Sie sie zuerst für sich selbst ein'), '.'],
    setUpFirst:
      'Richten Sie die Anmeldung in zwei Schritten zuerst für sich selbst ein, unter Sicherheit; verlangen Sie sie dann von jedem Mitglied.',
  },
  changeRole: 'Rolle ändern',
  lostFactor:
    'Für ein Mitglied, das Telefon und Wiederherstellungscodes verloren hat, sobald Sie geprüft haben, wer fragt: Danach genügt das Passwort allein.',
  turnOffFor: (email) => `Für ${email} ausschalten`,
  ownUnderSecurity: 'Schalten Sie Ihre eigene unter Sicherheit aus, mit einem Code.',
  remove: {
    title: 'Aus dem Konto entfernen',
    signedOut: (name) => `${name} wird sofort überall abgemeldet.`,
    keys: (name) => `Schlüssel, die ${name} erstellt hat`,
    mayHaveCopies: (name) =>
      `${name} hat möglicherweise eine Kopie davon. Widerrufen Sie nicht verwendete sofort, und erneuern Sie die anderen.`,
    revokeKey: (side, label, hint) => `${side}-Schlüssel ${label} (…${hint}) widerrufen`,
    person: (email) => `${email} entfernen`,
    back: 'Zurück zu den Mitgliedern',
  },
};

export const userLinks: Words['userLinks'] = {
  gone: 'Dieser Link gilt nicht mehr. Bitten Sie dort um einen neuen, wo Sie ihn bekommen haben.',
  open: 'Link öffnen',
  code: 'Code des Links',
  codeHint: 'Was in Ihrem Link nach dem Zeichen # steht.',
  goOn: 'Weiter',
  joinTitle: 'Konto beitreten',
  invited: (account, role) => ['Sie sind in das Konto ', account, ` eingeladen, mit der Rolle ${role}.`],
  yourName: 'Ihr Name',
  join: 'Beitreten',
  passwordTitle: 'Passwort wählen',
  setPassword: 'Passwort festlegen',
};
