import { readFileSync } from 'node:fs';
import { hostname, userInfo } from 'node:os';
import type { OperatorActor } from '../domain/auth/actor';
import { OPERATOR_ROLES, type OperatorRole } from '../domain/auth/operator-roles';

/** Login id of a process that was started without a login. */
const NO_LOGIN = '4294967295';

/** What tells who types a command. */
export interface Machine {
  /** Real user id; undefined where the system has none. */
  uid: number | undefined;
  /** Name of that user; null where it has none. */
  name: string | null;
  host: string;
  /** User behind sudo, as the environment says, which any process may set. */
  sudoUser: string | undefined;
  /** Id of the login that the process came from, as the kernel says. */
  loginUid: string | null;
}

/** The operator that a command names by `--as`. */
export interface Named {
  personId: string;
  roles: readonly OperatorRole[];
}

/** The name of the process's effective user; null if it has none. */
function nameOfUser(): string | null {
  try {
    // Of the effective user: where the real one is another, its number is what is known.
    return process.getuid?.() === process.geteuid?.() ? userInfo().username : null;
  } catch {
    // A container may run under a number that has no name.
    return null;
  }
}

/** The user that the kernel recorded at the login, or null. */
function loginUid(): string | null {
  try {
    const text = readFileSync('/proc/self/loginuid', 'utf8').trim();
    return text === NO_LOGIN || text === '' ? null : text;
  } catch {
    return null;
  }
}

function readMachine(): Machine {
  const { SUDO_USER: sudoUser } = process.env;
  return { uid: process.getuid?.(), name: nameOfUser(), host: hostname(), sudoUser, loginUid: loginUid() };
}

/**
 * The actor in the audit log when a person with access to the machine runs a command: the real user and the host, and
 * the operator that `--as` names. Nothing of that is verified, so a command is never a second person. Users that sudo
 * or the kernel names are added as a note.
 * Source: docs/GAPS.md#A3
 */
export function commandActor(
  { uid, name, host, sudoUser, loginUid: login }: Machine,
  named: Named | null,
): OperatorActor {
  const note = {
    ...(named === null ? {} : { as: named.personId }),
    ...(sudoUser === undefined ? {} : { sudoUser }),
    ...(login === null ? {} : { loginUid: login }),
  };
  const isNoted = Object.keys(note).length > 0;
  return {
    id: `command:${name ?? `uid-${uid ?? 'unknown'}`}@${host}`,
    requestId: null,
    personId: named?.personId ?? null,
    roles: named?.roles ?? OPERATOR_ROLES,
    isIdentified: false,
    ...(isNoted ? { note } : {}),
  };
}

let named: Named | null = null;

/** Keeps the person that `--as` names, for the command that begins; null without one. */
export function actAs(person: Named | null): void {
  named = person;
}

/** @returns who types the command that runs */
export function actor(): OperatorActor {
  return commandActor(readMachine(), named);
}
