import type { ComponentChildren } from 'preact';
import { ROLE_MEANINGS } from '../../../domain/auth/users';
import type { Wrap } from '../wrap';

/** The people of an account, and the links that they get. */
export const members = {
  roles: { owner: 'owner', developer: 'developer', viewer: 'viewer' },
  /** What each role may do. */
  meanings: ROLE_MEANINGS,
  roleOption: (role: string, meaning: string): string => `${role}: ${meaning}`,
  email: 'Email',
  role: 'Role',
  twoStep: 'Two-step sign-in',
  on: 'on',
  off: 'off',
  lastSeen: 'Last seen',
  id: 'Id',
  since: 'Member since',
  noSuchMember: 'There is no such member.',
  ownersInvite: 'Owners of the account invite people and change roles.',
  invitations: {
    title: 'Invited',
    name: 'Invitations',
    invitation: 'Invitation',
    linkUntil: 'Link until',
    withdraw: 'Withdraw',
    ofPerson: (email: string): string => ` the invitation of ${email}`,
    invite: 'Invite a person',
    handOver: 'You get a link to hand over yourself; no message is sent.',
    makeLink: 'Make the link',
    made: 'The invitation',
    linkFor: (email: string): string => `link for ${email}`,
    advice: (days: number): string =>
      `Copy it now and hand it over in private: the first person to use it joins the account. It is valid for ${days} days.`,
  },
  requirement: {
    everyMember: 'Every member needs it: members without it set it up after signing in.',
    eachDecides: 'Each member decides. If you require it, members without it set it up after signing in.',
    stop: 'Stop requiring it',
    require: 'Require it of every member',
    yourselfFirst: (link: Wrap): ComponentChildren => ['To require it, ', link('set it up for yourself'), ' first.'],
    setUpFirst: 'Set up two-step sign-in for yourself first, under Security; then require it of every member.',
  },
  changeRole: 'Change the role',
  lostFactor:
    'For a member who has lost phone and recovery codes, once you have verified who asks: after this the password alone is enough.',
  turnOffFor: (email: string): string => `Turn it off for ${email}`,
  ownUnderSecurity: 'Turn off your own under Security, with a code.',
  remove: {
    title: 'Remove from the account',
    signedOut: (name: string): string => `${name} is signed out everywhere at once.`,
    keys: (name: string): string => `Keys that ${name} made`,
    mayHaveCopies: (name: string): string =>
      `${name} may have a copy of each. Revoke unused ones at once, and rotate the others.`,
    revokeKey: (side: string, label: string, hint: string): string => `Revoke the ${side} key ${label} (…${hint})`,
    person: (email: string): string => `Remove ${email}`,
    back: 'Back to the members',
  },
};

/** Pages of links that a person is given: an invitation, or the choice of a password. */
export const userLinks = {
  gone: 'This link is no longer valid. Ask for a new one where you got it.',
  open: 'Open a link',
  code: 'Code of the link',
  codeHint: 'What follows the sign # in the link that you were given.',
  goOn: 'Go on',
  joinTitle: 'Join an account',
  invited: (account: ComponentChildren, role: string): ComponentChildren => [
    'You are invited to the account ',
    account,
    ` as ${role}.`,
  ],
  yourName: 'Your name',
  join: 'Join',
  passwordTitle: 'Choose a password',
  setPassword: 'Set the password',
};
