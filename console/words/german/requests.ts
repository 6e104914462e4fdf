import type { Words } from '../english';
import { formatsIn } from '../formats';

const { figure } = formatsIn('de');

export const requests: Words['requests'] = {
  request: 'Anfrage',
  operation: 'Operation',
  anyOperation: 'Jede Operation',
  key: 'Schlüssel',
  anyKey: 'Jeder Schlüssel',
  fromUtc: 'Von, UTC',
  beforeUtc: 'Vor, UTC',
  aboutId: 'Betrifft, nach ID',
  requestId: 'ID der Anfrage',
  wrongId: 'muss die ID einer Anfrage sein, wie im Header Request-Id einer Antwort',
  noneSent: (days) =>
    `In den letzten ${days} Tagen hat kein Schlüssel dieser Umgebung etwas geändert, und keiner wurde abgewiesen. Erfolgreiche Abfragen werden gezählt, nicht aufgelistet.`,
  noneFits: (days) => `Keine Anfrage der letzten ${days} Tage entspricht der Suche.`,
  unlisted: (count, days, usage) => [
    `${figure(count)} Anfragen der letzten ${days} Tage fehlen, weil das Protokoll nicht geschrieben werden konnte. Unter `,
    usage('Nutzung'),
    ' sind sie gezählt.',
  ],
  error: 'Fehler',
  firstFault: 'Erster Mangel',
  time: 'Zeit',
  tookMs: 'Dauer, ms',
  took: 'Dauer',
  about: 'Betrifft',
  notListed: (days) =>
    `Nicht aufgeführt: Das Protokoll enthält Anfragen mit API-Schlüsseln dieser Umgebung ${days} Tage lang. `,
  made: 'Was sie erstellt hat',
  what: 'Was',
  id: 'ID',
  nothingById: 'In dieser Umgebung wurde von einer Anfrage mit dieser ID nichts erstellt.',
  createdNothing: 'Diese Anfrage hat in dieser Umgebung nichts erstellt: Sie hat nur gelesen oder wurde abgelehnt.',
  allAbout: 'Alle Anfragen zu diesem Objekt',
  noSuchRequest: 'Diese Anfrage gibt es nicht.',
};
