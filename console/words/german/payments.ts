import type { Words } from '../english';

export const payments: Words['payments'] = {
  title: 'Zahlungen',
  pay: 'Zahlen',
  payAgain: 'Erneut zahlen',
  payee: 'Empfänger',
  correct: 'Korrigieren',
  correctAndPay: 'Korrigieren und erneut zahlen',
  correctAdvice: (payment, account) =>
    `${payment}. Jedes Feld enthält, was beauftragt war. Lassen Sie die Kontonummer leer, um erneut an ${account} zu zahlen.`,
  noMatch:
    'Keine Zahlung entspricht der Suche. Geben Sie eine Referenz genau ein: eine ID, Ihre eigene, die des Partners oder die der Bank.',
  noneYet: (first, upload) => [
    'Es gibt noch keine Zahlung. ',
    first('Erstellen Sie die erste'),
    ' über die API oder ',
    upload('laden Sie eine Tabelle mit Zahlungen hoch'),
    '.',
  ],
  cancelTitle: 'Zahlung stornieren',
  isInStatus: (status) => `hat den Status „${status}“.`,
  cancelledAtOnce: 'Sie wurde noch nicht gesendet und wird daher sofort storniert.',
  partnerDecides: (partner) => `${partner} wird um Stornierung gebeten und entscheidet darüber.`,
  keptWithPayment: 'Wird bei der Zahlung gespeichert.',
  cancelThePayment: 'Zahlung stornieren',
  keepIt: 'Nicht stornieren',
  recallTitle: 'Zahlung zurückrufen',
  hasArrived: 'ist angekommen.',
  recallMeans: (partner) =>
    `${partner} wird um Rückgabe gebeten; der Empfänger oder seine Bank kann ablehnen. Die Zahlung bleibt abgewickelt, bis das Geld zurückgegeben ist.`,
  inWords: 'Erläuterung',
  recallHint: 'Für Mitarbeiter des Partners; wird bei der Zahlung gespeichert.',
  leaveIt: 'Nicht zurückrufen',
  link: {
    title: 'Öffentlicher Link',
    anyoneSees: 'Wer diesen Link hat, sieht Status, Datum und Referenz der Zahlung, bis Sie ihn widerrufen.',
    back: 'Zurück zur Zahlung',
    notPublic:
      'Diese Zahlung ist nicht öffentlich. Wer einen Link hat, sieht Status, Datum und Referenz, sonst nichts.',
    validSince: (since) => ['Wer den Link hat, sieht Status, Datum und Referenz. Er gilt seit ', since, '.'],
    make: 'Öffentlichen Link erstellen',
    show: 'Link anzeigen',
    revoke: 'Link widerrufen',
  },
};
