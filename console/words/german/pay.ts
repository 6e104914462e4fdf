import type { Words } from '../english';

export const pay: Words['pay'] = {
  payee: 'Empfänger',
  newPayee: 'Neuer Empfänger',
  noSavedPayees: 'Gespeicherte Empfänger können hier gewählt werden.',
  countryHint: 'Zwei Buchstaben, etwa US. Nur für einen neuen Empfänger.',
  proceed: 'Weiter',
  accountIn: (country) => `ein Bankkonto (Land: ${country})`,
  goesTo: (payee, currency, other) => [
    `An ${payee}, in ${currency}. `,
    other('An einen anderen Empfänger oder in einer anderen Währung zahlen'),
  ],
  send: 'Zahlungsauftrag erteilen',
  preview: 'Vorschau der Zahlung',
  noPreview:
    'Füllen Sie das Formular aus und drücken Sie Vorschau: Weg, Gebühr, Datum und Sanktionsprüfung erscheinen dann hier.',
  route: 'Weg',
  screening: 'Sanktionsprüfung',
  screened: {
    clear: 'Kein Treffer: Die Zahlung wird ohne manuelle Prüfung gesendet.',
    not_screened: 'Keine amtliche Liste ist geladen: Die Zahlung wird ohne Abgleich gesendet.',
    review: 'Die Zahlung wird bis zum Abschluss der manuellen Prüfung angehalten.',
    blocked: 'Die Zahlung würde abgelehnt.',
  },
  heldUntil: 'Angehalten bis',
  alsoAsked: 'Banken verlangen für diese Zahlung außerdem:',
};
