import { Argument, type Command } from 'commander';

const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

/** What may follow the words that lead to a command. */
interface Level {
  /** The words, such as `corridor keys`. */
  path: string;
  words: readonly { word: string; description: string }[];
}

/** Every command below a program with what may follow it, the program first. */
function levelsOf(command: Command, path: string): Level[] {
  const commands = command.commands.filter((one) => one.name() !== 'help');
  const words = [
    ...commands.map((one) => ({ word: one.name(), description: one.description() })),
    ...command.options.flatMap(({ long, description }) =>
      typeof long === 'string' ? [{ word: long, description }] : [],
    ),
    { word: '--help', description: 'How it is used' },
  ];
  return [{ path, words }, ...commands.flatMap((one) => levelsOf(one, `${path} ${one.name()}`))];
}

/** Single quotes keep every other character as it is. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

function bashScript(levels: readonly Level[]): string {
  const cases = levels.map(
    ({ path, words }) => `    ${quoted(path)}) echo ${quoted(words.map(({ word }) => word).join(' '))} ;;`,
  );
  return `_corridor_words() {
  case "$1" in
${cases.join('\n')}
  esac
}
_corridor() {
  local path=corridor word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    [ -n "$(_corridor_words "$path $word")" ] && path="$path $word"
  done
  COMPREPLY=($(compgen -W "$(_corridor_words "$path")" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _corridor corridor
`;
}

function zshScript(levels: readonly Level[]): string {
  return `autoload -U +X compinit && compinit
autoload -U +X bashcompinit && bashcompinit
${bashScript(levels)}`;
}

function fishScript(levels: readonly Level[]): string {
  const lines = levels.flatMap(({ path, words }) =>
    words.map(({ word, description }) => {
      const what = word.startsWith('--') ? `-l ${word.slice(2)}` : `-a ${word}`;
      return `complete -c corridor -n ${quoted(`test (_corridor_path) = ${quoted(path)}`)} ${what} -d ${quoted(description)}`;
    }),
  );
  const paths = levels.map(({ path }) => quoted(path)).join(' ');
  return `function _corridor_path
  set -l known ${paths}
  set -l path corridor
  for word in (commandline -opc)[2..-1]
    contains -- "$path $word" $known; and set path "$path $word"
  end
  echo $path
end
${lines.join('\n')}
`;
}

const SCRIPTS: Readonly<Record<Shell, (levels: readonly Level[]) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

/** @returns the script that makes a shell complete the commands and options of a program */
export function completionScript(program: Command, shell: Shell): string {
  return SCRIPTS[shell](levelsOf(program, program.name()));
}

/** `corridor completion SHELL` */
export function addCompletionCommand(program: Command): void {
  program
    .command('completion')
    .addArgument(new Argument('<shell>', 'the shell').choices(SHELLS))
    .action((shell: Shell) => {
      process.stdout.write(completionScript(program, shell));
    });
}
