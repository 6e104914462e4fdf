import type { Words } from '../english';

export const limits: Words['limits'] = {
  requestsByDay: 'Anfragen nach Tag',
  requestsByDayLabel: 'Anfragen nach Tag; die Tabelle darunter enthält die Zahlen',
  onDay: (day, requests) => `${day}: ${requests} Anfragen`,
  answered: 'Beantwortet',
  refusedByLimits: 'Wegen Limits abgelehnt',
  otherErrors: 'Andere Fehler',
  requests: 'Anfragen',
  refused: 'Abgelehnt',
  ofLastDays: (days) => `Anfragen der letzten ${days} Tage`,
  noRequests: { test: 'Keine Anfragen mit einem Test-Schlüssel.', live: 'Keine Anfragen mit einem Live-Schlüssel.' },
  sum: (requests, refused) => `${requests} Anfragen, davon ${refused} wegen Limits abgelehnt.`,
  byOperation: 'Nach Operation',
  operation: 'Operation',
  byPlan: 'Nach Tarif',
  plan: 'Tarif',
  byDay: 'Nach Tag',
  day: 'Tag, UTC',
  title: 'Limits',
  noKey: {
    test: (create) => ['Es gibt noch keinen Test-Schlüssel. ', create('Erstellen Sie einen'), '.'],
    live: (create) => ['Es gibt noch keinen Live-Schlüssel. ', create('Erstellen Sie einen'), '.'],
  },
  ofOperations: (made, read, tracked) =>
    `Für jeden Schlüssel gelten die Limits seines Tarifs. Einige Operationen haben zusätzlich ein eigenes Limit je Schlüssel und Minute: ${made} Zahlungen erstellen, ${read} abrufen, ${tracked} verfolgen, sofern die Karte eines Schlüssels nichts anderes angibt.`,
  plans: 'Tarife',
  aMinute: 'Pro Minute',
  anHour: 'Pro Stunde',
  aDay: 'Pro Tag',
  noLimit: 'keines',
};
