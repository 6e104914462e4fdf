import { findOrCreateAccount } from '../../../db/auth/accounts';
import { createUser, findUserByEmail } from '../../../db/auth/users';
import { setDisabled } from '../../../db/administration/change';
import { eraseSubject } from '../../../db/erasure/erase-subject';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { tablesThatName } from '../../support/rows';

const name = 'Ermintrude Quillfeather';
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await findOrCreateAccount(database, 'acme');
});

const erase = (id: string) =>
  eraseSubject(database, { subject: 'user', id, reason: 'request 17', actor: 'command:ann@desk' });

/** @returns id of an operator with one of everything that stands beside a user */
async function personWithEverything(word: string): Promise<string> {
  const email = `${word}@example.com`;
  const person = { email, name, role: 'operator' as const, accountId: null, password: 'a long enough sentence' };
  const id = await createUser(database, { ...person, actor: 'command:test' });
  await database.query(
    `with login as (insert into logins (token_hash, user_id, created_at, last_seen_at, expires_at)
         values (sha256(convert_to($1::text, 'UTF8')), $1, now(), now(), now() + interval '1 day')),
       challenge as (insert into login_challenges values (sha256(convert_to($1::text, 'UTF8')), $1, 'password', now() + interval '1 day')),
       factor as (insert into second_factors (user_id, secret_sealed) values ($1, '')),
       form as (insert into kept_forms values ($1, $1, '', now() + interval '1 day')),
       identity as (insert into user_identities (issuer, subject, user_id) values ('https://id.example', $1, $1)),
       proposal as (insert into proposals (id, act, subject, role, request, secret_sealed, before, after, proposed_by, expires_at)
         values ($1, 'user.disabled', $1, 'administration', '{"a": 1}', '', '{}', '{}', 'command:test', now() + interval '1 day'))
     insert into user_links (id, token_hash, purpose, user_id, expires_at)
     values ($1, sha256(convert_to($1::text, 'UTF8')), 'password', $1, now() + interval '1 day')`,
    [id],
  );
  await database.query(
    `insert into user_links (id, token_hash, purpose, account_id, email, role, expires_at)
     select $1, sha256(convert_to($1::text, 'UTF8')), 'join', id, $1, 'viewer', now() + interval '1 day' from accounts limit 1`,
    [email],
  );
  return id;
}

/** @returns what is kept about a person, by kind */
async function belongingsOf(id: string): Promise<unknown> {
  const [row] = await database.query(
    `select u.name, u.disabled_at,
       (select count(*)::integer from logins where user_id = u.id) as logins,
       (select count(*)::integer from login_challenges where user_id = u.id) as challenges,
       (select count(*)::integer from second_factors where user_id = u.id) as factors,
       (select count(*)::integer from kept_forms where user_id = u.id) as forms,
       (select count(*)::integer from user_identities where user_id = u.id) as identities,
       (select count(*)::integer from user_links where user_id = u.id or email = u.email) as links,
       (select count(secret_sealed)::integer from proposals where subject = u.id) as secrets
     from users u where id = $1`,
    [id],
  );
  return row;
}

describe('the erasure of a person', () => {
  it('takes name and address, ends the logins, and cannot be taken back', async () => {
    const email = 'ermintrude@example.com';
    const password = 'a long enough sentence';
    const person = { email, name, role: 'operator' as const, accountId: null, password, actor: 'command:test' };
    const id = await createUser(database, person);
    expect(await erase(id)).toMatchObject({ kind: 'erased', removed: { person: 1 } });
    expect(await erase(id)).toMatchObject({ kind: 'nothing_left' });
    expect(await tablesThatName(database, name)).toEqual([]);
    expect(await findUserByEmail(database, email)).toBeNull();
    expect(await setDisabled(database, { kind: 'user', id, isDisabled: false, actor: 'command:test' })).toBe(false);
    expect(await findUserByEmail(database, `${id}@erased.invalid`)).toBeNull();
    expect(await createUser(database, person)).not.toBe(id);
  });

  it('takes the links, codes, forms, identities and open proposals of that person alone', async () => {
    const [erased, other] = [await personWithEverything('erased'), await personWithEverything('other')];
    const before = await belongingsOf(other);
    expect(before).toMatchObject({ name, disabled_at: null, logins: 1, links: 2, secrets: 1 });
    expect(await erase(erased)).toMatchObject({ kind: 'erased', removed: { person: 1, logins: 1 } });
    expect(await belongingsOf(other)).toEqual(before);
    const nothing = { logins: 0, challenges: 0, factors: 0, forms: 0, identities: 0, links: 0, secrets: 0 };
    expect(await belongingsOf(erased)).toMatchObject({ name: 'erased', ...nothing });
  });
});
