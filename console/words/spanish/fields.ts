import type { Words } from '../english';

export const fields: Words['fields'] = {
  amount: 'Importe',
  currency: 'Moneda',
  status: 'Estado',
  reference: 'Referencia',
  fromDate: 'Desde',
  toDate: 'Hasta',
  order: 'Orden',
  reason: 'Motivo',
  reasonCode: 'Motivo',
  answer: 'Respuesta',
  comment: 'Comentario',
  approvals: 'Aprobaciones',
  email: 'Correo electrónico',
  name: 'Nombre',
  password: 'Contraseña',
  current: 'Contraseña actual',
  code: 'Código',
  accountName: 'Empresa',
  proof: 'Confirmación',
  language: 'Idioma',
};
