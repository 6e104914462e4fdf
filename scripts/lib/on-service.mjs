import { randomBytes } from 'node:crypto';
import { inProject } from './project.mjs';
import { run } from './run.mjs';

const COMMAND_LIMIT_MS = 60_000;
/** The list of invented names that ships makes it wait for a review. */
const HELD_NAME = 'Quillon Zhadrek';

export const PAYMENTS = '/api/v1/payments/instructions';

/** @returns {object} the body of a payment; the last four digits of the account say how the sandbox ends it */
export function instruction(accountNumber, name = 'Example Trading Ltd') {
  return {
    amount: 1250.5,
    currency: 'USD',
    beneficiary: { name, country: 'US', bankAccount: { accountNumber, swiftBic: 'BOFAUS3N', country: 'US' } },
    purpose: { code: 'trade_settlement' },
    settlementRoute: { settlementTimeline: 'same_day' },
  };
}

/**
 * @param {{baseUrl: string, apiKey: string}} service
 * @returns {Function} sends a request and answers the data of what came back; throws where it was refused
 */
export function callerOf({ baseUrl, apiKey }) {
  return async (method, path, body, { key = apiKey, type = 'application/json' } = {}) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': type };
    const answer = await fetch(`${baseUrl}${path}`, {
      method,
      headers,
      body: typeof body === 'string' ? body : JSON.stringify(body ?? {}),
    });
    const said = await answer.json();
    if (!answer.ok) throw new Error(`${method} ${path} answers ${answer.status}: ${JSON.stringify(said)}`);
    return said.data ?? said;
  };
}

/**
 * Makes a payment that waits for a review, and asks its client about it.
 * @param {{baseUrl: string, apiKey: string, operatorKey: string}} service
 * @returns {Promise<string>} its id
 */
export async function holdPayment({ baseUrl, apiKey, operatorKey }) {
  const call = callerOf({ baseUrl, apiKey });
  const { instructionId } = await call('POST', PAYMENTS, instruction('9876540000', HELD_NAME));
  const question = { question: 'When and where was the beneficiary born?' };
  await call('POST', `/v1/operator/payments/${instructionId}/information-requests`, question, { key: operatorKey });
  return instructionId;
}

/**
 * A person who can log in at the console, with a new password.
 * @param {string} directory of the service's data
 */
export async function createUser(directory, name, options) {
  const email = `${name}-${Date.now()}@example.com`;
  const password = randomBytes(18).toString('base64url');
  const command = ['--data-dir', directory, 'users', 'create', '--email', email, '--password-stdin', ...options];
  await run(process.execPath, [inProject('dist', 'cli', 'main.js'), ...command], {
    limitMs: COMMAND_LIMIT_MS,
    input: password,
  });
  return { email, password };
}
