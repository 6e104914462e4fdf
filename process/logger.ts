import pino, { type DestinationStream, type Logger, type LoggerOptions } from 'pino';

/** Members that never reach a log line, wherever they stand. */
const SECRET_MEMBERS = [
  'authorization',
  'key',
  'secret',
  'secret_access_key',
  'accountNumber',
  'beneficiary',
  'debtor',
  'remittance',
  'name',
  'dataKey',
  'documentsDataKey',
  'password',
];

/** @returns the fault as far as it may be logged: kind, message, code and stack, never values of a statement */
export function describeFault(fault: unknown): Record<string, unknown> {
  if (!(fault instanceof Error)) return { kind: typeof fault };
  const code = 'code' in fault && typeof fault.code === 'string' ? { code: fault.code } : {};
  const cause = fault.cause instanceof Error ? { cause: `${fault.cause.name}: ${fault.cause.message}` } : {};
  return { kind: fault.name, message: fault.message, ...code, stack: fault.stack, ...cause };
}

/** A logger of JSON lines that hides secrets, on standard output unless another destination is given. */
export function createLogger(level: string, instance: string, destination?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level,
    base: { instance },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { fault: describeFault },
    redact: { paths: SECRET_MEMBERS.flatMap((name) => [name, `*.${name}`]), censor: '[redacted]' },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}
