import pino from 'pino';
import { each } from '../../activities/each';

it('passes a page of what fails for good, and names what failed', async () => {
  const logged: Record<string, unknown>[] = [];
  const log = pino({}, { write: (line: string) => void logged.push(JSON.parse(line) as Record<string, unknown>) });
  const done: string[] = [];
  const work = async (id: string): Promise<void> => {
    if (id.startsWith('broken')) throw new Error('for good');
    done.push(id);
    return Promise.resolve();
  };
  await each(log, ['broken_1', 'broken_2'], String, work);
  await each(log, ['broken_3', 'good_1', 'good_2'], String, work);
  expect(done).toEqual(['good_1', 'good_2']);
  expect(logged.map(({ id }) => id)).toEqual(['broken_1', 'broken_2', 'broken_3']);
});
