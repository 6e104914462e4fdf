import type { Words } from '../english';

export const decisions: Words['decisions'] = {
  title: 'Decisiones',
  mine: 'Por decidir por mí',
  all: 'Todas',
  what: 'Decisión',
  kinds: {
    approval: 'Aprobar un pago',
    batch_approval: 'Aprobar un lote',
    payee_check: 'Decidir sobre el nombre de un beneficiario',
    information: 'Responder a una pregunta',
    bank_details: 'Confirmar datos bancarios',
    endpoint: 'Reparar un endpoint',
  },
  noneMine:
    'Nada espera su decisión. Las aprobaciones, las preguntas sobre pagos, los datos bancarios modificados y los endpoints con fallos aparecen aquí.',
  none: 'Nada espera a un miembro de la cuenta.',
  cut: (most) => `De cada tipo se muestran y cuentan como máximo ${most}, primero los más antiguos.`,
};
