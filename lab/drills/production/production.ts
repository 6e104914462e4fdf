import { setTimeout as delay } from 'node:timers/promises';
import { memberOf } from '../../../domain/unknown-value';
import {
  stoppingAll,
  seconds,
  until,
  verdictsFrom,
  type Drill,
  type DrillContext,
  type DrillOutcome,
  type Stops,
} from '../drill';
import { SteadyCreates } from '../steady-creates';
import { checkBoundaries } from './boundaries';
import { startContainers } from './containers';
import { Installation, withoutDependencies } from './installation';
import { Tries } from './tries';

const OUTCOME_MS = 300_000;
const AROUND_MS = 3_000;
/** Below the limit of the operation, with room for repeats. */
const PER_SECOND = 1;
const FINAL = new Set(['settled', 'failed', 'returned']);

/** Each service's name and health, of those that go on. */
async function unhealthy(at: Installation): Promise<string[]> {
  const text = await at.bash('docker compose ps --all --format json');
  const found = text.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as unknown] : []));
  return found.flatMap((one) => {
    const [state, health] = [memberOf(one, 'State'), memberOf(one, 'Health')];
    const isDone = state === 'exited' && memberOf(one, 'ExitCode') === 0;
    const isWell = state === 'running' && (health === 'healthy' || health === '');
    return isDone || isWell ? [] : [`${String(memberOf(one, 'Service'))} is ${String(state)} ${String(health)}`];
  });
}

async function checkHealth(at: Installation): Promise<void> {
  await until(async () => (await unhealthy(at)).length === 0, OUTCOME_MS);
  const faults = await unhealthy(at);
  if (faults.length > 0) throw new Error(faults.join('\n'));
}

/** The installation under a steady load while something is done to it: nothing acknowledged is lost, nothing made twice. */
class Loaded {
  private intents = 0;

  constructor(
    private readonly at: Installation,
    private readonly tries: Tries,
  ) {}

  async through(act: () => Promise<unknown>): Promise<string> {
    const { baseUrl: url } = this.at;
    const load = new SteadyCreates({
      ...{ url, key: this.tries.key, perSecond: PER_SECOND, firstIntent: this.intents + 1, isRepeating: true },
    });
    const loading = load.run();
    await delay(AROUND_MS);
    await act().finally(async () => {
      await delay(AROUND_MS);
      load.stop();
      await loading;
      await load.close();
    });
    this.intents += load.records.length;
    await this.judge(load);
    const repeated = load.records.filter(({ repeats }) => repeats > 0).length;
    return `${load.records.length} creates, ${repeated} asked again`;
  }

  private async judge({ records, acknowledged }: SteadyCreates): Promise<void> {
    const unanswered = records.filter(({ fault }) => fault !== null).map(({ fault }) => String(fault));
    const doubled = acknowledged.length - new Set(acknowledged).size;
    const open = new Set(acknowledged);
    await until(async () => {
      for (const id of open) if (FINAL.has(await this.tries.statusOf(id))) open.delete(id);
      return open.size === 0;
    }, OUTCOME_MS);
    const faults = [...unanswered, ...[...open].map((id) => `${id} has no outcome`)];
    if (doubled > 0) faults.push(`${doubled} ids were given twice`);
    if (faults.length > 0) throw new Error(faults.join('\n'));
  }
}

type Step = readonly [what: string, act: () => Promise<string | void>];

function stepsOf(at: Installation, { say }: DrillContext): Step[] {
  const tries = new Tries(at);
  const loaded = new Loaded(at, tries);
  let payment = '';
  const commands = at.readmeCommands('In production');
  const create = commands.pop() ?? '';
  return [
    ...commands.map((line): Step => [line.split('#')[0]?.trim() ?? line, async () => void (await at.bash(line))]),
    ['every container is healthy, or has ended with 0', () => checkHealth(at)],
    [create, async () => void (await at.bash(withoutDependencies(create)))],
    ['users, roots, capabilities, secrets, names and ways out', () => checkBoundaries(at)],
    ['a key of an account', () => tries.makeKey()],
    ['a settled payment and its verified webhook', async () => void (payment = await tries.pay())],
    ['a log-in of a member', () => tries.logIn()],
    ['a document as PDF', () => tries.print()],
    ['docker compose restart under load', () => loaded.through(() => at.bash('docker compose restart'))],
    ['every container is healthy again', () => checkHealth(at)],
    [
      'docker compose run --rm backup: written, and restored',
      async () => {
        const told = await at.bash(
          'docker compose --profile commands build backup && docker compose run --rm --no-deps -T backup',
        );
        return told.trim().split('\n').slice(-3).join(' ');
      },
    ],
    [
      'an upgrade from the image of the commit before, under load',
      () =>
        loaded.through(async () => {
          say('Upgrading …');
          await at.checkOut('-');
          await at.bash('docker compose up --build -d');
        }),
    ],
    ['every container is healthy after the upgrade', () => checkHealth(at)],
    [
      'the first payment after the upgrade, and another one',
      async () => {
        if ((await tries.statusOf(payment)) !== 'settled') throw new Error('the first payment is not settled');
        await tries.pay();
      },
    ],
  ];
}

/** What the processes have logged as errors last: their logs go with the containers. */
async function loggedErrors(at: Installation): Promise<string> {
  const errors = `docker compose logs --no-log-prefix --tail 20000 | grep -E '"level":"?(50|60|error|fatal)' | tail -n 5`;
  return at.bash(errors).catch(() => '');
}

async function rehearse(context: DrillContext, stops: Stops): Promise<DrillOutcome> {
  const containers = await startContainers(stops);
  const at = await Installation.clone('HEAD', containers, stops);
  await at.checkOut('HEAD^');
  const rows: string[][] = [['step', 's', '']];
  const faults: string[] = [];
  for (const [what, act] of stepsOf(at, context)) {
    context.say(`${what} …`);
    const from = performance.now();
    const outcome = await act().catch(async (fault: Error) => {
      faults.push(`${what}: ${fault.message}\n${await loggedErrors(at)}`.trim());
      return 'FAILED';
    });
    rows.push([what, seconds(performance.now() - from), outcome ?? '']);
    context.say(`${what}: ${faults.at(-1)?.startsWith(what) === true ? faults.at(-1) : `done ${outcome ?? ''}`}`);
  }
  const conditions =
    'Podman with stand-ins for the images that docker-compose.yml names; the official ones are not proven.';
  return { conditions, rows, verdicts: verdictsFrom({ 'steps that failed': faults }) };
}

/** docker-compose.yml as README.md has it started, in containers. */
export const production: Drill = {
  name: 'production',
  describe:
    'docker-compose.yml is started by the commands of README.md from a clone, used, restarted, backed up and upgraded',
  refusal: () => (process.platform === 'linux' && process.getuid?.() === 0 ? null : 'containers need Linux and root'),
  run: stoppingAll(rehearse),
};
