import { countsByStatus, recoveryRows } from '../chaos/report';
import { runChaos } from '../chaos/run';
import { FAULT_KINDS, makePlan, type FaultKind } from '../chaos/schedule';
import type { Drill, DrillContext, DrillOutcome } from './drill';

const SEED = 1;
const MINUTE_MS = 60_000;
const STANDSTILL_MS = [4_000, 12_000] as const;
/** A delivery's first retry comes after five minutes. */
const SETTLE_MS = 10 * MINUTE_MS;
/** Postgres' log at its longest, its tables, and room. */
const DISK_MIB = 2_000;

async function run(
  { tools, isQuick, say }: DrillContext,
  kinds: readonly FaultKind[],
  diskMib: number | null,
): Promise<DrillOutcome> {
  const plan = makePlan({
    seed: SEED,
    payments: isQuick ? 20 : 100,
    runMs: isQuick ? MINUTE_MS : 5 * MINUTE_MS,
    faults: isQuick ? 3 : 12,
    standstillMs: STANDSTILL_MS,
    without: FAULT_KINDS.filter((kind) => !kinds.includes(kind)),
  });
  const { signal } = new AbortController();
  const { verdicts, recoveries, answers } = await runChaos({
    ...tools,
    diskMib,
    plan,
    settleMs: SETTLE_MS,
    say,
    signal,
  });
  return {
    conditions: `${plan.payments} payments in ${plan.runMs / MINUTE_MS} min, ${plan.faultList.length} faults; answers: ${countsByStatus(answers)}.`,
    rows: recoveryRows(recoveries),
    verdicts,
  };
}

/** A drill whose steps are faults of `npm run chaos`, and none but these. */
function faultDrill(
  about: Pick<Drill, 'name' | 'describe' | 'refusal'>,
  kinds: readonly FaultKind[],
  diskMib: number | null = null,
): Drill {
  return { ...about, run: (context) => run(context, kinds, diskMib) };
}

export const kills = faultDrill(
  { name: 'kills', describe: 'APIs and workers end with SIGKILL under load, relays with items in hand among them' },
  ['kill', 'kill_relay'],
);

export const temporalLost = faultDrill(
  { name: 'temporal', describe: 'Temporal is restarted, restored to an earlier moment, and loses its data under load' },
  ['restart_temporal', 'restore_temporal', 'lose_temporal'],
);

export const diskFull = faultDrill(
  {
    name: 'disk-full',
    describe: 'the disk of Postgres and Temporal is filled to its last byte under load, and freed again',
    refusal: () =>
      process.platform === 'linux' && process.getuid?.() === 0 ? null : 'only root on Linux can mount its disk',
  },
  ['fill_disk'],
  DISK_MIB,
);
