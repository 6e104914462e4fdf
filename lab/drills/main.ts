import { parseArgs } from 'node:util';
import { hasPassed, renderDrill } from './drill';
import { DRILLS } from './registry';
import { programs, runCommand, UsageError } from '../chaos/usage';

const NAME_WIDTH = Math.max(...DRILLS.map(({ name }) => name.length));

const USAGE = `npm run drills              all drills
npm run drills -- NAME…     only these
  --quick                   shorter, with less load
  --events N                rows of the drill upgrade; 5000000, with --quick 200000
  --forget-keys             the drill cells moves no idempotency keys: it must fail

${DRILLS.map(({ name, describe }) => `  ${name.padEnd(NAME_WIDTH)}  ${describe}`).join('\n')}`;

/** @returns the exit code: 0 only if nothing happened that must not */
async function main(): Promise<number> {
  const flag = { type: 'boolean', default: false } as const;
  const options = { quick: flag, 'forget-keys': flag, events: { type: 'string' }, help: flag } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  if (values.help) throw new UsageError(USAGE);
  const drills = positionals.map((name) => {
    const drill = DRILLS.find((each) => each.name === name);
    if (drill === undefined) throw new UsageError(`There is no drill "${name}".\n\n${USAGE}`);
    return drill;
  });
  const events = values.events === undefined ? null : Number(values.events);
  if (events !== null && !(Number.isInteger(events) && events > 0)) throw new UsageError(USAGE);
  const tools = { ...programs(), diskMib: null };
  const say = (line: string): void => console.error(line);
  let code = 0;
  for (const drill of drills.length === 0 ? DRILLS : drills) {
    const refusal = drill.refusal?.() ?? null;
    if (refusal !== null) {
      console.log(`${drill.name}: left out, ${refusal}`);
      continue;
    }
    const { quick: isQuick, 'forget-keys': forgetsKeys } = values;
    const outcome = await drill.run({ tools, isQuick, events, forgetsKeys, say });
    console.log(renderDrill(drill, outcome));
    if (!hasPassed(outcome)) code = 1;
  }
  return code;
}

runCommand(main);
