import { randomBytes } from 'node:crypto';
import { DOCUMENT_TYPES } from '../../domain/documents/registry';
import { verifyCode, verifyLabel } from '../../domain/documents/verify-code';
import { openVault } from '../../lib/vault';
import { SAMPLES } from '../documents/support/samples';
import { eventually } from '../support/builders';
import { startDeployment, type Deployment, type ServiceProcess } from '../support/processes';

const DOCUMENTS_DATA_KEY = randomBytes(32).toString('base64');
/** All that the process beside the browser has. */
const own = openVault(null, DOCUMENTS_DATA_KEY);

let deployment: Deployment;
let api: ServiceProcess;
let key: string;

beforeAll(async () => {
  deployment = await startDeployment({ environment: { DOCUMENTS_DATA_KEY } });
  [api] = await Promise.all([deployment.startApi(), deployment.startWorker({ DATA_KEY: '' }, 'documents')]);
  key = await deployment.createKey('acme');
});

describe('a documents worker with the keys of documents alone', () => {
  it.each(DOCUMENT_TYPES)('makes a document that can be read and verified: %s', async (type) => {
    const body = SAMPLES[`${type}-one`];
    const made = await deployment.call(api, 'POST', '/api/v1/documents/generate', { key, body });
    const { documentId } = made.body['data'] as { documentId: string };
    const shown = () => deployment.call(api, 'GET', `/api/v1/documents/${documentId}`, { key });
    const isOver = ({ body: answer }: Awaited<ReturnType<typeof shown>>) =>
      (answer['data'] as { status: string }).status !== 'generating';
    expect(await eventually(shown, isOver, documentId)).toMatchObject({
      body: { data: { type, status: 'generated' } },
    });
    const file = await deployment.call(api, 'GET', `/api/v1/documents/${documentId}/download`, { key });
    expect(file.headers.get('content-type')).toBe('application/pdf');
    const code = verifyCode(own.derive(verifyLabel(documentId)));
    expect((await deployment.call(api, 'GET', `/verify/${documentId}?c=${code}`)).status).toBe(200);
  });

  it('and the API seal everything of documents with those', async () => {
    const heads = await deployment.database.query<{ head: Buffer }>(
      `select distinct substring(value from 1 for 5) as head from (
         select data_sealed as value from document_requests union all select pdf_sealed from document_files
         union all select preview_sealed from document_files) sealed`,
      [],
    );
    expect(heads).toEqual([{ head: own.currentHeader('document-data:') }]);
  });

  it('begins no other work', async () => {
    await expect(deployment.startWorker({ DATA_KEY: '' })).rejects.toThrow('ended with 1');
    await expect(deployment.startWorker({ DATA_KEY: '' }, 'payments')).rejects.toThrow('ended with 1');
  });
});
