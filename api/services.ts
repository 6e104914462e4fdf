import type { Logger } from 'pino';
import type { Database } from '../db/database';
import type { Settings } from './settings';
import type { AdmissionGate } from './admission-gate';
import type { Credentials } from './middleware/authenticate';
import type { RateLimiter } from './middleware/rate-limit';
import type { PaymentEngine } from '../workflows/client';
import type { InstructionReader } from '../db/payments/instruction-reader';
import type { PartnerOutages } from '../db/payments/partner-outages';
import type { RouteCache } from '../db/payments/routes';
import type { Vault } from '../db/vault';
import type { Wake } from '../db/wake';

/** Everything an operation may use; made once per process and handed in, so that tests can hand in their own. */
export interface Services {
  database: Database;
  settings: Settings;
  log: Logger;
  now(): Date;
  credentials: Credentials;
  limiter: RateLimiter;
  engine: PaymentEngine;
  /** Before the engine's door: submissions for which a client waits. */
  submissions: AdmissionGate;
  /** Partners to which nothing is sent at present. */
  partnerOutages: PartnerOutages;
  vault: Vault;
  routes: RouteCache;
  instructions: InstructionReader;
  /** Tells the relays that the outbox has work, coalesced. */
  wake: Wake;
}
