import type { Words } from '../english';
import { formatsIn } from '../formats';

const { figure } = formatsIn('es');

export const keys: Words['keys'] = {
  sides: { test: 'pruebas', live: 'producción' },
  titles: { test: 'Claves de API de pruebas', live: 'Claves de API de producción' },
  states: { active: 'activa', expired: 'caducada', revoked: 'revocada' },
  used: {
    minute: (used, limit) => `${figure(used)} de ${figure(limit)} usadas en este minuto`,
    hour: (used, limit) => `${figure(used)} de ${figure(limit)} usadas en esta hora`,
    day: (used, limit) => `${figure(used)} de ${figure(limit)} usadas en este día`,
  },
  usageOf: (key) => `Uso de ${key}`,
  keyEnding: (hint) => `Clave …${hint}`,
  noOwnLimits: 'sin límites propios',
  perMinute: (operation, limit) => `${operation} ${figure(limit)} por minuto`,
  singleOperations: (limits) => `Operaciones concretas: ${limits}`,
  facts: {
    endsIn: 'Termina en',
    plan: 'Plan',
    created: 'Creada',
    lastUsed: 'Último uso',
    expires: 'Caduca',
    scopes: 'Permisos',
  },
  allScopes: 'todos',
  rotate: 'Renovar',
  rotateNamed: (key) => `Renovar ${key}`,
  revoke: 'Revocar',
  revokeNamed: (key) => `Revocar ${key}`,
  create: (side) => `Crear una clave de ${side}`,
  label: 'Etiqueta',
  labelHint: 'Para qué sirve la clave.',
  expiresHint: 'Opcional; la clave termina al comienzo de ese día, UTC.',
  createTheKey: 'Crear la clave',
  ownersCreate:
    'Los propietarios de la cuenta crean y revocan claves; en el entorno de pruebas también pueden los desarrolladores.',
  liveIsClosed: 'El entorno de producción está cerrado',
  liveOpensLater:
    'Las claves de producción mueven dinero. El operador de este servicio abre el entorno de producción de su cuenta; hasta entonces, todo puede probarse con claves de pruebas, que no comparten nada con producción.',
  yourKeys: (side) => `Sus claves de ${side}`,
  noneYet: (side) => `Todavía no hay ninguna clave de ${side}. Cree una para llamar a la API.`,
  apiKey: (side) => `clave de API de ${side}`,
  newKeyTitle: (side) => `Su nueva clave de API de ${side}`,
  rotateTitle: 'Renovar una clave',
  revokeTitle: 'Revocar una clave',
  rotateTheKey: 'Renovar la clave',
  revokeTheKey: 'Revocar la clave',
  keepTheKey: 'No revocar',
  doNotRotate: 'Cancelar',
  rotateMeans: (side, key) => [
    `Una clave nueva sustituye a la clave de ${side} `,
    key,
    ', con los mismos permisos y el mismo plan. Ambas funcionan durante el periodo de transición.',
  ],
  revokeMeans: (side, key) => [
    `La clave de ${side} `,
    key,
    ' deja de funcionar de inmediato en todas partes. Esta acción no se puede deshacer.',
  ],
  overlap: 'Periodo de transición',
  overlaps: { 0: 'ninguno: la anterior termina de inmediato', 1: '1 hora', 24: '1 día', 168: '7 días' },
  secret: {
    copy: 'Copiar',
    shownOnce: (what) => `Se muestra solo esta vez: ${what}.`,
    keepIt: 'Copie ahora y guarde donde solo su servicio pueda leer.',
    newOne: (what) => `Nuevo: ${what}`,
    copied: 'Ya he copiado',
  },
  noSuchKey: 'No hay ninguna clave activa con este identificador.',
  chooseAnOverlap: 'Elija un periodo de transición.',
  use: {
    title: 'Uso de los límites',
    noKey: (side, create, reference) => [
      `Todavía no hay ninguna clave de ${side}. `,
      create('Cree una'),
      ' para llamar a la API; la ',
      reference('referencia'),
      ' explica cómo.',
    ],
  },
};
