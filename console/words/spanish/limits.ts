import type { Words } from '../english';

export const limits: Words['limits'] = {
  requestsByDay: 'Solicitudes por día',
  requestsByDayLabel: 'Solicitudes por día; la tabla siguiente contiene las cifras',
  onDay: (day, requests) => `${day}: ${requests} solicitudes`,
  answered: 'Atendidas',
  refusedByLimits: 'Denegadas por los límites',
  otherErrors: 'Otros errores',
  requests: 'Solicitudes',
  refused: 'Denegadas',
  ofLastDays: (days) => `Solicitudes de los últimos ${days} días`,
  noRequests: {
    test: 'No hay solicitudes con una clave de pruebas.',
    live: 'No hay solicitudes con una clave de producción.',
  },
  sum: (requests, refused) => `${requests} solicitudes, de ellas ${refused} denegadas por los límites.`,
  byOperation: 'Por operación',
  operation: 'Operación',
  byPlan: 'Por plan',
  plan: 'Plan',
  byDay: 'Por día',
  day: 'Día, UTC',
  title: 'Límites',
  noKey: {
    test: (create) => ['Todavía no hay ninguna clave de pruebas. ', create('Cree una'), '.'],
    live: (create) => ['Todavía no hay ninguna clave de producción. ', create('Cree una'), '.'],
  },
  ofOperations: (made, read, tracked) =>
    `Cada clave tiene los límites de su plan. Algunas operaciones tienen además un límite propio, por clave y minuto: ${made} pagos creados, ${read} consultados, ${tracked} en seguimiento, salvo que la ficha de una clave indique otra cosa.`,
  plans: 'Planes',
  aMinute: 'Por minuto',
  anHour: 'Por hora',
  aDay: 'Por día',
  noLimit: 'ninguno',
};
