import type { Words } from '../english';

export const charts: Words['charts'] = {
  last24Hours: 'Las últimas 24 horas',
  figures: 'Cifras de los gráficos',
  hour: 'Hora, UTC',
  halfWithin: 'La mitad en',
  mostWithin: 'El 95 % en',
  nothing: 'nada',
  ofAll: (all) => `de ${all}`,
  byHourAndResult: (title) => `${title}, por hora y resultado`,
  byHour: (title) => `${title}, por hora`,
  within: (half, most) => `la mitad en ${half} ms, el 95 % en ${most} ms`,
};
