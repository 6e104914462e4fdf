import { startLogin } from '../../../db/auth/logins';
import { createUser } from '../../../db/auth/users';
import type { Tenant } from '../../../domain/auth/tenant';
import { atMost, type BenchRow } from '../harness';
import { HttpTarget } from '../load';
import type { Service } from '../service';
import { percentile } from '../statistics';

const TIMES = 60;
const WARM_UP = 10;
/** Most milliseconds of the service, for which a person does not wait yet; and for pages with charts. */
const MUST_MS = { plain: 100, charts: 150 } as const;

/** Pages that most people open, by who sees them. */
const PAGES = {
  owner: [
    ['overview with charts', '/console/live', MUST_MS.charts],
    ['payments', '/console/live/payments', MUST_MS.plain],
    ['payments of a status', '/console/live/payments?status=settled', MUST_MS.plain],
  ],
  operator: [
    ['attention with charts', '/console/operator', MUST_MS.charts],
    ['payments that wait', '/console/operator/payments', MUST_MS.plain],
  ],
} as const;

/** @returns a browser's place in which this person is logged in */
async function logIn({ database, url }: Service, role: keyof typeof PAGES, owner: Tenant): Promise<HttpTarget> {
  const accountId = role === 'owner' ? owner.accountId : null;
  const person = { email: `${role}@example.com`, name: role, role, accountId, password: null } as const;
  const id = await createUser(database, { ...person, actor: 'command:bench' });
  const request = { requestId: 'bench', addressHash: 'bench', device: 'bench', way: 'password_and_code' } as const;
  const token = await startLogin(database, { id, accountId }, request, new Date());
  return new HttpTarget(url, 1, { cookie: `corridor_login=${token}` });
}

/** @returns how long the service takes for pages of the console, p95 */
export async function measurePages(service: Service, owner: Tenant): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const role of ['owner', 'operator'] as const) {
    const person = await logIn(service, role, owner);
    for (const [name, path, mostMs] of PAGES[role]) {
      const taken: number[] = [];
      for (let index = 0; index < WARM_UP + TIMES; index += 1) {
        const startedAt = performance.now();
        await person.expect([200], 'GET', path);
        if (index >= WARM_UP) taken.push(performance.now() - startedAt);
      }
      const alone = { floorName: null, floor: null, ratio: null, aim: null };
      rows.push({
        operation: `page: ${name}, p95`,
        unit: 'ms',
        ours: percentile(taken, 0.95),
        must: atMost(mostMs),
        ...alone,
      });
    }
    await person.close();
  }
  return rows;
}
