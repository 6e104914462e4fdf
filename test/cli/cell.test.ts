import { Command } from 'commander';
import { runCommand } from '../../cli/program';
import { cellOf } from '../../domain/ids';
import { nameCellInIds, newId } from '../../lib/ids';

const DATA = ['data', '--help'];
/** Its help is what the command asks for; nothing of it is printed here. */
const program = (): Command => new Command().exitOverride().configureOutput({ writeOut: () => undefined });

afterEach(() => {
  delete process.env['CELL'];
  nameCellInIds(null);
});

it.each(['l', 'ab'])('no command runs in a cell that is named %s', async (cell) => {
  process.env['CELL'] = cell;
  await expect(runCommand(program(), DATA)).rejects.toThrow('CELL must be 0, 1');
});

it('the ids that a command makes name its cell', async () => {
  process.env['CELL'] = 'b';
  await expect(runCommand(program(), DATA)).rejects.toMatchObject({ exitCode: 0 });
  expect(cellOf(newId('event'))).toBe('b');
});
