import { z } from 'zod';
import { ENVIRONMENTS } from '../../auth/tenant';
import { CustomEndpointLimitsBody } from '../../limits/custom-endpoint-limits-schema';
import { ADAPTER_NAMES } from './adapters';
import { optional, NotesShape } from '../../schema-tools';
import { CredentialName } from './description/schema';

/** `signed`: the partner's requests need a signature beside its key. Source: docs/GAPS.md#A2 */
export const AUTH_MODES = ['bearer', 'signed'] as const;
export type AuthMode = (typeof AUTH_MODES)[number];

const MAX_NAME = 140;
const MAX_URL = 2_000;
const MAX_REASON = 500;

/** Why an operator changes the settlement network. Source: docs/GAPS.md#A3 */
export const ActReason = z.string().trim().min(1).max(MAX_REASON).meta({ description: 'Kept in the audit log' });

/** Body that disables or enables a partner or a route. */
export const SwitchRequest = z.object({ reason: optional(ActReason) }).meta({ id: 'SwitchRequest' });

const WithoutCertificate = optional(
  z.boolean().meta({
    description: 'true: a live partner is enabled without a passed report of the laboratory; needs a reason',
  }),
);

/** Body that enables a partner. Source: docs/GAPS.md#P20 */
export const PartnerEnabling = SwitchRequest.extend({ withoutCertificate: WithoutCertificate }).meta({
  id: 'PartnerEnabling',
});

/** What people call a partner. */
export const PartnerName = z.string().trim().min(1).max(MAX_NAME);
const Url = z.string().trim().max(MAX_URL);
const Mode = z.enum(AUTH_MODES).meta({ description: 'signed: its requests need a signature in addition to its key' });

const Config = z.record(z.string(), z.unknown()).meta({
  description: 'Settings of its adapter by name, such as `{"url": "https://bank.example"}`; the adapter judges them',
});

const Contradiction = z.object({
  endpointLimits: z.literal(false),
  customEndpointLimits: z.record(z.string(), z.unknown()),
});

/** Adds an issue for custom limits of endpoints where the partner has no endpoint limits. */
function checkLimits(sent: unknown, context: z.core.$RefinementCtx): void {
  const found = Contradiction.safeParse(sent);
  if (!found.success || Object.keys(found.data.customEndpointLimits).length === 0) return;
  const message = 'must be absent if endpointLimits is false';
  context.addIssue({ code: 'custom', path: ['customEndpointLimits'], message, params: { code: 'not_applicable' } });
}

/** Body that makes a partner. */
export const PartnerCreate = z
  .object({
    name: PartnerName,
    adapter: z.enum(ADAPTER_NAMES),
    url: optional(
      Url.meta({
        description:
          'Base address of an http partner, without query, fragment, user and password; https when it is live',
      }),
    ),
    config: optional(Config),
    environment: optional(z.enum(ENVIRONMENTS).meta({ description: 'Side whose payments it gets; test by default' })),
    authMode: optional(Mode),
    endpointLimits: optional(z.boolean().meta({ description: 'false: limits of single operations do not apply' })),
    customEndpointLimits: optional(CustomEndpointLimitsBody),
    withoutCertificate: WithoutCertificate,
    reason: optional(ActReason),
  })
  .superRefine(checkLimits, { when: () => true })
  .meta({ id: 'PartnerCreate' });

/** Body that changes a partner; what is absent stays, and a setting that is null is taken away. */
export const PartnerChange = z
  .object({
    name: optional(PartnerName),
    url: optional(Url),
    config: optional(Config),
    authMode: optional(Mode),
    withoutCertificate: WithoutCertificate,
    despiteDoubt: optional(
      z.boolean().meta({
        description:
          'true: where its orders go changes although payments there are in doubt, about which a person decides; needs a reason',
      }),
    ),
    reason: optional(ActReason),
  })
  .meta({ id: 'PartnerChange' });

const Moment = z.string().nullable();

/** Whether a partner answers, as far as that is stored. */
export const PartnerHealthShape = z
  .object({
    breaker: z.enum(['closed', 'open', 'probing']).meta({
      description: 'open: nothing is sent to it; probing: one payment is sent to see whether it answers again',
    }),
    consecutiveFaults: z.int(),
    lastFault: z.string().nullable(),
    lastFaultAt: Moment,
    lastSuccessAt: Moment,
    openSince: Moment,
    waiting: z.int().meta({ description: 'Payments that are pending' }),
    inFlight: z.int().meta({ description: 'Calls in progress' }),
    openInquiries: z.int().meta({ description: 'Payments in doubt: it may or may not have them' }),
  })
  .meta({ id: 'PartnerHealth' });

/** A partner as an operator sees it. */
export const PartnerRecord = z
  .object({
    id: z.string(),
    name: z.string(),
    adapter: z.string(),
    url: z.string().nullable(),
    environment: z.enum(ENVIRONMENTS),
    authMode: z.enum(AUTH_MODES),
    createdAt: z.string(),
    disabledAt: Moment,
    health: PartnerHealthShape,
  })
  .meta({ id: 'Partner' });

/** A partner that was just made: key and secret are shown this once. */
export const CreatedPartner = PartnerRecord.extend({
  key: z.string().optional().meta({ description: 'Shown once; absent from answers to repeats' }),
  secret: z.string().optional().meta({ description: 'Signs its calls and ours; shown once' }),
  ...NotesShape,
}).meta({ id: 'CreatedPartner' });

const OverlapHours = optional(
  z.int().min(0).max(168).meta({
    description: 'Hours that the earlier ones stay valid, 24 by default; 0 ends them at once, as after a leak',
  }),
);

/** Body of a rotation of a partner's key or signing secret. */
export const PartnerRotation = z.object({ overlapHours: OverlapHours }).meta({ id: 'PartnerRotation' });

const MAX_CREDENTIAL = 16_000;

/** The value of a credential, such as a secret or a certificate in PEM. */
export const CredentialValue = z.string().min(1).max(MAX_CREDENTIAL);

/** Body that sets what Corridor presents to a partner's bank. Source: docs/GAPS.md#described */
export const BankCredentialBody = z
  .object({
    name: CredentialName,
    value: CredentialValue.meta({ description: 'Kept sealed, and never shown' }),
    reason: optional(ActReason),
  })
  .meta({ id: 'BankCredentialSetting' });

/** The credentials of a partner's bank by name. */
export const BankCredentials = z
  .object({
    partnerId: z.string(),
    credentials: z.array(z.object({ name: z.string(), changedAt: z.string() })),
  })
  .meta({ id: 'BankCredentials' });

/** Body that ends what was rotated before its overlap is over. */
export const EarlierCredentials = z
  .object({ what: z.enum(['key', 'secret']).meta({ description: 'All keys, or all signing secrets, but the newest' }) })
  .meta({ id: 'EarlierCredentials' });
