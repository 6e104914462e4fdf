import type { Words } from '../english';

export const charts: Words['charts'] = {
  last24Hours: 'Die letzten 24 Stunden',
  figures: 'Zahlen zu den Diagrammen',
  hour: 'Stunde, UTC',
  halfWithin: 'Hälfte innerhalb',
  mostWithin: '95 % innerhalb',
  nothing: 'nichts',
  ofAll: (all) => `von ${all}`,
  byHourAndResult: (title) => `${title}, nach Stunde und Ergebnis`,
  byHour: (title) => `${title}, nach Stunde`,
  within: (half, most) => `Hälfte innerhalb von ${half} ms, 95 % innerhalb von ${most} ms`,
};
