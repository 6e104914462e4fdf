import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { completeAnswers } from '../../cli/commands/connect-answers';
import { jsonBank } from '../activities/partners/described/json-bank';
import { closeAtEnd } from '../support/closing';
import { CommandLine, type Typed } from '../support/command-line';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { exampleBank } from '../support/descriptions';
import { startScriptedServer } from '../support/http-server';
import { DEBTOR } from '../../lab/benches/debtor';

let database: TestDatabase;
let line: CommandLine;
const folder = mkdtempSync(path.join(tmpdir(), 'corridor-connect-'));
beforeAll(async () => {
  closeAtEnd(() => rmSync(folder, { recursive: true, force: true }));
  database = await createTestDatabase();
  const DATA_KEY = Buffer.alloc(32, 7).toString('base64');
  line = new CommandLine({ DATABASE_URL: database.url, PUBLIC_URL: 'https://trade.example', DATA_KEY });
});

const ROUTE = { currencies: ['ISK'], timelines: ['same_day'] };

function written(name: string, content: unknown): string {
  const file = path.join(folder, name);
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

const described = (name: string, environment: string) => ({
  ...{ name, environment, adapter: 'described', config: { description: 'bank.json' } },
});

async function startBank(): Promise<string> {
  const bank = jsonBank('key-of-the-bank');
  const server = await startScriptedServer((request) => bank.react(request));
  written('bank.json', exampleBank('json-header'));
  written('key.txt', 'key-of-the-bank\n');
  return `${server.url}/v2`;
}

function connect(name: string, answers: object): Promise<Typed> {
  return line.run('partners', 'connect', '--answers', written(name, answers), '--json');
}

const shown = async (...words: string[]): Promise<Record<string, unknown>> => (await line.run(...words, '--json')).said;

/** Source: docs/GAPS.md#connect */
describe('corridor partners connect', () => {
  it('makes partner, credential, certificate and route of a described bank, and again nothing', async () => {
    const baseUrl = await startBank();
    const answers = {
      partner: described('Bank', 'test'),
      baseUrl,
      credentials: { 'api-key': 'key.txt' },
      route: ROUTE,
    };
    const { said, code } = await connect('answers.json', answers);
    expect([code, said]).toEqual([0, expect.objectContaining({ connected: true, verdict: 'passed' })]);
    expect(said).toMatchObject({ key: expect.any(String) as string, secret: expect.any(String) as string });
    const route = await shown('routes', 'show', String(said['route']));
    expect(route).toMatchObject({ partner: said['id'], currencies: ['ISK'], enabled: true });
    const again = await connect('answers.json', answers);
    expect([again.code, again.said]).toEqual([
      0,
      { id: said['id'], environment: 'test', adapter: 'described', route: said['route'], connected: true },
    ]);
    expect(again.fault).toContain('credential api-key stays');
    written('new-key.txt', 'another-key');
    const further = { ...answers, credentials: { 'api-key': 'new-key.txt' }, route: { ...ROUTE, feeFixed: 5 } };
    const changed = await connect('further.json', further);
    expect(changed.fault).toContain('credential api-key is set');
    expect(changed.fault).toContain(`these routes of the partner stay as they are: ${String(said['route'])}`);
    expect(changed.said).toMatchObject({ id: said['id'], connected: true });
    expect(changed.said['route']).not.toBe(said['route']);
    expect((await connect('further.json', further)).said['route']).toBe(changed.said['route']);
    expect((await connect('answers.json', answers)).fault).toContain('credential api-key is set');
    const other = await connect('other.json', { ...answers, baseUrl: 'http://127.0.0.1:9/v2' });
    expect([other.code, other.fault]).toEqual([
      1,
      expect.stringContaining('There is a partner Bank with other settings'),
    ]);

    const live = {
      ...{ partner: described('Bank, live', 'live'), credentials: { 'api-key': 'key.txt' } },
      ...{ examination: { testPartner: 'Bank' }, route: { ...ROUTE, currencies: ['NOK'] } },
    };
    const made = await connect('live.json', live);
    expect([made.code, made.said]).toEqual([0, expect.objectContaining({ connected: true, environment: 'live' })]);
    expect(await shown('partners', 'show', String(made.said['id']))).toMatchObject({ disabledAt: null });
  });

  it('makes no route for a bank that fails, and goes on once it passes', async () => {
    const baseUrl = await startBank();
    written('wrong.txt', 'another-key');
    const answers = {
      ...{
        partner: described('Careless bank', 'test'),
        baseUrl,
        credentials: { 'api-key': 'wrong.txt' },
        route: ROUTE,
      },
    };
    const failed = await connect('failing.json', answers);
    expect([failed.code, failed.said]).toEqual([1, expect.objectContaining({ connected: false, verdict: 'failed' })]);
    expect(failed.said['route']).toBeUndefined();
    written('wrong.txt', 'key-of-the-bank');
    expect((await connect('failing.json', answers)).said).toMatchObject({ id: failed.said['id'], connected: true });
  });

  it('prepares the directory of a bank by files before it is examined', async () => {
    const directory = path.join(folder, 'files');
    const partner = { name: 'Files', adapter: 'iso20022', environment: 'test', config: { ...DEBTOR, directory } };
    const { said, fault } = await connect('files.json', { partner, examination: { wait: 1 }, route: ROUTE });
    expect(said).toMatchObject({ connected: false, verdict: 'failed' });
    expect(fault).toContain(`${directory} is prepared`);
  });

  it('names every answer that is missing or wrong, and makes nothing', async () => {
    await startBank();
    const missing = await connect('missing.json', { partner: described('Unmade', 'live') });
    expect(missing.code).toBe(1);
    for (const place of ['credentials.api-key', 'examination.testPartner', 'route.currencies', 'route.timelines']) {
      expect(missing.fault).toContain(`${place}: `);
    }
    const wrong = await connect('wrong.json', {
      ...{ partner: described('Unmade', 'test'), credentials: { 'api-key': 'key.txt' }, colour: 'red' },
      route: { currencies: ['XXX'], timelines: ['soon'] },
    });
    expect(wrong.fault).toContain('answers: has members that are not known: colour');
    for (const place of ['currencies', 'timelines'])
      expect(wrong.fault).toContain(`answers.route.${place}.0: must be `);
    expect((await line.run('partners', 'show', 'Unmade')).fault).toContain('There is no partner Unmade.');
  });

  it('asks a person for what is missing, and again where an answer does not fit', async () => {
    await startBank();
    const replies: [about: RegExp, reply: string][] = [
      [/^name of the partner/, 'Asked bank'],
      [/^how the bank is reached/, 'carrier pigeon'],
      [/^It must be one of/i, 'described'],
      [/^test or live/, 'test'],
      [/ISO 4217/, 'ISK,NOK'],
      [/default/, 'same_day'],
      [/description of the API/, 'bank.json'],
      [/^credential api-key/, 'key.txt'],
    ];
    const asked: string[] = [];
    const answers = await completeAnswers({}, folder, (about) => {
      asked.push(about);
      return Promise.resolve(replies[asked.length - 1]?.[1] ?? '');
    });
    expect(asked).toEqual(replies.map(([about]) => expect.stringMatching(about) as string));
    expect(answers).toMatchObject({
      partner: { name: 'Asked bank', config: { description: { version: 1 } } },
      credentials: { 'api-key': path.join(folder, 'key.txt') },
      route: { currencies: ['ISK', 'NOK'], timelines: ['same_day'] },
    });
  });
});
