import type { Words } from '../english';
import { formatsIn } from '../formats';

const { figure } = formatsIn('es');

export const requests: Words['requests'] = {
  request: 'Solicitud',
  operation: 'Operación',
  anyOperation: 'Cualquier operación',
  key: 'Clave',
  anyKey: 'Cualquier clave',
  fromUtc: 'Desde, UTC',
  beforeUtc: 'Antes de, UTC',
  aboutId: 'Objeto, por su identificador',
  requestId: 'Identificador de la solicitud',
  wrongId: 'debe ser un identificador de solicitud, como en el encabezado Request-Id de una respuesta',
  noneSent: (days) =>
    `En los últimos ${days} días, ninguna clave de este entorno ha cambiado nada ni ha sido rechazada. Las lecturas correctas se cuentan, pero no se muestran.`,
  noneFits: (days) => `Ninguna solicitud de los últimos ${days} días coincide.`,
  unlisted: (count, days, usage) => [
    `Faltan ${figure(count)} solicitudes de los últimos ${days} días, porque no se pudo escribir el registro. La página `,
    usage('Uso'),
    ' las cuenta.',
  ],
  error: 'Error',
  firstFault: 'Primer defecto',
  time: 'Hora',
  tookMs: 'Duración, ms',
  took: 'Duración',
  about: 'Objeto',
  notListed: (days) =>
    `No figura: el registro guarda las solicitudes con claves de API de este entorno durante ${days} días. `,
  made: 'Qué creó',
  what: 'Qué',
  id: 'Identificador',
  nothingById: 'En este entorno, ninguna solicitud con este identificador creó nada.',
  createdNothing: 'Esa solicitud no creó nada en este entorno: solo leyó, o fue rechazada.',
  allAbout: 'Todas las solicitudes sobre este objeto',
  noSuchRequest: 'No existe esa solicitud.',
};
