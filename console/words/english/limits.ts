import type { ComponentChildren } from 'preact';
import type { Wrap } from '../wrap';

/** The requests of a side, and the limits of its keys. */
export const limits = {
  requestsByDay: 'Requests by day',
  requestsByDayLabel: 'Requests by day; the table below has the figures',
  onDay: (day: string, requests: string): string => `${day}: ${requests} requests`,
  answered: 'Answered',
  refusedByLimits: 'Refused by limits',
  otherErrors: 'Other errors',
  requests: 'Requests',
  refused: 'Refused',
  ofLastDays: (days: number): string => `Requests of the last ${days} days`,
  noRequests: { test: 'No requests with a test key.', live: 'No requests with a live key.' },
  sum: (requests: string, refused: string): string => `${requests} requests, ${refused} of them refused by limits.`,
  byOperation: 'By operation',
  operation: 'Operation',
  byPlan: 'By plan',
  plan: 'Plan',
  byDay: 'By day',
  day: 'Day, UTC',
  title: 'Limits',
  noKey: {
    test: (create: Wrap): ComponentChildren => ['There is no test key yet. ', create('Create one'), '.'],
    live: (create: Wrap): ComponentChildren => ['There is no live key yet. ', create('Create one'), '.'],
  },
  ofOperations: (made: string, read: string, tracked: string): string =>
    `Each key has the limits of its plan. Some operations have a limit of their own beside them, per key and minute: ${made} payments made, ${read} read, ${tracked} asked for by tracking, unless the card of a key says otherwise.`,
  plans: 'Plans',
  aMinute: 'A minute',
  anHour: 'An hour',
  aDay: 'A day',
  noLimit: 'none',
};
