import type { Effort } from './walk';

/** A task that was done. */
export interface Done extends Effort {
  person: string;
  task: string;
}

const HEAD = `# Tasks

The effort of common tasks in the console. Each begins at the first page after the log-in and follows what the pages say. A click is a link, a button or a field; a list to choose from counts twice. Made by \`UPDATE_TASKS=1 npm run test:deep -- test/console/tasks/tasks.deep.ts\`.

| person | task | pages | clicks |
| --- | --- | --- | --- |
`;

/** @returns docs/internal/TASKS.md */
export function pageOf(done: readonly Done[]): string {
  const rows = done.map(({ person, task, pages, clicks }) => `| ${[person, task, pages, clicks].join(' | ')} |\n`);
  return HEAD + rows.join('');
}
