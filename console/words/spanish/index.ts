import { spokenIn } from '../formats';
import type { Words } from '../english';
import * as concepts from './concepts';

/**
 * Spanish, with "usted". Terms: payment pago, beneficiary beneficiario, partner socio, text for the payee concepto, purpose
 * finalidad, charges gastos, fee comisión, approval aprobación, batch lote, settle liquidar, recall retrocesión, value date fecha
 * valor, webhook webhook, delivery entrega, endpoint punto de conexión, key clave, account (of the service) cuenta, bank account
 * cuenta bancaria, member miembro, owner propietario, sign in iniciar sesión, two-step sign-in inicio de sesión en dos pasos,
 * screening verificación en listas, review by a person revisión manual, shipment envío.
 */
export const spanish: Words = { ...spokenIn('es'), ...concepts };
