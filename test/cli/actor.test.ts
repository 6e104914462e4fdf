import { commandActor, type Machine } from '../../cli/actor';
import { rolesOfCommand } from '../../cli/act-as';
import { OPERATOR_ROLES } from '../../domain/auth/operator-roles';

const machine: Machine = { uid: 1000, name: 'ann', host: 'vm', sudoUser: undefined, loginUid: null };

describe('who types a command', () => {
  it('is the real user and the host, whomever sudo names', () => {
    const typed = commandActor({ ...machine, sudoUser: 'alice', loginUid: '1001' }, null);
    expect(typed).toEqual({
      id: 'command:ann@vm',
      requestId: null,
      personId: null,
      roles: OPERATOR_ROLES,
      isIdentified: false,
      note: { sudoUser: 'alice', loginUid: '1001' },
    });
  });

  it('has a number where the machine knows no name', () => {
    expect(commandActor({ ...machine, name: null }, null).id).toBe('command:uid-1000@vm');
  });

  it('is an operator by --as with that person s roles, and not identified by it', () => {
    const typed = commandActor(machine, { personId: 'usr_1', roles: ['operations'] });
    expect(typed).toMatchObject({
      id: 'command:ann@vm',
      personId: 'usr_1',
      roles: ['operations'],
      isIdentified: false,
    });
    expect(typed.note).toEqual({ as: 'usr_1' });
  });
});

it('a command needs the role of what it does', () => {
  expect(rolesOfCommand('payments release')).toEqual(['compliance']);
  expect(rolesOfCommand('payments decide')).toEqual(['operations']);
  expect(rolesOfCommand('partners rotate-key')).toEqual(['administration']);
  expect(rolesOfCommand('doctor')).toEqual(OPERATOR_ROLES);
});
