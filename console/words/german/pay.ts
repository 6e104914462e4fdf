import type { Words } from '../english';

export const pay: Words['pay'] = {
  payee: 'Empfänger',
  newPayee: 'Neuer Empfänger',
  noSavedPayees: 'Gespeicherte Empfänger können hier gewählt werden.',
  countryHint: 'Zwei Buchstaben, etwa US. Nur für einen neuen Empfänger.',
  fieldsOfIt: 'Felder für Empfänger und Währung anzeigen',
  send: (amount) => `${amount} zahlen`,
  changeIt: 'Ändern',
  review: 'Prüfen',
  route: 'Weg',
  screening: 'Sanktionsprüfung',
  screened: {
    clear: 'Kein Treffer: Die Zahlung wird ohne manuelle Prüfung gesendet.',
    not_screened: 'Keine amtliche Liste ist geladen: Die Zahlung wird ohne Abgleich gesendet.',
    review: 'Die Zahlung wird bis zum Abschluss der manuellen Prüfung angehalten.',
    blocked: 'Die Zahlung würde abgelehnt.',
  },
  heldUntil: 'Angehalten bis',
  otherAccount: (account: string, date: string) =>
    `Die letzte Zahlung an einen Empfänger dieses Namens ging am ${date} auf das Konto ${account}. Bestätigen Sie das neue Konto mit dem Empfänger auf einem Weg, den Sie bereits kennen.`,
  alsoAsked: 'Banken verlangen für diese Zahlung außerdem:',
};
