import { createHash, randomUUID } from 'node:crypto';
import { claimIdempotencyKey } from '../../db/idempotency';
import { releaseIdempotencyKey, storeIdempotentAnswer } from '../../db/idempotency-ends';
import { newId } from '../../lib/ids';
import { insertInstruction } from '../../db/payments/instruction/create-instruction';
import { recordWaiting } from '../../db/payments/dispatch/dispatch';
import { DomainError } from '../../domain/errors';
import type { World } from './judges';
import { actor, newInstruction } from './operation';
import { sendUntilItStays } from './sending';

const BODY_HASH = createHash('sha256').update('body').digest();

/** Who makes a payment holds the claim on its key at that moment; one that lost it makes nothing. */
async function expectClaimOf({ database, key }: World, token: string): Promise<void> {
  const [row] = await database.query<{ holder: string | null }>(
    'select claim_token as holder from idempotency_keys where key = $1',
    [key],
  );
  expect(row?.holder).toBe(token);
}

/** One request to create with the world's idempotency key; `kept` is what the client is told, or nothing for a 409. */
export const create = actor('create', async ({ database }, world) => {
  const key = { scope: 'acc_ptn_1/test', operation: 'createPaymentInstruction', key: world.key };
  const token = randomUUID();
  const claim = await claimIdempotencyKey(database, key, { bodyHash: BODY_HASH, token });
  if (claim.outcome === 'stored') world.toldIds.push(claim.answer.body);
  if (claim.outcome !== 'claimed') return;
  const instruction = newInstruction(newId('instruction'));
  try {
    const kept =
      claim.subject === null
        ? await insertInstruction(database, instruction, { ...key, token, bodyHash: BODY_HASH })
        : { kind: 'known' as const, instructionId: claim.subject };
    const id = kept.kind === 'known' ? kept.instructionId : instruction.id;
    if (kept.kind === 'kept') await expectClaimOf(world, token);
    if (kept.kind === 'kept') await recordWaiting(database, id, 'engine_busy');
    await storeIdempotentAnswer(database, key, token, { status: 201, verbatim: id });
    world.toldIds.push(id);
  } catch (fault) {
    if (!(fault instanceof DomainError) || fault.code !== 'IN_PROGRESS') throw fault;
    await releaseIdempotencyKey(database, key, token);
  }
});

/** The process of the first request was frozen for longer than its claim lasts. */
export const endLease = actor('end-lease', async ({ database }, world) => {
  await database.query(`update idempotency_keys set claimed_until = '-infinity' where key = $1`, [world.key]);
});

/** The relay starts what the outbox says; until then there is no instruction to send. */
export const relay = actor('relay', async (steps, world) => {
  const [item] = await steps.database.query<{ subject: string }>(
    `select o.subject from outbox o join payment_instructions i on i.id = o.subject
     where o.topic = 'payment.start' and i.idempotency_key = $1`,
    [world.key],
  );
  if (item === undefined) return;
  await sendUntilItStays(steps, { ...world, instructionId: item.subject }, 'taken');
});
