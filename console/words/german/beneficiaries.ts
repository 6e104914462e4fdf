import type { Words } from '../english';

export const beneficiaries: Words['beneficiaries'] = {
  title: 'Empfänger',
  one: 'Empfänger',
  states: {
    refused: 'Zahlungen werden abgelehnt',
    reviewed: 'Zahlungen werden manuell geprüft',
    ready: 'bereit',
    toConfirm: 'zu bestätigen',
  },
  save: 'Empfänger speichern',
  none: (guide) => [
    'Noch kein Empfänger. Speichern Sie, an wen Sie mehr als einmal zahlen: Zahlungen nennen ihn dann, und eine geänderte Bankverbindung bestätigt eine zweite Person. ',
    guide('Die Anleitung'),
    ' erklärt es.',
  ],
  account: 'Bankkonto',
  changed: 'Geändert',
  held: (account, until) => [
    'Die Bankverbindung wurde geändert. Zahlungen an ',
    account,
    ' werden angehalten bis ',
    until,
    ' oder bis ein anderes Mitglied die Änderung bestätigt.',
  ],
  ownChange:
    'Diese Änderung oder eine frühere, die nicht bestätigt wurde, stammt von Ihnen; daher muss ein anderes Mitglied sie bestätigen.',
  askPayee:
    'Fragen Sie den Empfänger über einen Weg, den Sie kennen, nicht über einen aus der Nachricht, die um die Änderung bat.',
  confirm: 'Bankverbindung bestätigen',
  earlierHeld: (until) => [
    'Zahlungen an frühere Bankverbindungen, die nicht bestätigt wurden, werden angehalten bis spätestens ',
    until,
    ' und dann dorthin gesendet. Sie können nicht mehr bestätigt werden: Stornieren Sie die Zahlungen, die nicht ausgeführt werden sollen.',
  ],
  label: 'Bezeichnung',
  version: 'Version der Bankverbindung',
  confirmed: 'Bestätigt',
  screened: 'Sanktionsprüfung',
  saved: 'Gespeichert',
  id: 'ID',
  change: 'Ändern',
  delete: 'Löschen',
  removed: (name) => [name, ' wird entfernt. Zahlungen, die daraus erstellt wurden, laufen unverändert weiter.'],
  deleteThe: 'Empfänger löschen',
  keep: 'Behalten',
  saveThe: 'Empfänger speichern',
  leave: 'Abbrechen',
  newAdvice: 'Die Kontonummer wird versiegelt gespeichert und danach nur mit ihren letzten vier Ziffern angezeigt.',
  changeAdvice:
    'Ein leeres Feld bleibt, wie es ist. Zahlungen an eine andere Bankverbindung werden 72 Stunden angehalten, oder bis ein anderes Mitglied sie bestätigt.',
  changeTitle: 'Empfänger ändern',
  deleteTitle: 'Empfänger löschen',
};
