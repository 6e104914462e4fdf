import { Runtime } from '@temporalio/worker';
import { closing } from './closing';

/** Workers let what runs finish, and a browser writes its profile, on a busy machine too. */
const CLOSING_MS = 120_000;

afterAll(() => closing.all(), CLOSING_MS);

// Files share a process, and with it classes of packages and of our layers.
afterAll(() => jest.restoreAllMocks());

// One whose worker did not end fails alone: the next installs a runtime of its own.
afterAll(() => Runtime._instance?.shutdown());
