/**
 * The versions of every outside tool that the set-up fetches or builds.
 * The Go versions must agree with scripts/go/<tool>/go.mod: go.sum pins the bytes behind them.
 */
export const TEMPORAL_CLI_VERSION = '1.5.1';
export const TEMPORAL_SERVER_VERSION = '1.32.0';
export const TEMPORAL_TEST_SERVER_VERSION = '1.38.0';
export const COMPOSE_VERSION = '2.32.4';
export const HELM_VERSION = '3.22.0';

/** The oldest Go that understands the `tool` lines of scripts/go/<tool>/go.mod. */
export const OLDEST_GO = '1.24';

/** The oldest Java that runs the time-skipping test server. */
export const OLDEST_JAVA = 17;

/** The Node that runs the service, its tests and its commands, as in the images; the scripts themselves run on an older one too. */
export const NODE_VERSION = '24.21.0';
export const NODE_MAJOR = 24;
