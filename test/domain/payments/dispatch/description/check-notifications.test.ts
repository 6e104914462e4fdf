import { checkNotifications } from '../../../../../domain/payments/dispatch/description/check-notifications';
import type { DescribedNotifications, Description } from '../../../../../domain/payments/dispatch/description/schema';
import { exampleBank } from '../../../../support/descriptions';

const BANK = exampleBank('form-oauth');

function notifications(changes: Partial<DescribedNotifications> = {}): DescribedNotifications {
  const { notifications: own } = BANK;
  if (own === undefined) throw new Error('the example notifies');
  return { ...own, ...changes };
}

function membersOf(description: Description): string[] {
  const members: string[] = [];
  checkNotifications(description, (member) => members.push(member));
  return members;
}

/** Source: docs/GAPS.md#described-webhooks */
describe('a description of notifications', () => {
  const faultsOf = (changes: Partial<DescribedNotifications>, others: Partial<Description> = {}) =>
    membersOf({ ...BANK, ...others, notifications: notifications(changes) });
  const { proof } = notifications();
  if (proof.kind !== 'hmac') throw new Error('the example signs');

  it.each([
    [{ proof: { ...proof, signed: ['timestamp' as const] } }, ['notifications.proof.signed']],
    [{ proof: { ...proof, signed: ['body' as const] } }, ['notifications.proof.timestamp']],
    [{ proof: { ...proof, timestamp: undefined } }, ['notifications.proof.timestamp']],
    [
      { proof: { ...proof, signed: ['body' as const, 'timestamp' as const], separator: '' } },
      ['notifications.proof.separator'],
    ],
    [{ status: undefined }, ['notifications.status']],
    [{ status: undefined, trust: 'inquire' as const }, []],
    [
      { details: { settlement: { reference: '/a', amount: '/b', currency: '/c' } } },
      ['notifications.details.timestamp'],
    ],
    [{ proof: { ...proof, elements: { timestamp: 't', hash: 'v1' } } }, ['notifications.proof.timestamp.header']],
    [{ proof: { ...proof, timestamp: { form: 'iso' as const } } }, ['notifications.proof.timestamp.header']],
    [{ proof: { ...proof, elements: { timestamp: 't', hash: 'v1' }, timestamp: { form: 'iso' as const } } }, []],
    [{ proof: { kind: 'token' as const, credential: 'x', header: 'X-Token' } }, []],
  ])('%j has faults at %j', (changes, members) => {
    expect(faultsOf(changes)).toEqual(members);
  });

  it('may lack them', () => {
    expect(membersOf({ ...BANK, notifications: undefined })).toEqual([]);
  });

  it('that has the bank asked says how it is asked', () => {
    expect(faultsOf({ trust: 'inquire' }, { polling: undefined })).toEqual(['polling']);
  });
});
