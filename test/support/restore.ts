import { copyDatabase, restoreDatabase } from '../../lab/drills/database-copy';
import type { TestDatabase } from './database';

/** A copy of a database as it is now, for `restore`. Whoever is connected to the original is cut off once. */
export const backUp = ({ url }: TestDatabase): Promise<string> => copyDatabase(url);

/** Puts a copy in the place of its original, which is lost with everything that has happened since. */
export const restore = ({ url }: TestDatabase, copy: string): Promise<void> => restoreDatabase(url, copy);
