import { secondsOf, type Effort } from './walk';

/** A task that was done. */
export interface Done extends Effort {
  person: string;
  task: string;
}

const HEAD = `# Tasks

The effort of common tasks in the console. Each begins at the first page after the log-in and follows what the pages say. A click is a link, a button or a field; a list to choose from counts twice. Seconds are those of a
practised person by the keystroke-level model (Card, Moran and Newell, 1980), without the time in which pages are loaded and
read. Made by \`UPDATE_TASKS=1 npm run test:deep -- test/console/tasks/tasks.deep.ts\`.

| person | task | pages | clicks | keys | seconds |
| --- | --- | --- | --- | --- | --- |
`;

/** @returns docs/TASKS.md */
export function pageOf(done: readonly Done[]): string {
  const rows = done.map((one) => {
    const { person, task, pages, clicks, keys } = one;
    return `| ${[person, task, pages, clicks, keys, Math.round(secondsOf(one))].join(' | ')} |\n`;
  });
  return HEAD + rows.join('');
}
