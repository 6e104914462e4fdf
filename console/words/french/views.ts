import type { Words } from '../english';

export const views: Words['views'] = {
  saved: 'Vues enregistrées',
  all: 'Tout',
  deleteThis: 'Supprimer cette vue',
  saveAs: 'Enregistrer comme vue',
  name: 'Nom de la vue',
  save: 'Enregistrer',
  narrowFirst: 'Filtrez ou triez d’abord la liste.',
  tooMany: (most) => `Vous avez ${most} vues de cette liste. Supprimez-en d’abord une.`,
};
