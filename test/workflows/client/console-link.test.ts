import { newId } from '../../../lib/ids';
import { startDelivery } from '../../../workflows/client/deliveries';
import { startDocument } from '../../../workflows/client/documents';
import { startPayment } from '../../../workflows/client/payments';
import { connectWorkflows } from '../../../workflows/client/workflow-client';
import { workflowIds } from '../../../workflows/contract';
import { closeAtEnd } from '../../support/closing';
import { clientOf, createNamespace, temporalAddress } from '../../support/temporal';

const CONSOLE = 'https://pay.example.com/console/operator';

describe('the way back from the Temporal UI', () => {
  const [instructionId, documentId, deliveryId] = [newId('instruction'), newId('document'), newId('delivery')];

  /** Starts one of each, which no worker works on. @returns their static details */
  async function detailsWith(publicUrl: string | undefined) {
    const target = { address: temporalAddress(), namespace: await createNamespace(), tls: null, apiKey: null };
    const workflows = connectWorkflows(target, 'test', { publicUrl });
    closeAtEnd(() => workflows.close());
    const nothing = { idempotencyKey: null, clientReference: null, releaseAt: null };
    const payment = { instructionId, accountId: 'acc_1', currency: 'EUR', partnerName: 'North', environment: 'test' };
    await startPayment(workflows, { ...payment, ...nothing });
    await startDocument(workflows, documentId);
    const delivery = { deliveryId, attemptsMade: 1, once: false, dueAt: null };
    await startDelivery(workflows, {
      ...delivery,
      accountId: 'acc_1',
      eventType: 'payment.settled',
      webhookId: 'wh_1',
    });
    const ids = [
      workflowIds.payment(instructionId),
      workflowIds.document(documentId),
      workflowIds.delivery(deliveryId),
    ];
    return Promise.all(
      ids.map(async (id) => {
        const handle = clientOf(workflows).workflow.getHandle(id);
        const details = await (await handle.describe()).staticDetails();
        await handle.terminate('end of the test');
        return details;
      }),
    );
  }

  it('is a link to the page of a payment, and to what the search shows of the rest', async () => {
    expect(await detailsWith('https://pay.example.com')).toEqual([
      `Instruction ${instructionId} of account acc_1. [Open in the console](${CONSOLE}/payments/${instructionId})`,
      `[Open in the console](${CONSOLE}/search?q=${documentId})`,
      `[Open in the console](${CONSOLE}/search?q=${deliveryId})`,
    ]);
  });

  it('is absent where the address of the console is not known', async () => {
    expect(await detailsWith(undefined)).toEqual([
      `Instruction ${instructionId} of account acc_1.`,
      undefined,
      undefined,
    ]);
  });
});
