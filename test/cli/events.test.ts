import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { actor } from '../../cli/actor';
import { findOrCreateAccount } from '../../db/auth/accounts';
import { listAuditEntries } from '../../db/auth/audit-log';
import { EVENT_TYPES } from '../../domain/webhooks/events';
import { eventually } from '../support/builders';
import { CommandLine } from '../support/command-line';
import { createTestDatabase, type TestDatabase } from '../support/database';

const ACTOR = actor().id;

let database: TestDatabase;
let line: CommandLine;
beforeAll(async () => {
  database = await createTestDatabase();
  line = new CommandLine({ DATABASE_URL: database.url });
  await findOrCreateAccount(database, 'acme');
});

const corridor = (...args: string[]) => line.run(...args);

const read = (line: string | undefined): Record<string, unknown> => JSON.parse(line ?? '') as Record<string, unknown>;

it('publish an event from the line or a file, trigger a sample, and print the log', async () => {
  const publish = ['events', 'publish', '--type', 'buyer.matched', '--account', 'acme', '--json', '--object'];
  const file = path.join(line.folder, 'match.json');
  writeFileSync(file, '{"id":"match-2"}');
  const first = read((await corridor(...publish, '{"id":"match-1"}')).lines.at(-1));
  const second = read((await corridor(...publish, `@${file}`)).lines.at(-1));
  const sample = read((await corridor('trigger', 'shipment.created', '--account', 'acme', '--json')).lines.at(-1));
  expect([first, second, sample]).toEqual(
    ['buyer.matched', 'buyer.matched', 'shipment.created'].map((type) => ({
      id: expect.stringMatching(/^evt_/) as string,
      type,
      environment: 'test',
    })),
  );
  const tail = ['events', 'tail', '--account', 'acme', '--once', '--json'];
  const { lines } = await eventually(
    () => corridor(...tail),
    (said) => said.lines.length === 3,
    'three events in the log',
  );
  const found = EVENT_TYPES.find(({ name }) => name === 'shipment.created');
  expect(lines.map(read).map(({ id, data }) => [id, data])).toEqual([
    [first['id'], { object: { id: 'match-1' } }],
    [second['id'], { object: { id: 'match-2' } }],
    [sample['id'], { object: found?.sample }],
  ]);
  const rest = await corridor(...tail, '--after', String(first['id']), '--type', 'buyer.*');
  expect(rest.lines.map((line) => read(line)['id'])).toEqual([second['id']]);
  const acts = (await listAuditEntries(database, null)).filter(({ act }) => act === 'event.published');
  expect(acts.map(({ actor, subject }) => [actor, subject]).reverse()).toEqual(
    [first, second, sample].map(({ id }) => [ACTOR, id]),
  );
});

it('end with the reader of what they print', async () => {
  const trigger = ['trigger', 'buyer.matched', '--account', 'acme'];
  await line.run(...trigger);
  const tail = line.spawn('events', 'tail', '--account', 'acme');
  const over = once(tail, 'exit');
  await once(tail.stdout, 'data');
  tail.stdout.destroy();
  await line.run(...trigger);
  expect(await over).toEqual([0, null]);
});

it('say what is wrong', async () => {
  const publish = ['events', 'publish', '--account', 'acme', '--type'];
  const cases: [string[], string][] = [
    [['trigger', 'payment.paid', '--account', 'acme'], 'There is no event payment.paid.'],
    [['trigger', 'buyer.matched', '--account', 'nobody'], 'There is no such account.'],
    [[...publish, 'buyer.matched', '--object', '[]'], 'It must be a JSON object'],
    [[...publish, 'shipment.created', '--object', '{}'], 'object.id'],
    [[...publish, 'buyer.matched', '--object', '{"id":"m"}', '--environment', 'live'], 'is not open'],
  ];
  for (const [args, fault] of cases) {
    expect(await corridor(...args)).toMatchObject({
      code: 1,
      lines: [],
      fault: expect.stringContaining(fault) as string,
    });
  }
});
