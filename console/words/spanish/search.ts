import type { Words } from '../english';

export const search: Words['search'] = {
  title: 'Búsqueda',
  found: (text) => `Resultados para «${text}», los más recientes primero.`,
  finds: 'El campo en la parte superior de cada página encuentra:',
  nothing: (text) => `Sin resultados para «${text}». La búsqueda encuentra:`,
  ids: 'el identificador de un pago, un beneficiario, un lote, un envío, un documento, un punto de conexión, una entrega o una solicitud',
  references: 'una referencia exacta: de un pago la suya, la del socio o la del banco; de un envío la suya',
  amounts: (among) => `un importe, como 1.250,50, entre sus ${among} pagos más recientes`,
  payees: (among) => `una parte del nombre de un beneficiario, entre sus ${among} pagos más recientes`,
};
