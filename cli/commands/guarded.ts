import type { Command } from 'commander';
import { performAct } from '../../db/administration/perform';
import type { Proposal } from '../../db/administration/proposals';
import { actor } from '../actor';
import { contextOf, printResult, vaultOf, withDatabase } from '../context';
import { refuseCommand } from './refusal';

type Name = Parameters<typeof performAct>[1];

interface How {
  reason?: string | undefined;
  /** What was chosen in place of what the act would make. */
  secret?: string | undefined;
  /** What is printed beside a proposal. */
  shown?: Record<string, unknown>;
  /** How the secret of a proposal is printed; as it is where this is absent. */
  showSecret?: (secret: string) => Record<string, unknown>;
}

/**
 * Carries out an act, or proposes it where it needs a second person, which a command never is.
 * @returns the result; null where it was proposed, after printing the proposal
 * Source: docs/GAPS.md#A3
 */
export async function performCommand<Act extends Name>(
  command: Command,
  name: Act,
  request: Parameters<typeof performAct<Act>>[2],
  { reason, secret, shown = {}, showSecret = (text) => ({ secret: text }) }: How = {},
): Promise<Extract<Awaited<ReturnType<typeof performAct<Act>>>, { state: 'done' }> | null> {
  const context = contextOf(command);
  const performed = await withDatabase(context, (database) =>
    performAct({ database, vault: () => vaultOf(context) }, name, request, { actor: actor(), reason, secret }).catch(
      refuseCommand,
    ),
  );
  if (performed.state === 'done') return performed;
  const { secret: made } = performed;
  printProposed(command, performed.proposal, { ...(made === null ? {} : showSecret(made)), ...shown });
  return null;
}

/** Prints that an act waits for a second person, with values that will work once it is confirmed. */
function printProposed(command: Command, proposal: Proposal, shown: Record<string, unknown>): void {
  const { id, act, subject, expiresAt } = proposal;
  const confirmed = 'Another operator confirms it in the console, under Proposals, or with an operator key.';
  const next =
    act === 'operator_key.created' ? `${confirmed} Then its owner sees it there, under Your keys.` : confirmed;
  printResult(command, { proposal: id, act, subject, expiresAt, ...shown, next });
}
