import { bankFiles } from './bank-files/bank-files';
import { calculate } from './calculate';
import { documents } from './documents';
import { growth } from './growth/growth';
import type { BenchModule } from './harness';
import { limits } from './limits';
import { atOnce } from './payments/at-once';
import { byFiles } from './payments/by-files';
import { creates } from './payments/creates';
import { events } from './payments/events';
import { heldRows } from './payments/held-rows';
import { memory } from './payments/memory';
import { processes } from './payments/processes';
import { reads } from './payments/reads';
import { reports } from './payments/reports';
import { screened } from './payments/screened';
import { operatorWork } from './operator-work';
import { partnersHang } from './payments/partners-hang';
import { settled } from './payments/settled';
import { receiversHang } from './receivers-hang';
import { relevance } from './relevance';
import { scheduleImport } from './schedule-import';
import { screening } from './screening';
import { search } from './search';
import { deliveries } from './webhooks/deliveries';
import { eventLog } from './webhooks/event-log';
import { waves } from './webhooks/waves';

/** What `npm run bench` runs without a name. Memory comes first, while the processes are fresh. */
export const DEFAULT_BENCHES: readonly BenchModule[] = [memory, reads, creates, reports, events];

/** Everything that `npm run bench -- NAME` knows. */
export const BENCHES: readonly BenchModule[] = [
  ...DEFAULT_BENCHES,
  settled,
  byFiles,
  processes,
  partnersHang,
  heldRows,
  atOnce,
  operatorWork,
  growth,
  receiversHang,
  deliveries,
  eventLog,
  waves,
  limits,
  documents,
  relevance,
  search,
  bankFiles,
  calculate,
  scheduleImport,
  screening,
  screened,
];
