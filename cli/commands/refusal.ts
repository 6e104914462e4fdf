import { DomainError, type FieldFault } from '../../domain/errors';
import { UsageError } from '../context';

/** A member of a document has no option of the command by its name, so it is named. */
const lineOf = ({ field, message }: FieldFault): string => (field.includes('.') ? `${field}: ${message}` : message);

/** Refuses a command with the reason of a fault: each detail on a line, or what would be possible instead. */
export function refuseCommand(fault: unknown): never {
  if (!(fault instanceof DomainError)) throw fault;
  if (fault.details !== undefined) throw new UsageError(fault.details.map(lineOf).join('\n'));
  const { allowed } = fault.extra;
  const names = Array.isArray(allowed) && allowed.length > 0 ? ` Possible now: ${allowed.join(', ')}.` : '';
  throw new UsageError(fault.message + names);
}
