import { createHash, randomUUID } from 'node:crypto';
import type { SftpSettings } from '../../../../domain/payments/dispatch/adapters/iso20022-transport';
import type { Carrier } from '../carrier';
import type { SftpServer } from './server';
import { SftpFault, type SftpSession } from './session';

/**
 * Time limit of each step. With the time in which a connection is made (server.ts) they are within the eight seconds of a
 * submission (workflows/proxies.ts).
 */
const LIMITS_MS = { upload: 3_000, release: 2_000 };
/** Leftovers that are removed at a time, and those that are remembered. */
const LEFTOVERS = { atOnce: 20, max: 1_000 };

/** A short hash of server, port, user and directory, which names the destination of messages. */
function placeOf({ host, port, user, out }: SftpSettings): string {
  return createHash('sha256')
    .update(JSON.stringify([host, port, user, out]))
    .digest('hex')
    .slice(0, 8);
}

/**
 * Whether a message has its final name: its temporary name is gone, or the final one has all its bytes, as after a
 * rename by link and removal.
 */
async function isReleased(session: SftpSession, temporary: string, final: string, size: number): Promise<boolean> {
  if ((await session.look(temporary)) === null) return true;
  const there = await session.look(final);
  if (there?.size !== size) return false;
  await session.remove(temporary);
  return true;
}

/**
 * Removes uploads of this process that will never be released; those that cannot be removed are remembered. Other
 * files with such names stay, because another process may be about to release them.
 * @param limitMs for all of them
 */
async function removeLeftovers(server: SftpServer, limitMs: number): Promise<void> {
  const { leftovers } = server;
  const some = [...leftovers].slice(0, LEFTOVERS.atOnce);
  if (some.length === 0) return;
  for (const file of some) leftovers.delete(file);
  const removed = new Set<string>();
  try {
    await server.use(limitMs, (open) =>
      Promise.all(some.map((file) => open.remove(file).then(() => removed.add(file)))),
    );
  } finally {
    for (const file of some) if (!removed.has(file) && leftovers.size < LEFTOVERS.max) leftovers.add(file);
  }
}

/**
 * Takes messages to a bank's SFTP server. A message is uploaded under a temporary name, which begins with a dot and
 * ends in `.part` and which banks ignore, is checked, and gets its final name by one rename.
 * Source: docs/GAPS.md#P19
 */
export function sftpCarrier(settings: SftpSettings, server: () => Promise<SftpServer>, limitsMs = LIMITS_MS): Carrier {
  const place = placeOf(settings);
  const at = (name: string): string => `${settings.out}/${name}`;
  const checkPlace = (temporary: string): void => {
    if (!temporary.endsWith(`.${place}.part`)) throw new SftpFault('SFTP_OTHER_SERVER');
  };
  const discard = async (temporary: string): Promise<void> => {
    const session = await server();
    session.leftovers.add(at(temporary));
    await removeLeftovers(session, limitsMs.release);
  };
  return {
    async upload(name, content) {
      const temporary = `.${name}.${randomUUID().slice(0, 8)}.${place}.part`;
      const session = await server();
      try {
        await session.use(limitsMs.upload, async (open) => {
          await open.write(at(temporary), content);
          const written = await open.look(at(temporary));
          if (written?.size !== content.length) throw new SftpFault('SFTP_INCOMPLETE');
        });
      } catch (fault) {
        discard(temporary).catch(() => undefined);
        throw fault;
      }
      removeLeftovers(session, limitsMs.release).catch(() => undefined);
      return temporary;
    },

    async release(temporary, name, size) {
      checkPlace(temporary);
      const session = await server();
      await session.use(limitsMs.release, async (open) => {
        try {
          await open.rename(at(temporary), at(name));
        } catch (fault) {
          // Without a directory the absence of a file in it says nothing.
          if ((await open.look(settings.out)) === null) throw fault;
          if (!(await isReleased(open, at(temporary), at(name), size))) throw fault;
        }
      });
    },

    discard,
  };
}
