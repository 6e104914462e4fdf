import type { Words } from '../english';

export const charts: Words['charts'] = {
  last24Hours: 'Les dernières 24 heures',
  figures: 'Chiffres des graphiques',
  hour: 'Heure, UTC',
  halfWithin: 'Moitié en',
  mostWithin: '95 % en',
  nothing: 'rien',
  ofAll: (all) => `sur ${all}`,
  byHourAndResult: (title) => `${title}, par heure et par résultat`,
  byHour: (title) => `${title}, par heure`,
  within: (half, most) => `la moitié en ${half} ms, 95 % en ${most} ms`,
};
