const MS_PER_HOUR = 3_600_000;

/** A login ends so long after it began, whatever happens. */
export const LOGIN_LIFETIME_MS = 12 * MS_PER_HOUR;
/** A login that nobody used for so long is over. */
export const LOGIN_IDLE_MS = 2 * MS_PER_HOUR;

/** Attempts with a wrong password, per account name and per address: each a bucket of its own. */
export const LOGIN_ATTEMPTS = {
  user: { perMinute: 5, perHour: 20 },
  address: { perMinute: 20, perHour: 200 },
} as const;

/** Keys and secrets that one person makes in the console; each is shown once and has to be carried somewhere. */
export const SECRETS_MADE = { perMinute: 10, perHour: 60 } as const;
