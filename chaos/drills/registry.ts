import type { Drill } from './drill';
import { rollingRestart } from './rolling-restart';

/** Every drill, in the order in which all of them run. */
export const DRILLS: readonly Drill[] = [rollingRestart];
