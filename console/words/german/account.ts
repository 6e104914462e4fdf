import type { Words } from '../english';

export const audit: Words['audit'] = {
  empty:
    'Noch keine Einträge. Anmeldungen und Änderungen durch Personen und Schlüssel erscheinen hier, mit Person und Zeitpunkt.',
  when: 'Wann',
  who: 'Wer',
  act: 'Vorgang',
  what: 'Was',
  detail: 'Einzelheiten',
  endsIn: (hint) => ` endet auf …${hint}`,
};

export const dataExport: Words['dataExport'] = {
  intro: (side, line) => [
    `Alle Daten dieses Kontos in der ${side}-Umgebung in einer Datei: eine Zeile JSON für jedes Objekt, `,
    line,
    '. Die letzte Zeile zählt jede Art; eine Datei ohne sie ist unvollständig.',
  ],
  contents: {
    payment: 'jede Zahlung mit Weg, Verlauf und Ergebnis, wie die API sie zeigt',
    document: 'die Metadaten jedes Dokuments; die Dateien werden einzeln heruntergeladen',
    shipment: 'jede Sendung',
    webhook: 'jeder Endpunkt; sein Geheimnis und die Werte seiner Header werden nicht noch einmal gezeigt',
    event: 'das Ereignisprotokoll der letzten 30 Tage',
    delivery: 'jede Zustellung mit ihren Versuchen',
    key: 'jeder API-Schlüssel ohne sein Geheimnis',
    audit_entry: 'wer was in diesem Konto geändert hat, auf beiden Seiten',
  },
  isPersonal: (log) => [
    'Sie enthält Namen und Kontonummern: Schützen Sie sie entsprechend. Der Export und wer ihn ausgelöst hat, stehen im ',
    log('Protokoll'),
    '.',
  ],
  download: 'Daten herunterladen',
};
