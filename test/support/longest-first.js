const { default: Sequencer } = require('@jest/test-sequencer');

/**
 * A fresh clone has no durations of earlier runs, and the size of a file says little of how long it takes: the files that
 * take minutes go first, so that no worker is left alone with one of them at the end.
 */
const LONG = [
  ...[
    '/test/interleavings/',
    '/test/e2e/',
    '/test/api/openapi/examples',
    '/test/console/auth/',
    '/test/db/limits/take',
  ],
  ...['operations', 'hints', 'bad-input', 'counts', 'sides', 'bound-secrets'].map((name) => `/test/invariants/${name}`),
  ...['failover', 'create', 'reports', 'batch', 'resubmission'].map((name) => `/test/payments/${name}`),
  ...['workflows', 'webhooks', 'documents', 'plans', 'console', 'hs-codes'].map((folder) => `/test/${folder}/`),
];

module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const isLong = ({ path }) => LONG.some((part) => path.includes(part));
    const sorted = super.sort(tests);
    return [...sorted.filter(isLong), ...sorted.filter((test) => !isLong(test))];
  }
};
