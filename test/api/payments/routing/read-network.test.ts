import { instructionFaults, readNetwork } from '../../../../api/payments/routing/read-network';
import { CalendarCache } from '../../../../db/payments/routing/calendars';
import { RouteCache } from '../../../../db/payments/routing/routes';
import { CreateInstruction } from '../../../../domain/payments/instruction/instruction-schema';
import { instructionBody } from '../../../support/builders';
import { createTestDatabase, type TestDatabase } from '../../../support/database';
import { insertPartner } from '../../../support/rows';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});

it('knows a route that was made since routes were read, although nobody has told this process yet', async () => {
  const services = { routes: new RouteCache(database, null), calendars: new CalendarCache(database, null) };
  const principal = { tenant: { accountId: 'acc_1', environment: 'test' }, isStrict: false } as const;
  const body = instructionBody({ settlementRoute: { routeId: 'rt_ptn_new' } });
  const faults = async () =>
    (await instructionFaults({ ...body, amount: -1 }, { principal, receivedAt: new Date() }, services)).length;
  expect(await faults()).toBe(1);
  await insertPartner(database, 'ptn_new');
  const call = { principal, receivedAt: new Date() };
  const { routes } = await readNetwork(CreateInstruction.parse(body), call, services);
  expect(routes.map(({ id }) => id)).toContain('rt_ptn_new');
  expect(await faults()).toBe(0);
});
