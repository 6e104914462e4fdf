import type { Words } from '../english';

export const views: Words['views'] = {
  saved: 'Vistas guardadas',
  all: 'Todo',
  deleteThis: 'Eliminar esta vista',
  saveAs: 'Guardar como vista',
  name: 'Nombre de la vista',
  save: 'Guardar',
  narrowFirst: 'Primero filtre u ordene la lista.',
  tooMany: (most) => `Usted tiene ${most} vistas de esta lista. Elimine una primero.`,
};
