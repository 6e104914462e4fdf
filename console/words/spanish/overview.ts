import type { Words } from '../english';
import { formatsIn } from '../formats';

const { figure, plural } = formatsIn('es');

export const overview: Words['overview'] = {
  liveIsClosed:
    'El entorno de producción de su cuenta está cerrado; lo abre el operador de este servicio. El entorno de pruebas está separado.',
  newKey: (key) =>
    `Se creó una clave de producción en su nombre: ${key}. Si no fue usted, revóquela y cierre las demás sesiones.`,
  lookAtKeys: 'Ver las claves',
  attention: 'Requiere atención',
  nothing: 'Nada requiere atención.',
  paymentsWithTrouble: 'Pagos que requieren atención',
  since: 'Desde',
  nothingSaid: 'sin explicación',
  differing: {
    amount: 'importe',
    currency: 'moneda',
    fee_sum: 'suma de las comisiones',
    fee_vs_estimate: 'comisiones',
    fx_math: 'importe según el tipo de cambio',
    beneficiary_short: 'importe recibido',
    beneficiary_over: 'importe recibido',
    date_late: 'fecha',
    date_early: 'fecha',
    fee_currency: 'moneda de las comisiones',
    fx_unverifiable: 'tipo de cambio',
    decimals: 'decimales',
    unreadable: 'parte ilegible',
  },
  insteadOf: (what, actual, expected) => `${what} ${actual} en lugar de ${expected}`,
  endpoint: {
    disabled: 'Un punto de conexión de webhook está desactivado:',
    failing: 'Un punto de conexión de webhook falla:',
    unreachable: 'No se puede acceder a un punto de conexión de webhook:',
    byHand: 'Desactivado manualmente.',
    failuresSince: (at) => ['Solo fallos desde ', at, '.'],
    heldBackSince: (at) => [
      ' Las entregas están retenidas desde ',
      at,
      ': se intenta una cada vez, y las demás siguen en cuanto una tiene éxito.',
    ],
  },
  today: {
    title: 'Pagos de hoy',
    moreThan: (most) => `más de ${figure(most)}`,
    note: 'presentados desde la medianoche UTC, por estado actual',
    noteOfNewest: 'presentados desde la medianoche UTC, por estado actual; se cuentan los más recientes',
  },
  lastDays: (days) => `Los últimos ${days} días`,
  timeShown: 'Periodo mostrado',
  days: (days) => `${days} días`,
  uncounted: (days) =>
    `Hay tantos pagos que ${figure(days)} días anteriores aún se están contando; la página se actualiza.`,
  noPayment: (days, make) => [
    `No se presentó ningún pago en los últimos ${days} días. `,
    make('Cree uno en cinco minutos'),
    ' y aquí verá cuántos se liquidan, con qué rapidez y adónde van.',
  ],
  payments: (count) => `${figure(count)} ${plural(count, { one: 'pago', other: 'pagos' })}`,
  submitted: 'Pagos presentados',
  submittedByCurrency: 'Pagos presentados, por moneda',
  other: 'Otras',
  success: {
    title: 'Tasa de éxito',
    label: 'Proporción de los pagos de un día que se liquidaron, de los que terminaron',
    noneEnded: 'ninguno ha terminado',
    settledShare: (share) => `${share} liquidados`,
    ends: (settled, failed) => `${figure(settled)} liquidados, ${figure(failed)} fallidos o devueltos`,
    settled: 'Liquidados',
  },
  times: {
    title: 'Tiempo hasta la liquidación',
    label: 'Tiempo desde la presentación hasta la liquidación: la mediana y el que cumplió el 95 %',
    noneSettled: 'ninguno liquidado',
    note: (most) => `mediana; el 95 % en ${most}`,
    within: (half, most) => `la mitad en ${half}, el 95 % en ${most}`,
  },
  volume: {
    title: 'Volumen por moneda',
    note: 'sin los pagos fallidos, cancelados o devueltos',
    of: (currency) => `Volumen en ${currency}`,
    atMost: (volume, most, day) => `${volume}, como máximo ${most} el ${day}`,
    moreBelow: (currencies) => `Las ${currencies} monedas están todas en las cifras de abajo.`,
  },
  corridors: {
    title: 'Pagos por corredor',
    note: (shown) => `los ${shown} con más pagos`,
    corridor: (currency, country) => `${currency} a ${country}`,
  },
  figures: {
    name: 'Cifras',
    day: 'Día, UTC',
    week: 'Semana, UTC',
    submitted: 'Presentados',
    failed: 'Fallidos o devueltos',
  },
};
