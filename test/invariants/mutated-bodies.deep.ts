import { mutationsOf } from '../support/mutations';
import { startOperationsStack, type OperationsStack } from './operations-stack';
import { bodyOf, targetOf, WITH_BODY, type World } from './samples';

let service: OperationsStack;
let world: World;

beforeAll(async () => {
  service = await startOperationsStack();
  world = await service.createWorld(service.keys.client);
});

/** Source: docs/GAPS.md#G2 */
describe('a body with one member null, empty, doubled or of another type', () => {
  it.each(WITH_BODY)('is answered, and never with a fault of ours: %s', async (_name, record) => {
    const key = service.keyFor(record);
    for (const { what, body } of mutationsOf(bodyOf(record, world))) {
      const options = { ...(key === undefined ? {} : { key }), raw: JSON.stringify(body) };
      const { status } = await service.ask(record.method.toUpperCase(), targetOf(record, world), options);
      expect([what, status < 500]).toEqual([what, true]);
    }
  });
});
