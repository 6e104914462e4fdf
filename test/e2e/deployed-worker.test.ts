import { instructionBody } from '../support/builders';
import { startTestPartner, type TestPartner } from '../support/partner';
import { startDeployment, type Deployment, type ServiceProcess } from '../support/processes';

const PATH = '/api/v1/payments/instructions';
const START_MS = 60_000;

let deployment: Deployment;
let api: ServiceProcess;
let partner: TestPartner;
let key: string;

beforeAll(async () => {
  deployment = await startDeployment();
  [api] = await Promise.all([deployment.startApi(), deployment.startWorker()]);
  partner = await startTestPartner(deployment.database, deployment.vault, { name: 'north' });
  key = await deployment.createKey('acme');
}, START_MS);

afterAll(async () => {
  await deployment.stop();
  await partner.server.close();
});

describe('a worker process as it is deployed', () => {
  it(
    'ends the workflow of a payment with its outcome',
    async () => {
      const created = await deployment.call(api, 'POST', PATH, { key, body: instructionBody() });
      const { instructionId } = created.body['data'] as { instructionId: string };
      for (const status of ['accepted', 'processing', 'settled']) {
        const path = `${PATH}/${instructionId}/status`;
        const told = await deployment.call(api, 'PUT', path, { key: partner.key, body: { status } });
        expect(told.status).toBe(200);
      }
      // The wait for reports is a timer in a scope of its own: ending that scope must not end the workflow.
      expect(await deployment.workflowResult(`pay/${instructionId}`)).toMatchObject({ status: 'settled' });
    },
    START_MS,
  );
});
