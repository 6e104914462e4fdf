import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { ENDPOINTS } from '../../../api/endpoints';
import { openApiDocument } from '../../../api/openapi/document';
import { EXCHANGES } from '../../../api/openapi/examples';
import { forClients } from '../../../api/openapi/publish/for-clients';
import { browserPath } from '../../support/browser';
import { describeWith, findTool } from '../../support/tools';
import { startExampleScene, type ExampleScene } from './support/example-scene';
import {
  freshFolder,
  GENERATED,
  generateOpenApiTs,
  play,
  startPrism,
  startWideningServer,
  type Player,
} from './support/generated-client';

/** On a busy machine a compiler of four hundred models takes minutes. */
const LIMIT_MS = 10 * 60_000;

/** What a day reads: the operation, and a fact of its answer. */
const DAY = `
getAccount test
getRateLimit minute
getPaymentTransitions applied
getPaymentRequirements CN
getCalendar DE
createBeneficiary Supplier of cotton
updateBeneficiary Supplier of cotton, Da Nang
listBeneficiaries Blue Ridge Supply Inc
createWebhook whsec_
listWebhooks Order system
updateWebhook document.generated
testWebhook payment.settled
listWebhookDeliveries payment.settled
listEventTypes shipment.created
previewPayment 1250.5
createPaymentInstruction North Bank
getPaymentInstruction trade_settlement
listPaymentInstructions order-1001
trackPayments USD
listPaymentReports 0
putTrackingLink linked
cancelPaymentInstruction The order was placed twice
a refusal decimals
createPaymentBatch valid_only
getPaymentBatch Suppliers, March
listPaymentBatchRows refused
searchHsCodes 610910
classifyProduct 610910
getHsCode XI
getHsCodeTariffs 16.5
calculateTariff 16.5
compareTariffs 610910
calculateLandedCost VN
getCountryTariffProfile Germany
createShipment PO-7781
updateShipment in_transit
searchShipments Nordwind Handels GmbH
generateDocument INV-2026-001
getDocument commercial_invoice
listDocuments pdf
downloadDocument %PDF-
listEvents 1
rotateWebhookSecret whsec_
deleteWebhook
listRequests`;

const hasGo = spawnSync('go', ['version']).error === undefined;
const hasMaven = spawnSync('mvn', ['--version']).error === undefined;
const hasBrowser = browserPath() !== null;
const generator = findTool('openapi-generator');
const python = findTool('packaged-tool', 'generated-python');
const openApiTs = findTool('packaged-tool', 'openapi-ts');
const prism = findTool('packaged-tool', 'prism');

let scene: ExampleScene;
let widening: string;
let days = 0;
const files = { whole: '', clients: '' };

beforeAll(async () => {
  const folder = freshFolder('documents');
  const whole = openApiDocument(ENDPOINTS);
  for (const [name, document] of [['whole', whole] as const, ['clients', forClients(whole)] as const]) {
    files[name] = path.join(folder, `${name}.json`);
    writeFileSync(files[name], JSON.stringify(document));
  }
  scene = await startExampleScene();
  widening = await startWideningServer(scene.stack.baseUrl);
});

/** Plays a day of an account of its own, with the requests that the document shows. */
async function playDay(player: Player, baseUrl = widening): Promise<string[]> {
  const requests = Object.entries(EXCHANGES).map(([operation, { request }]) => [operation, request]);
  const bodies = JSON.parse(JSON.stringify(Object.fromEntries(requests))) as Record<string, Record<string, unknown>>;
  const createWebhook = { ...bodies['createWebhook'], url: `${scene.receiver.url}/corridor` };
  days += 1;
  const apiKey = await scene.stack.createKey(`day ${days}`);
  const lines = await play(player, { baseUrl, apiKey, bodies: { ...bodies, createWebhook } });
  // The log of requests is written after the answers: how many it has by then is not certain.
  return lines.map((line) => line.replace(/^listRequests [01]$/, 'listRequests'));
}

const expected = DAY.trim().split('\n');

describeWith('a browser', hasBrowser)('a merchant plays a day, whose answers have gained members,', () => {
  describeWith('openapi-generator 7.25.0 (Java and Maven)', generator !== null)('by openapi-generator', () => {
    const jars = generator ?? '';

    describeWith('Python 3.11 with pip', python !== null)('in Python', () => {
      it(
        'and reads every answer',
        async () => {
          expect(await playDay(await GENERATED.python(jars, files.clients, python ?? ''))).toEqual(expected);
        },
        LIMIT_MS,
      );
    });

    it(
      'in TypeScript and reads every answer',
      async () => {
        expect(await playDay(await GENERATED.typescript(jars, files.clients))).toEqual(expected);
      },
      LIMIT_MS,
    );

    describeWith('Go 1.23 or later', hasGo)('in Go', () => {
      it(
        'and reads every answer',
        async () => {
          expect(await playDay(await GENERATED.go(jars, files.clients))).toEqual(expected);
        },
        LIMIT_MS,
      );
    });

    describeWith('Maven', hasMaven)('in Java', () => {
      it(
        'and reads every answer',
        async () => {
          expect(await playDay(await GENERATED.java(jars, files.clients))).toEqual(expected);
        },
        LIMIT_MS,
      );
    });
  });

  describeWith('@hey-api/openapi-ts 0.99.0 (npm)', openApiTs !== null)('by openapi-ts', () => {
    it(
      'in TypeScript, from the whole document, and reads every answer',
      async () => {
        expect(await playDay(await generateOpenApiTs(openApiTs ?? '', files.whole))).toEqual(expected);
      },
      LIMIT_MS,
    );

    describeWith('Prism 5.16.0 (npm)', prism !== null)('through Prism', () => {
      it(
        'which finds no request and no answer that breaks the document',
        async () => {
          const proxy = await startPrism(prism ?? '', files.whole, scene.stack.baseUrl);
          expect(await playDay(await generateOpenApiTs(openApiTs ?? '', files.whole), proxy)).toEqual(expected);
        },
        LIMIT_MS,
      );
    });
  });
});
