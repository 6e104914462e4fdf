import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Command } from 'commander';
import { describeProgram } from '../../cli/program';
import { DOCUMENTS, ROOT, shellBlocksOf } from './shell-blocks';

/** The commands and options that may follow a command, by the words that lead to it. */
let offered: Map<string, Set<string>>;

function offersOf(command: Command, path: string): [string, Set<string>][] {
  const options = command.options.flatMap(({ long }) => (typeof long === 'string' ? [long] : []));
  const words = new Set([...command.commands.map((one) => one.name()), ...options, '--help']);
  return [[path, words], ...command.commands.flatMap((one) => offersOf(one, `${path} ${one.name()}`))];
}

beforeAll(async () => {
  const program = new Command('corridor');
  await describeProgram(program);
  offered = new Map(offersOf(program, 'corridor'));
});

/** Commands of the program in a text: in its blocks of shell, and in its sentences as code. */
function commandsIn(document: string): string[] {
  const text = readFileSync(path.join(ROOT, document), 'utf8');
  const blocks = shellBlocksOf(document).flatMap((block) => block.text.replaceAll('\\\n', ' ').split('\n'));
  const inline = [...text.matchAll(/`((?:npx )?corridor [a-z][^`]*)`/g)].map(([, code]) => code ?? '');
  const written = [
    ...blocks.map((line) => line.replace(/\s#.*$/, '')),
    ...inline.map((code) => code.replaceAll('\n', ' ')),
  ];
  return written.flatMap((line) =>
    [...line.matchAll(/(?:npx |run --rm |^)corridor ([^|)&;]+)/g)].map(([, words]) => words ?? ''),
  );
}

/** @returns the words of a command that the program does not know */
function unknownWords(command: string): string[] {
  let known = 'corridor';
  const unknown: string[] = [];
  let isOfCommand = true;
  for (const word of command.trim().split(/\s+/)) {
    if (word.startsWith('--')) {
      const option = word.replace(/=.*$/, '').replace(/[^a-z-].*$/, '');
      const isKnown = offered.get(known)?.has(option) === true || offered.get('corridor')?.has(option) === true;
      if (!isKnown && option !== '--') unknown.push(option);
      isOfCommand = false;
    } else if (isOfCommand && offered.has(`${known} ${word}`)) {
      known = `${known} ${word}`;
    } else if (isOfCommand && known === 'corridor' && /^[a-z-]+$/.test(word)) {
      unknown.push(word);
      isOfCommand = false;
    }
  }
  return unknown;
}

describe('a command in a document', () => {
  it('is told from its options and arguments', () => {
    expect(offered.size).toBeGreaterThan(50);
    expect(commandsIn('README.md').length).toBeGreaterThan(15);
    expect(unknownWords('keys create --account NAME --json')).toEqual([]);
    expect(unknownWords('keys create --acount NAME')).toEqual(['--acount']);
    expect(unknownWords('keyes create')).toEqual(['keyes']);
  });

  it.each([...DOCUMENTS, 'SECURITY.md', 'CONTRIBUTING.md', 'docs/GAPS.md', 'docs/TOUR.md'])(
    'is one that the program has, with options that it takes: %s',
    (document) => {
      const faults = commandsIn(document).flatMap((command) =>
        unknownWords(command).map((word) => `corridor ${command}: ${word}`),
      );
      expect(faults).toEqual([]);
    },
  );
});
