import { loadSyntheticWatchList } from '../../../../activities/importers/load-starter';
import { browserPath } from '../../../support/browser';
import { startScriptedServer, type ScriptedServer } from '../../../support/http-server';
import { createMember } from '../../../support/members';
import { startTestPartner, type TestPartner } from '../../../support/partner';
import { importFixture, importStarter } from '../../../support/reference-data';
import { startStack, type Stack } from '../../../support/stack';
import type { Keys, ScenarioRun } from './example-run';
import { IN_DOUBT, playScenario } from './example-scenario';

/** The service, its data and everybody else of the scenario. */
export interface ExampleScene {
  stack: Stack;
  receiver: ScriptedServer;
  partner: TestPartner;
  keys: Keys;
  /** Asks every operation once; those of documents where there is a browser. */
  play(run: ScenarioRun): Promise<void>;
}

export async function startExampleScene(): Promise<ExampleScene> {
  let doesPartnerFail = false;
  const receiver = await startScriptedServer(() => ({ status: 200, body: { received: true } }));
  const stack = await startStack({ documents: browserPath() !== null, webhookTrustedOrigins: [receiver.url] });
  const { database, vault } = stack;
  const react = (request: Parameters<typeof IN_DOUBT>[0]) => (doesPartnerFail ? IN_DOUBT(request) : undefined);
  const partner = await startTestPartner(database, vault, { name: 'North Bank', react });
  const later = { deferIndex: true, validFrom: '2026-01-01' };
  await importStarter(database, { deferIndex: true });
  await importFixture(database, 'usitc-csv', 'schedule-us.csv', { ...later, edition: '2026' });
  await importFixture(database, 'ukgt-json', 'ukgt.json', { validFrom: '2026-01-01' });
  await importFixture(database, 'vat', 'vat.json');
  await loadSyntheticWatchList(database);
  const keys = {
    client: (await createMember(stack, 'examples', 'rosa@example.com')).key,
    partner: partner.key,
    operator: await stack.createOperator(),
  };
  async function play(run: ScenarioRun): Promise<void> {
    run.world.receiverUrl = receiver.url;
    await playScenario(run, browserPath() !== null, (fails) => {
      doesPartnerFail = fails;
    });
  }
  return { stack, receiver, partner, keys, play };
}
