import { mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { prepareDirectory } from '../../../../activities/partners/iso20022/directory';
import { OrderFiles } from '../../../../activities/partners/iso20022/order-files';
import { closeAtEnd } from '../../../support/closing';

const PARTNER = 'ptn_1';
const NAME = { instructionId: 'instr_1', part: '1' };
const always = (): boolean => true;

async function prepared(): Promise<{ directory: string; files: OrderFiles; out(): Promise<string[]> }> {
  const directory = await mkdtemp(path.join(tmpdir(), 'corridor-iso20022-'));
  closeAtEnd(() => rm(directory, { recursive: true, force: true }));
  await prepareDirectory(directory, PARTNER);
  return { directory, files: new OrderFiles(directory, PARTNER), out: () => readdir(path.join(directory, 'out')) };
}

/** Source: docs/GAPS.md#P19 */
describe('messages in a directory', () => {
  it('are put out once, also when the bank has taken the file since', async () => {
    const { directory, files, out } = await prepared();
    expect(await files.putOut(NAME, () => '<a/>', always)).toEqual({ kind: 'put_out' });
    expect(await readFile(path.join(directory, 'out', 'instr_1-1.xml'), 'utf8')).toBe('<a/>');
    await rm(path.join(directory, 'out', 'instr_1-1.xml'));
    expect(await files.putOut(NAME, () => '<b/>', always)).toEqual({ kind: 'put_out' });
    expect(await out()).toEqual([]);
    expect(await files.findOrder('instr_1')).toEqual(NAME);
  });

  it('are put out once by many at the same moment', async () => {
    const { directory, files, out } = await prepared();
    const others = Array.from({ length: 20 }, () => new OrderFiles(directory, PARTNER));
    const results = await Promise.all(
      others.map((other, index) => other.putOut(NAME, () => `<a>${index}</a>`, always)),
    );
    expect(results.every(({ kind }) => kind === 'put_out')).toBe(true);
    expect(await out()).toEqual(['instr_1-1.xml']);
    expect(await files.findOrder('instr_1')).toEqual(NAME);
    expect(await readdir(path.join(directory, 'preparing'))).toEqual([]);
  });

  it('are not put out by whom the directory has said that they are not out', async () => {
    const { files, out } = await prepared();
    let asked = 0;
    let denied: unknown = 'nothing';
    // Held up between the last question whether it may begin and the rename.
    const token = jest.fn(() => {
      asked += 1;
      return true;
    });
    const move = files['move'].bind(files);
    jest.spyOn(files, 'move' as never).mockImplementationOnce((async (...args: Parameters<typeof move>) => {
      denied = await new OrderFiles(files['directory'], PARTNER).findOrder('instr_1');
      return move(...args);
    }) as never);
    expect(await files.putOut(NAME, () => '<a/>', token)).toEqual({ kind: 'too_late' });
    expect(asked).toBe(2);
    expect(denied).toBeNull();
    expect(await out()).toEqual([]);
    // The same attempt may be sent again, and then it goes out.
    expect(await files.putOut(NAME, () => '<b/>', always)).toEqual({ kind: 'put_out' });
    expect(await files.findOrder('instr_1')).toEqual(NAME);
  });

  it('are known to be out whatever became of an earlier attempt', async () => {
    const { files } = await prepared();
    expect(
      await files.putOut(
        NAME,
        () => '<a/>',
        () => false,
      ),
    ).toEqual({ kind: 'too_late' });
    expect(await files.findOrder('instr_1')).toBeNull();
    expect(await files.putOut({ ...NAME, part: '2' }, () => '<a/>', always)).toEqual({ kind: 'put_out' });
    expect(await files.findOrder('instr_1')).toEqual({ ...NAME, part: '2' });
  });

  it('are not out, and nothing is known, where the directory is another one', async () => {
    const { directory, files, out } = await prepared();
    const foreign = new OrderFiles(directory, 'ptn_2');
    expect(await foreign.putOut(NAME, () => '<a/>', always)).toMatchObject({ kind: 'not_put_out' });
    await expect(foreign.findOrder('instr_1')).rejects.toThrow('not prepared');
    await expect(prepareDirectory(directory, 'ptn_2')).rejects.toThrow('not prepared');
    expect(await out()).toEqual([]);
    // As a mount that is gone.
    await rename(directory, `${directory}-gone`);
    closeAtEnd(() => rm(`${directory}-gone`, { recursive: true, force: true }));
    await expect(files.findOrder('instr_1')).rejects.toThrow('not prepared');
  });
});
