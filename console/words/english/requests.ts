import type { ComponentChildren } from 'preact';
import { formatsIn } from '../formats';
import type { Wrap } from '../wrap';

const { figure } = formatsIn('en');

/** The log of requests to the API. */
export const requests = {
  request: 'Request',
  operation: 'Operation',
  anyOperation: 'Any operation',
  key: 'Key',
  anyKey: 'Any key',
  fromUtc: 'From, UTC',
  beforeUtc: 'Before, UTC',
  aboutId: 'About, by its id',
  requestId: 'Request id',
  wrongId: 'must be a request id, as in the header Request-Id of an answer',
  noneSent: (days: number): string =>
    `No key of this side changed anything or was refused in the last ${days} days. Reads that succeed are counted, not listed.`,
  noneFits: (days: number): string => `No request of the last ${days} days fits.`,
  unlisted: (count: number, days: number, usage: Wrap): ComponentChildren => [
    `${figure(count)} requests of the last ${days} days are missing, because the log could not be written. `,
    usage('Usage'),
    ' counts them.',
  ],
  error: 'Error',
  firstFault: 'First fault',
  time: 'Time',
  tookMs: 'Took, ms',
  took: 'Took',
  about: 'About',
  notListed: (days: number): string =>
    `Not listed: the log keeps requests with API keys of this side for ${days} days. `,
  made: 'What it made',
  what: 'What',
  id: 'Id',
  nothingById: 'Nothing on this side was created by a request with this id.',
  createdNothing: 'That request created nothing on this side: it only read, or was refused.',
  allAbout: 'All requests about this object',
  noSuchRequest: 'There is no such request.',
};
