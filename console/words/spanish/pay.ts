import type { Words } from '../english';

export const pay: Words['pay'] = {
  payee: 'Beneficiario',
  newPayee: 'Beneficiario nuevo',
  noSavedPayees: 'Aquí se pueden elegir los beneficiarios que haya guardado.',
  countryHint: 'Dos letras, como US. Solo para un beneficiario nuevo.',
  fieldsOfIt: 'Mostrar los campos de este beneficiario y moneda',
  send: (amount) => `Pagar ${amount}`,
  changeIt: 'Cambiar',
  review: 'Revisar',
  route: 'Ruta',
  screening: 'Verificación en listas',
  screened: {
    clear: 'Sin coincidencias: el pago se envía sin revisión manual.',
    not_screened: 'No hay ninguna lista oficial cargada: el pago se envía sin comparación.',
    review: 'El pago se retiene hasta que termine la revisión manual.',
    blocked: 'El pago se rechazaría.',
  },
  heldUntil: 'Retenido hasta',
  otherAccount: (account: string, date: string) =>
    `El último pago a un beneficiario con este nombre, del ${date}, fue a la cuenta ${account}. Confirme la nueva cuenta con el beneficiario por una vía que ya conozca.`,
  alsoAsked: 'Para este pago, los bancos piden además:',
};
