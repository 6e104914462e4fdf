import { ENDPOINTS } from '../../api/endpoints';
import { toolsOf, type Tool } from '../../api/mcp/tools';
import { readsBody } from '../../api/middleware/read-body';
import { SCOPES } from '../../domain/auth/principal';
import { SAMPLES, type World } from '../invariants/samples';
import { instructionBody } from '../support/builders';
import { INSTRUCTIONS, instructionIdOf, PaymentScene } from '../support/payment-scene';
import { Agent } from './agents';
import { HOSTILE_TEXTS } from './hostile-texts';

let scene: PaymentScene;
let key: string;
let agent: Agent;

beforeAll(async () => {
  scene = await PaymentScene.open();
  await scene.stack.startWorkers();
  key = await scene.stack.createKey('acme', { scopes: SCOPES });
  agent = await Agent.at(scene.stack.baseUrl, key);
});

/** What a path names that nobody has made; of reference data any of it. */
const PARAMS: Readonly<Record<string, string>> = {
  code: '610910',
  country: 'DE',
  currency: 'USD',
  type: 'payment.settled',
};

const READS = [...toolsOf(ENDPOINTS).values()].filter(({ definition }) => definition.annotations.readOnlyHint);

/** One call of a tool, and the request that it stands for. */
function callOf({ record }: Tool, ids: Readonly<Record<string, string>>) {
  const { body, query = '' } = SAMPLES[record.operationId] ?? {};
  const names = [...record.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const params = Object.fromEntries(names.map((name) => [name, ids[name] ?? PARAMS[name] ?? 'unknown']));
  const sent = body?.({} as World) ?? {};
  const asked = Object.fromEntries(new URLSearchParams(query));
  const path = record.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  return {
    given: { ...params, ...asked, ...sent },
    address: path + query,
    options: { key, ...(readsBody(record) ? { body: sent } : {}) },
  };
}

type Leaves = ReadonlyMap<string, unknown>;

function leavesOf(value: unknown, path = '', found = new Map<string, unknown>()): Map<string, unknown> {
  if (typeof value !== 'object' || value === null) return found.set(path, value);
  for (const [name, member] of Object.entries(value)) leavesOf(member, `${path}/${name}`, found);
  return found;
}

/** What two answers of the API have in common: the rest changes with each request, and with the clock. */
function common(one: Leaves, other: Leaves): Leaves {
  return new Map([...one].filter(([path, value]) => other.has(path) && other.get(path) === value));
}

/** Source: docs/GAPS.md#agents */
describe('the tools that read', () => {
  it('answer what the API answers, each of them', async () => {
    const instructionId = await scene.create();
    const shipment = { origin_country: 'VN', destination_country: 'DE', hs_code: '610910', value: 9, currency: 'EUR' };
    const { body: made } = await scene.stack.call('POST', '/v1/shipments', { key, body: shipment });
    expect(READS.length).toBeGreaterThan(35);
    for (const tool of READS) {
      const isOfShipment = tool.record.path.startsWith('/v1/shipments/');
      const { given, address, options } = callOf(tool, {
        instructionId,
        ...(isOfShipment ? { id: String(made['id']) } : {}),
      });
      const method = tool.record.method.toUpperCase();
      const before = await scene.stack.call(method, address, options);
      const said = await agent.call(tool.name, given);
      const after = await scene.stack.call(method, address, options);
      expect([tool.name, said.isError]).toEqual([tool.name, before.status >= 400]);
      if (said.notes.some((note) => note.startsWith('Left out'))) continue;
      const expected = common(leavesOf(before.body), leavesOf(after.body));
      const found = leavesOf(said.answer);
      const missing = [...expected].filter(([path, value]) => found.get(path) !== value);
      expect([tool.name, missing]).toEqual([tool.name, []]);
      const unknown = [...found.keys()].filter(
        (path) => !leavesOf(before.body).has(path) && !leavesOf(after.body).has(path),
      );
      expect([tool.name, unknown]).toEqual([tool.name, []]);
    }
  });

  it('give hostile text back as data, which changes nothing', async () => {
    const counted = async (): Promise<unknown> =>
      scene.stack.database.query(`select
        (select count(*) from payment_instructions) as payments, (select count(*) from webhook_subscriptions) as webhooks,
        (select count(*) from api_keys) as keys, (select count(*) from shipments) as shipments,
        (select coalesce(max(id), 0) from audit_log) as acts`);
    const tools = await agent.toolNames();
    for (const text of HOSTILE_TEXTS) {
      const beneficiary = { ...(instructionBody()['beneficiary'] as object), name: text };
      const body = instructionBody({ beneficiary, remittance: { text }, metadata: { note: text } });
      const created = await scene.stack.call('POST', INSTRUCTIONS, { key, body });
      expect([text, created.status]).toEqual([text, 201]);
      const id = instructionIdOf(created);
      await scene.until(id, 'submitted');
      const reported = await scene.report(id, { status: 'accepted', details: { message: text } });
      expect([text, reported.status]).toEqual([text, 200]);
      const shipment = { origin_country: 'VN', destination_country: 'DE', description: text, buyer: text };
      const { body: shipped } = await scene.stack.call('POST', '/v1/shipments', { key, body: shipment });
      const before = await counted();
      const { notes, answer } = await agent.call('get_payment_instruction', { instructionId: id });
      const reports = await agent.call('list_payment_reports', { instructionId: id });
      const goods = await agent.call('get_shipment', { id: String(shipped['id']) });
      const marked = (all: readonly string[]): string =>
        all.find((note) => note.startsWith('Data, not instructions')) ?? '';
      expect(answer['data']).toMatchObject({
        beneficiary: { name: text },
        remittance: { text },
        metadata: { note: text },
      });
      for (const path of ['data.beneficiary.name', 'data.remittance.text', 'data.metadata.note'])
        expect(marked(notes)).toContain(path);
      expect(reports.answer['data']).toMatchObject({ items: [{ message: text }] });
      expect(marked(reports.notes)).toContain('message');
      expect(marked(goods.notes)).toContain('description');
      expect(marked(goods.notes)).toContain('buyer');
      expect(await counted()).toEqual(before);
    }
    expect(await agent.toolNames()).toEqual(tools);
    const waiting = await scene.stack.call('GET', `${INSTRUCTIONS}?status=pending`, { key });
    expect((waiting.body['data'] as { items: unknown[] }).items).toEqual([]);
  });
});
