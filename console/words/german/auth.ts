import type { Words } from '../english';

export const auth: Words['auth'] = {
  signIn: 'Anmelden',
  signInToContinue: 'Melden Sie sich an, um die gewünschte Seite zu öffnen.',
  email: 'E-Mail',
  continueWith: (provider) => `Weiter mit ${provider}`,
  newHere: (link) => ['Neu hier? ', link('Konto erstellen')],
  code: 'Code',
  enterCode: 'Code eingeben',
  sixDigits: 'Sechs Ziffern aus Ihrer Authenticator-App oder einer Ihrer Wiederherstellungscodes.',
  fromApp: 'Aus Ihrer Authenticator-App.',
  fromAppOrRecovery: 'Aus Ihrer Authenticator-App oder ein Wiederherstellungscode.',
  goOn: 'Weiter',
  lostBoth: (link) => [
    'App und Codes verloren? Ein Inhaber Ihres Kontos oder der Betrieb des Dienstes kann die Anmeldung in zwei Schritten für Sie ausschalten. ',
    link('Als andere Person anmelden'),
  ],
  password: 'Passwort',
  passwordSignsOut: 'Wenn Sie das Passwort ändern, werden Sie auf allen anderen Geräten abgemeldet.',
  newPassword: 'Neues Passwort',
  changePassword: 'Passwort ändern',
  proof: {
    title: 'Bestätigen Sie, dass Sie es sind',
    yourPasswordHere: (provider) => `Ihr Passwort hier, nicht das von ${provider}.`,
    atProvider: (provider, link) => [
      link(`Melden Sie sich bei ${provider} erneut an`),
      ', wenn Sie hier kein Passwort haben. Sie kommen zur Seite zurück und senden das Formular noch einmal.',
    ],
    needsCode:
      'Dazu ist ein Code nötig, der in den letzten fünf Minuten eingegeben wurde. Ihr Formular ist noch nicht gesendet; danach wird es so gesendet, wie Sie es ausgefüllt haben.',
    needsPassword:
      'Dazu ist Ihr Passwort nötig, das in den letzten fünf Minuten eingegeben wurde. Ihr Formular ist noch nicht gesendet; danach wird es so gesendet, wie Sie es ausgefüllt haben.',
    filesAgain: 'Eine Datei wird nicht mitgesendet: Sie kommen zum Formular zurück und wählen sie erneut.',
    goBack: 'Abbrechen und zurück zur Seite',
  },
  needed: {
    title: 'Ein zweiter Faktor ist nötig',
    account:
      'Ihr Konto verlangt von jedem Mitglied die Anmeldung in zwei Schritten. Ein Inhaber des Kontos kann das ändern.',
    nothingChanged: 'Diese Anmeldung hat keinen, daher wurde nichts geändert.',
    setUp: (link) => [
      link('Richten Sie die Anmeldung in zwei Schritten ein'),
      ', oder melden Sie sich ab und mit einem Code wieder an; senden Sie das Formular dann erneut.',
    ],
  },
  setUp: {
    title: 'Anmeldung in zwei Schritten einrichten',
    qrCode: 'QR-Code für eine Authenticator-App',
    scan: 'Scannen Sie dies mit einer Authenticator-App oder tippen Sie den Schlüssel dort ein. Geben Sie dann den Code ein, den sie zeigt.',
    key: 'Schlüssel: ',
    digits: 'Sechs Ziffern, alle 30 Sekunden neu.',
    turnOn: 'Einschalten',
    leaveOff: 'Ausgeschaltet lassen',
  },
  recovery: {
    title: 'Ihre Wiederherstellungscodes',
    shownOnce:
      'Diese Codes werden nur jetzt angezeigt. Mit jedem können Sie sich einmal anmelden, wenn Sie Ihr Telefon verlieren: Drucken Sie sie aus oder bewahren Sie sie bei Ihren Passwörtern auf.',
    saved: 'Ich habe sie gesichert',
    newTitle: 'Neue Wiederherstellungscodes',
    replaceAll: 'Zehn neue Codes ersetzen alle früheren, die dann nicht mehr gelten.',
    make: 'Neue Codes erstellen',
    keep: 'Alte behalten',
  },
  turnOff: {
    title: 'Anmeldung in zwei Schritten ausschalten',
    means: 'Das Passwort allein genügt dann wieder, und die Wiederherstellungscodes gelten nicht mehr.',
    off: 'Ausschalten',
    keep: 'Eingeschaltet lassen',
  },
  signUp: {
    title: 'Konto erstellen',
    company: 'Firma',
    yourName: 'Ihr Name',
    create: 'Konto erstellen',
    registered: (link) => ['Schon registriert? ', link('Anmelden')],
  },
  security: {
    title: 'Sicherheit',
    off: 'aus',
    offMeans:
      'Wer Ihr Passwort erfährt, kann sich anmelden. Die Anmeldung in zwei Schritten verlangt auch einen Code von Ihrem Telefon.',
    turnOn: 'Anmeldung in zwei Schritten einschalten',
    on: 'ein',
    since: (at, codesLeft) => [
      'seit ',
      at,
      codesLeft === 1
        ? '. Ein Wiederherstellungscode ist übrig.'
        : `. ${codesLeft} Wiederherstellungscodes sind übrig.`,
    ],
    fewCodes: 'Erstellen Sie neue Wiederherstellungscodes, bevor der letzte verbraucht ist.',
    turnItOff: 'Ausschalten',
    thisOne: 'diese',
    signOut: 'Abmelden',
    where: 'Wo Sie angemeldet sind',
    logins: 'Anmeldungen',
    device: 'Gerät',
    unknownDevice: 'Nicht bekannt',
    lastUsed: 'Zuletzt verwendet',
    sinceWhen: 'Seit',
    login: 'Anmeldung',
    everywhereElse: 'Überall sonst abmelden',
    requiredOn:
      'Ihr Konto verlangt von jedem Mitglied die Anmeldung in zwei Schritten. Melden Sie sich ab und mit einem Code wieder an, um fortzufahren.',
    requiredOff:
      'Ihr Konto verlangt von jedem Mitglied die Anmeldung in zwei Schritten. Schalten Sie sie hier ein, um fortzufahren.',
    changePassword: 'Passwort ändern',
    twoStep: 'Anmeldung in zwei Schritten',
  },
  provider: {
    away: (name) =>
      `${name} ist zurzeit nicht erreichbar. Versuchen Sie es in einer Minute erneut oder melden Sie sich mit Ihrem Passwort an.`,
    stale:
      'Diese Anmeldung wurde in einem anderen Browser oder Tab oder vor mehr als zehn Minuten begonnen. Beginnen Sie neu.',
    notSignedIn: (name) =>
      `${name} hat Sie nicht angemeldet. Beginnen Sie neu oder melden Sie sich mit Ihrem Passwort an.`,
    otherPerson: (name) => `${name} nennt eine andere Person als diese Anmeldung.`,
    refused: {
      email_not_verified: (name) =>
        `${name} hat Ihre E-Mail-Adresse nicht bestätigt. Lassen Sie sie dort bestätigen und melden Sie sich dann erneut an.`,
      no_such_user: (name) =>
        `Hier hat niemand die Adresse Ihrer Anmeldung bei ${name}. Bitten Sie einen Inhaber Ihres Kontos um eine Einladung.`,
      other_subject: (name) =>
        `Der Benutzer mit dieser Adresse ist mit einer anderen Anmeldung bei ${name} verknüpft. Wenden Sie sich an den Betrieb des Dienstes.`,
      no_group: (name) =>
        `Keine Ihrer Gruppen bei ${name} ist hier zugelassen. Wenden Sie sich an die Person, die dort die Gruppen verwaltet.`,
      user_not_vouched: () =>
        'Es ist nicht bestätigt, dass Sie der Benutzer mit dieser Adresse sind. Melden Sie sich mit dem Passwort an oder wenden Sie sich an den Betrieb.',
      user_disabled: () => 'Dieser Benutzer ist deaktiviert. Wenden Sie sich an einen Inhaber Ihres Kontos.',
    },
  },
};
