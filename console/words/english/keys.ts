import type { ComponentChildren } from 'preact';
import { formatsIn } from '../formats';
import type { Wrap } from '../wrap';

const { figure } = formatsIn('en');

/** The API keys of an account, how full their limits are, and a secret that is shown once. */
export const keys = {
  /** The sides of an account as a sentence names them. */
  sides: { test: 'test', live: 'live' },
  titles: { test: 'Test API keys', live: 'Live API keys' },
  states: { active: 'active', expired: 'expired', revoked: 'revoked' },
  used: {
    minute: (used: number, limit: number): string => `${figure(used)} of ${figure(limit)} used this minute`,
    hour: (used: number, limit: number): string => `${figure(used)} of ${figure(limit)} used this hour`,
    day: (used: number, limit: number): string => `${figure(used)} of ${figure(limit)} used this day`,
  },
  usageOf: (key: string): string => `Usage of ${key}`,
  keyEnding: (hint: string): string => `Key …${hint}`,
  noOwnLimits: 'no limits of their own',
  perMinute: (operation: string, limit: number): string => `${operation} ${figure(limit)} a minute`,
  singleOperations: (limits: string): string => `Single operations: ${limits}`,
  facts: {
    endsIn: 'Ends in',
    plan: 'Plan',
    created: 'Created',
    lastUsed: 'Last used',
    expires: 'Expires',
    scopes: 'Scopes',
  },
  allScopes: 'all',
  rotate: 'Rotate',
  rotateNamed: (key: string): string => `Rotate ${key}`,
  revoke: 'Revoke',
  revokeNamed: (key: string): string => `Revoke ${key}`,
  create: (side: string): string => `Create a ${side} key`,
  label: 'Label',
  labelHint: 'What the key is for.',
  expiresHint: 'Optional; the key ends at the start of that day, UTC.',
  createTheKey: 'Create the key',
  ownersCreate: 'Owners of the account create and revoke keys; on the test side developers can too.',
  liveIsClosed: 'The live side is closed',
  liveOpensLater:
    'Live keys move money. The operator of this service opens the live side of your account; until then everything can be tried with test keys, which share nothing with live ones.',
  yourKeys: (side: string): string => `Your ${side} keys`,
  noneYet: (side: string): string => `There is no ${side} key yet. Create one to call the API.`,
  apiKey: (side: string): string => `${side} API key`,
  newKeyTitle: (side: string): string => `Your new ${side} API key`,
  rotateTitle: 'Rotate a key',
  revokeTitle: 'Revoke a key',
  rotateTheKey: 'Rotate the key',
  revokeTheKey: 'Revoke the key',
  keepTheKey: 'Keep it',
  doNotRotate: 'Cancel',
  rotateMeans: (side: string, key: ComponentChildren): ComponentChildren => [
    `A new key replaces the ${side} key `,
    key,
    ', with the same scopes and plan. Both work during the overlap.',
  ],
  revokeMeans: (side: string, key: ComponentChildren): ComponentChildren => [
    `The ${side} key `,
    key,
    ' stops working at once, everywhere. This cannot be undone.',
  ],
  overlap: 'Overlap',
  /** By hours. */
  overlaps: { 0: 'none: the old one ends at once', 1: '1 hour', 24: '1 day', 168: '7 days' },
  secret: {
    copy: 'Copy',
    shownOnce: (what: string): string => `This is the only time the ${what} is shown.`,
    keepIt: 'Copy it now and store it where only your service can read it.',
    newOne: (what: string): string => `New ${what}`,
    copied: 'I have copied it',
  },
  noSuchKey: 'There is no active key with this id.',
  chooseAnOverlap: 'Choose an overlap.',
  use: {
    title: 'Use of limits',
    noKey: (side: string, create: Wrap, reference: Wrap): ComponentChildren => [
      `There is no ${side} key yet. `,
      create('Create one'),
      ' to call the API; the ',
      reference('reference'),
      ' says how.',
    ],
  },
};
