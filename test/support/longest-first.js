const { default: Sequencer } = require('@jest/test-sequencer');

/**
 * A fresh clone has no durations of earlier runs, and the size of a file says little of how long it takes: the rooms
 * whose files take minutes go first, so that no worker is left alone with one of them at the end.
 */
const LONG = [
  ...[
    '/test/interleavings/',
    '/test/e2e/',
    '/test/invariants/operations',
    '/test/invariants/hints',
    '/test/invariants/bad-input',
  ],
  ...['/test/payments/failover', '/test/payments/create', '/test/payments/reports', '/test/workflows/'],
  ...[
    '/test/api/openapi/examples',
    '/test/webhooks/',
    '/test/documents/',
    '/test/plans/',
    '/test/console/',
    '/test/hs-codes/',
  ],
];

module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const isLong = ({ path }) => LONG.some((room) => path.includes(room));
    const sorted = super.sort(tests);
    return [...sorted.filter(isLong), ...sorted.filter((test) => !isLong(test))];
  }
};
