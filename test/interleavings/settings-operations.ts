import { randomBytes } from 'node:crypto';
import { changeManaged, setDisabled } from '../../db/administration/change';
import { invite } from '../../db/auth/invitations';
import { rotatePartnerSecret } from '../../db/auth/partner-credentials';
import { releaseOutboxItems, renewOutboxItems, takeOutboxItems } from '../../db/outbox';
import { openTrackingLink } from '../../db/payments/instruction/tracking-links';
import { applyRetention } from '../../db/retention/apply-retention';
import { recordAttempts } from '../../db/webhooks/record-attempts';
import { releaseHeld } from '../../db/webhooks/sender';
import { listSubscriptions, rotateSecret, updateSubscription } from '../../db/webhooks/subscriptions';
import { takeFirsts } from '../../db/webhooks/take-attempts';
import type { Database } from '../../db/database';
import { BROKEN, madeOf, OK } from '../support/attempts';
import { actor, VAULT } from './operation';

const tenant = { accountId: 'acc_ptn_1', environment: 'test' } as const;

/** An operator changes something that the payment refers to. */
export const changeRoute = actor('change-route', async ({ database }) => {
  await changeManaged(database, { kind: 'route', id: 'rt_ptn_1', changes: { priority: 100 }, actor: 'operator' });
});

export const changePlan = actor('change-plan', async ({ database }) => {
  const changes = { plan: 'professional' };
  await changeManaged(database, { kind: 'account', id: 'acc_ptn_1', changes, actor: 'operator' });
});

export const rotatePartner = actor('rotate-partner-secret', async ({ database }) => {
  await rotatePartnerSecret(database, VAULT, { partnerId: 'ptn_1', actor: 'operator' });
});

/** Of the payment's account, whose members and endpoints change. */
export const inviteMember = actor('invite-member', async ({ database }) => {
  const email = `${randomBytes(8).toString('hex')}@shop.example`;
  const { id } = await invite(database, { ...tenant, email, role: 'viewer', actor: 'owner' });
  await database.query('delete from user_links where id = $1', [id]);
});

async function ofEndpoints(database: Database, work: (id: string) => Promise<unknown>): Promise<void> {
  for (const { id } of await listSubscriptions(database, tenant, { limit: 1, after: undefined })) await work(id);
}

export const changeEndpoint = actor('change-endpoint', ({ database }) =>
  ofEndpoints(database, (id) =>
    updateSubscription(database, VAULT, { tenant, id, actor: 'owner' }, { description: 'changed' }),
  ),
);

export const rotateEndpoint = actor('rotate-endpoint-secret', ({ database }) =>
  ofEndpoints(database, (id) => rotateSecret(database, VAULT, { tenant, id, actor: 'owner' }, new Date())),
);

/** A client switches an endpoint off and on again. */
export const switchEndpoint = actor('switch-endpoint', ({ database }, world) =>
  ofEndpoints(database, async (id) => {
    world.isEndpointSwitched = true;
    for (const enabled of [false, true]) {
      await updateSubscription(database, VAULT, { tenant, id, actor: 'owner' }, { enabled });
    }
  }),
);

/** An operator gives a partner no new payment for a moment. */
export const switchPartner = actor('switch-partner', async ({ database }) => {
  for (const isDisabled of [true, false]) {
    await setDisabled(database, { kind: 'partner', id: 'ptn_1', isDisabled, actor: 'operator' });
  }
});

/** A sender takes the first attempts that are due, and records what came of them. */
const send = (result: typeof OK) =>
  actor(result === OK ? 'deliver' : 'fail-to-deliver', ({ database }, world) =>
    ofEndpoints(database, async (webhookId) => {
      const { orders } = await takeFirsts(database, VAULT, { webhookId, limit: 50 });
      world.attempted.push(...orders.map(({ deliveryId }) => deliveryId));
      if (orders.length > 0) {
        await recordAttempts(
          database,
          orders.map((order) => madeOf(order, result)),
        );
      }
    }),
  );

export const deliver = send(OK);
export const failToDeliver = send(BROKEN);

/** A sender judges anew what it holds. */
export const release = actor('release-held', ({ database }) =>
  ofEndpoints(database, (webhookId) => releaseHeld(database, webhookId, '')),
);

export const openLink = actor('open-tracking-link', async ({ database }, { instructionId }) => {
  await openTrackingLink(database, { instructionId, tenant }, 'owner');
});

/** A relay takes what is due, holds it longer, and gives it back. */
export const takeItems = actor('take-outbox-items', async ({ database }) => {
  const take = { lane: 'payments', after: '', limit: 64, ofOneAccount: 64, leaseSeconds: 15 } as const;
  const items = await takeOutboxItems(database, take);
  const held = items.flatMap(({ id, lease }) => (lease === null ? [] : [{ id, lease }]));
  await renewOutboxItems(database, held, 15);
  await releaseOutboxItems(database, held);
});

/** What is old is removed. */
export const sweep = actor('sweep', async ({ database }) => {
  await applyRetention(database);
});
