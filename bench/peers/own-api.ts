import { createLogger } from '../../api/logger';
import { startApi } from '../../api/server';
import { readSettings } from '../../api/settings';

/** The API as it is served, in a process of its own; it tells its parent the port. */
startApi(readSettings(process.env), createLogger('error', 'bench')).then(
  ({ port }) => process.send?.(port),
  (fault: unknown) => {
    console.error(fault);
    process.exit(1);
  },
);
