import { PartnerRounds } from '../../../activities/partners/rounds';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { insertPartner } from '../../support/rows';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});

describe('rounds over partners', () => {
  it('visit those of the adapter alone, and leave a slow visit alone', async () => {
    for (const name of ['north', 'slow']) await insertPartner(database, name, { adapter: 'described' });
    await insertPartner(database, 'files', { adapter: 'iso20022' });
    const visited: string[] = [];
    let begin = (): void => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    let end = (): void => undefined;
    const slow = new Promise<void>((resolve) => (end = resolve));
    const rounds = new PartnerRounds(database, [
      {
        adapter: 'described',
        async visit({ id }) {
          visited.push(id);
          if (id !== 'slow') return;
          begin();
          await slow;
        },
      },
    ]);
    const first = rounds.look();
    await begun;
    // It ends while the first one still waits for the slow partner.
    await rounds.look();
    end();
    await first;
    expect([...visited].sort()).toEqual(['north', 'north', 'slow']);
    await rounds.look();
    expect(visited.filter((id) => id === 'slow')).toHaveLength(2);
  });

  it('ask less often where there is no partner', async () => {
    const visited: string[] = [];
    const rounds = new PartnerRounds(database, [
      { adapter: 'iso20022', visit: ({ id }) => Promise.resolve(void visited.push(id)) },
    ]);
    await rounds.look();
    await insertPartner(database, 'files', { adapter: 'iso20022' });
    for (let look = 0; look < 4; look += 1) await rounds.look();
    expect(visited).toEqual([]);
    await rounds.look();
    await rounds.look();
    expect(visited).toEqual(['files', 'files']);
  });
});
