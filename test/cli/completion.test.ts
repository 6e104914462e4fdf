import { execFileSync } from 'node:child_process';
import { Command } from 'commander';
import { addCompletionCommand, completionScript } from '../../cli/commands/completion';
import { addKeyCommands } from '../../cli/commands/keys';
import { addUserCommands } from '../../cli/commands/users';

const program = new Command('corridor').option('--data-dir <dir>', "the service's data");
addKeyCommands(program);
addUserCommands(program);
addCompletionCommand(program);

/** What bash offers for the last of these words. */
function offered(...words: string[]): string[] {
  const script = `${completionScript(program, 'bash')}
COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')})
COMP_CWORD=${words.length - 1}
_corridor
printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync('bash', ['-c', script], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line !== '');
}

describe('completion in bash', () => {
  it('offers commands, what is below them, and their options', () => {
    expect(offered('corridor', '')).toEqual(['keys', 'users', 'completion', '--data-dir', '--help']);
    expect(offered('corridor', 'ke')).toEqual(['keys']);
    expect(offered('corridor', 'users', 'set')).toEqual(['set-password']);
    expect(offered('corridor', 'users', 'create', '--em')).toEqual(['--email']);
  });

  it('finds the command behind options and their values', () => {
    expect(offered('corridor', '--data-dir', 'keys.d', 'users', 'reset')).toEqual(['reset-second-factor']);
    expect(offered('corridor', 'users', 'create', '--email', 'a@example.com', '--ro')).toEqual(['--role', '--roles']);
  });
});

describe('completion in other shells', () => {
  it('is the same in zsh, and tells descriptions in fish', () => {
    expect(completionScript(program, 'zsh')).toContain(completionScript(program, 'bash'));
    const fish = completionScript(program, 'fish');
    expect(fish).toContain("complete -c corridor -n 'test (_corridor_path) = '\\''corridor users'\\''' -a create -d ");
    expect(fish).toContain(`-l data-dir -d 'the service'\\''s data'`);
  });
});
