import { spokenIn } from '../formats';
import * as concepts from './concepts';

/** Words of the console by concept. Each of the other languages has every member of it. */
export const english = { ...spokenIn('en'), ...concepts };

/** What every language says. */
export type Words = typeof english;
