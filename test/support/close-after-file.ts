import { closing } from './closing';

/** Workers let what runs finish, and a browser writes its profile, on a busy machine too. */
const CLOSING_MS = 120_000;

afterAll(() => closing.all(), CLOSING_MS);
