import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

export const ROOT = path.join(__dirname, '..', '..');

/** A fenced block of shell in a document. */
export interface ShellBlock {
  document: string;
  /** Line of the document at which its text begins, from 1. */
  line: number;
  text: string;
}

const GUIDES = readdirSync(path.join(ROOT, 'docs', 'guides')).map((file) => `docs/guides/${file}`);

/** Documents whose blocks readers paste into a shell. */
export const DOCUMENTS: readonly string[] = [
  'README.md',
  'docs/OPERATIONS.md',
  'docs/KUBERNETES.md',
  'docs/MANAGED.md',
  'docs/PARTNERS.md',
  ...GUIDES,
];

/** @returns the blocks of a document in their order */
export function shellBlocksOf(document: string): ShellBlock[] {
  const text = readFileSync(path.join(ROOT, document), 'utf8');
  return [...text.matchAll(/^```(?:bash|sh)\n([\s\S]*?)^```$/gm)].map((match) => ({
    document,
    line: text.slice(0, match.index).split('\n').length + 1,
    text: match[1] ?? '',
  }));
}

/** @returns whether a block is about containers */
export function isOfCompose({ text }: ShellBlock): boolean {
  return /^docker compose /m.test(text);
}

/** @returns whether words stand for something that the reader has to put in */
export function hasPlaceholder(line: string): boolean {
  return /…|whsec_\.\.\.|\bhts\.csv\b|\bnorth\.example\b/.test(line);
}
