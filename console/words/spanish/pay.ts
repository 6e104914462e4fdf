import type { Words } from '../english';

export const pay: Words['pay'] = {
  payee: 'Beneficiario',
  newPayee: 'Beneficiario nuevo',
  noSavedPayees: 'Aquí se pueden elegir los beneficiarios que haya guardado.',
  countryHint: 'Dos letras, como US. Solo para un beneficiario nuevo.',
  proceed: 'Continuar',
  accountIn: (country) => `una cuenta bancaria (país: ${country})`,
  goesTo: (payee, currency, other) => [
    `A ${payee}, en ${currency}. `,
    other('Pagar a otro beneficiario o en otra moneda'),
  ],
  send: 'Enviar la orden de pago',
  preview: 'Vista previa del pago',
  noPreview:
    'Rellene el formulario y pulse Vista previa: aquí aparecerán la ruta, la comisión, la fecha y la verificación en listas.',
  route: 'Ruta',
  screening: 'Verificación en listas',
  screened: {
    clear: 'Sin coincidencias: el pago se envía sin revisión manual.',
    not_screened: 'No hay ninguna lista oficial cargada: el pago se envía sin comparación.',
    review: 'El pago se retiene hasta que termine la revisión manual.',
    blocked: 'El pago se rechazaría.',
  },
  heldUntil: 'Retenido hasta',
  alsoAsked: 'Para este pago, los bancos piden además:',
};
