import type { Words } from '../english';

export const payments: Words['payments'] = {
  title: 'Pagos',
  pay: 'Pagar',
  payAgain: 'Pagar de nuevo',
  payee: 'Beneficiario',
  correct: 'Corregir',
  correctAndPay: 'Corregir y pagar de nuevo',
  correctAdvice: (payment, account) =>
    `${payment}. Cada campo contiene lo que se ordenó. Deje vacío el número de cuenta para pagar de nuevo a ${account}.`,
  noMatch:
    'Ningún pago coincide. Escriba una referencia exacta: un identificador, la suya, la del socio o la del banco.',
  noneYet: (first, upload) => [
    'Todavía no hay ningún pago. ',
    first('Cree el primero'),
    ' mediante la API o ',
    upload('cargue una tabla de pagos'),
    '.',
  ],
  cancelTitle: 'Cancelar un pago',
  isInStatus: (status) => `tiene el estado «${status}».`,
  cancelledAtOnce: 'Aún no se ha enviado, así que se cancela de inmediato.',
  partnerDecides: (partner) => `Se pide a ${partner} que lo cancele, y decide.`,
  keptWithPayment: 'Se guarda con el pago.',
  cancelThePayment: 'Cancelar el pago',
  keepIt: 'No cancelar',
  recallTitle: 'Solicitar la retrocesión del pago',
  hasArrived: 'ha llegado.',
  recallMeans: (partner) =>
    `Se pide a ${partner} que lo devuelva; el beneficiario o su banco puede negarse. El pago sigue liquidado hasta que se devuelva el dinero.`,
  inWords: 'Explicación',
  recallHint: 'Para el personal del socio; se guarda con el pago.',
  leaveIt: 'No solicitarla',
  link: {
    title: 'Enlace público',
    anyoneSees: 'Quien tenga este enlace ve el estado, la fecha y la referencia del pago hasta que usted lo revoque.',
    back: 'Volver al pago',
    notPublic: 'Este pago no es público. Quien tenga un enlace ve su estado, fecha y referencia, y nada más.',
    validSince: (since) => [
      'Quien tenga el enlace ve el estado, la fecha y la referencia. Es válido desde ',
      since,
      '.',
    ],
    make: 'Crear un enlace público',
    show: 'Mostrar el enlace',
    revoke: 'Revocar el enlace',
  },
};
