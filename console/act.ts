import { perform } from '../db/administration/perform';
import { PROPOSALS } from './pages/operator-proposals';
import { operatorOf } from './routes/user-of';
import type { Answer, Visit } from './visit';

type Act = Parameters<typeof perform>[1];

/** Carries out an act of the visitor, or keeps it as a proposal where it needs a second person. */
export function act<Name extends Act>(
  visit: Visit,
  name: Name,
  request: Parameters<typeof perform<Name>>[2],
  reason?: string,
): ReturnType<typeof perform<Name>> {
  const { database, vault } = visit.parts;
  return perform({ database, vault: () => vault }, name, request, { actor: operatorOf(visit), reason });
}

/** Where somebody goes whose act waits for a second person. */
export const TO_PROPOSALS: Answer = { kind: 'redirect', location: `${PROPOSALS}?done=proposed` };
