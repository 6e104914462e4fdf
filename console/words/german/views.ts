import type { Words } from '../english';

export const views: Words['views'] = {
  saved: 'Gespeicherte Ansichten',
  all: 'Alle',
  deleteThis: 'Diese Ansicht löschen',
  saveAs: 'Als Ansicht speichern',
  name: 'Name der Ansicht',
  save: 'Speichern',
  narrowFirst: 'Filtern oder sortieren Sie zuerst die Liste.',
  tooMany: (most) => `Sie haben ${most} Ansichten dieser Liste. Löschen Sie zuerst eine.`,
};
