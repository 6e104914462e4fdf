import { existsSync, readFileSync } from 'node:fs';

/** What the operator asks of Chromium's own sandbox. Source: docs/OPERATIONS.md, "Settings" */
export type SandboxPolicy = 'required' | 'preferred' | 'off';

/** A user of this machine. */
export interface Account {
  name: string;
  uid: number;
  gid: number;
}

/** What separates the text of a document, if it takes over the browser, from the process that holds our secrets. */
export interface Confinement {
  /** Whether Chromium's sandbox is on: what reads a document sees no files, no processes, no network. */
  sandbox: boolean;
  /** User of its own, who cannot read our memory, variables or private files; null: our own user. */
  account: Account | null;
}

const SETPRIV = '/usr/bin/setpriv';
const OWN_ACCOUNT = 'corridor-browser';
/** In the range that systemd leaves unused: no files or processes are within reach, not even those of `nobody`. */
const UNUSED_ID = 60_789;

/** @throws Error naming the setting when it is something else */
export function sandboxPolicy(value: string | undefined): SandboxPolicy {
  if (value === undefined || value === '') return 'preferred';
  if (value === 'required' || value === 'preferred' || value === 'off') return value;
  throw new Error('CHROMIUM_SANDBOX must be required, preferred or off.');
}

/** The user account for the browser: the one made for it, else an unused id. */
function findAccount(): Account {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  const found = lines.map((line) => line.split(':')).find(([name]) => name === OWN_ACCOUNT);
  const [, , uid = '', gid = ''] = found ?? [];
  if (/^\d+$/.test(uid) && /^\d+$/.test(gid)) return { name: OWN_ACCOUNT, uid: Number(uid), gid: Number(gid) };
  return { name: String(UNUSED_ID), uid: UNUSED_ID, gid: UNUSED_ID };
}

/**
 * Ways to run the browser, the safest first. Root can and must give it a user of its own, since Chromium refuses a
 * sandbox to root. Other users have only the sandbox.
 */
export function confinements(policy: SandboxPolicy, isRoot: boolean = process.getuid?.() === 0): Confinement[] {
  const account = isRoot && existsSync(SETPRIV) ? findAccount() : null;
  const own: Confinement[] = isRoot ? [] : [{ sandbox: true, account: null }];
  const separate: Confinement[] = account === null ? [] : [true, false].map((sandbox) => ({ sandbox, account }));
  const all: Confinement[] = [...separate, ...own, { sandbox: false, account: null }];
  if (policy === 'preferred') return all;
  return all.filter(({ sandbox }) => sandbox === (policy === 'required'));
}

/** The program and its arguments, as the user that it is to have: no further groups, and no way to more rights. */
export function commandAs(account: Account | null, program: string, args: readonly string[]): [string, string[]] {
  if (account === null) return [program, [...args]];
  const user = [`--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups', '--no-new-privs'];
  return [SETPRIV, [...user, '--', program, ...args]];
}
