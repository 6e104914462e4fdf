import path from 'node:path';

/** What ships with Corridor: its own words for every heading, facts with a source each, rates without words. */
export const STARTER_DIR = path.resolve(__dirname, 'starter-data');
