import { cells } from './cells';
import type { Drill } from './drill';
import { diskFull, kills, temporalLost } from './faults';
import { pooler } from './pooler';
import { production } from './production/production';
import { restoredDatabase } from './restored';
import { rollingRestart } from './rolling-restart';
import { upgrade } from './upgrade';

/** Every drill, in the order in which all of them run. */
export const DRILLS: readonly Drill[] = [
  rollingRestart,
  kills,
  temporalLost,
  diskFull,
  pooler,
  restoredDatabase,
  upgrade,
  cells,
  production,
];
