import { setImmediate as nextTurn } from 'node:timers/promises';
import { atATime } from '../../lib/at-a-time';

describe('work for so many items at a time', () => {
  it('does each once, in their order, and never more at once', async () => {
    const begun: number[] = [];
    let [now, most] = [0, 0];
    await atATime(3, [1, 2, 3, 4, 5, 6, 7], async (item) => {
      begun.push(item);
      now += 1;
      most = Math.max(most, now);
      await nextTurn();
      now -= 1;
    });
    expect([begun, most]).toEqual([[1, 2, 3, 4, 5, 6, 7], 3]);
  });

  it('throws what the work throws, while the others go on', async () => {
    let goOn: () => void = () => undefined;
    const isLastDone = new Promise<void>((resolve) => (goOn = resolve));
    const work = async (item: number): Promise<void> => {
      await nextTurn();
      if (item === 1) throw new Error('the first');
      if (item === 3) goOn();
    };
    await expect(atATime(2, [1, 2, 3], work)).rejects.toThrow('the first');
    await isLastDone;
  });
});
