import type { Command } from 'commander';
import { perform, type Performed } from '../../db/administration/perform';
import { actor } from '../actor';
import { contextOf, printResult, vaultOf, withDatabase } from '../context';
import { explain } from './refusal';

type Name = Parameters<typeof perform>[1];

interface How {
  reason?: string | undefined;
  /** What was chosen in place of what the act would make. */
  secret?: string;
  /** What is printed beside a proposal. */
  shown?: Record<string, unknown>;
}

/**
 * Carries out an act, or proposes it where it needs a second person: no command is the second one.
 * @returns what was done, or null where it was proposed, which is printed then
 * Source: docs/GAPS.md#A3
 */
export async function performCommand<Act extends Name>(
  command: Command,
  name: Act,
  request: Parameters<typeof perform<Act>>[2],
  { reason, secret, shown = {} }: How = {},
): Promise<Extract<Awaited<ReturnType<typeof perform<Act>>>, { state: 'done' }> | null> {
  const context = contextOf(command);
  const performed = await withDatabase(context, (database) =>
    perform({ database, vault: () => vaultOf(context) }, name, request, { actor: actor(), reason, secret }).catch(
      explain,
    ),
  );
  if (performed.state === 'done') return performed;
  printProposed(command, performed, shown);
  return null;
}

/** Says that an act waits for a second person, with the secret that works once it is confirmed. */
function printProposed(
  command: Command,
  performed: Extract<Performed<unknown>, { state: 'proposed' }>,
  shown: Record<string, unknown>,
): void {
  const { proposal, secret } = performed;
  const { id, act, subject, expiresAt } = proposal;
  const next = 'Another operator confirms it in the console, under Proposals, or with an operator key.';
  printResult(command, {
    proposal: id,
    act,
    subject,
    expiresAt,
    ...(secret === null ? {} : { secret }),
    ...shown,
    next,
  });
}
