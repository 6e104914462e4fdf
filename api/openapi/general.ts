import type { oas31 } from 'zod-openapi';
import { SAMPLE_SECRET } from './examples';

const DESCRIPTION = `
Cross-border payment instructions, HS codes, tariffs, trade documents and webhooks.

**Keys.** Every call but a few public ones carries \`Authorization: Bearer <key>\`. A key of an account begins with
\`crd_test_\` or \`crd_live_\` and sees that side alone; partners and operators have keys of their own.

**Answers** under \`/api/v1\` are \`{"success": true, "data": ...}\` or \`{"success": false, "error": ...}\`; under \`/v1\`
they are the object itself or \`{"error": ...}\`. They may gain members: ignore those that you do not know.

**Requests** are JSON in UTF-8: no duplicate keys, no NUL, no half surrogate pairs, at most 20 levels, at most 256 KiB
(documents: 1 MiB). An optional member may be \`null\` or, except in a PATCH, an empty text: both count as absent, unless
it is said to take null. "Also taken" names another form in which a member is taken; answers of operations that create
or report list such members in \`normalised\`, members that another one tells in \`assumed\`, and unknown ones in
\`ignored\`. \`Prefer: handling=strict\` asks for the refusal of all of them.

**Repeats.** A POST that makes something takes \`Idempotency-Key\`: the same key and body get the first answer again.

**Limits.** Every answer tells the state of the tightest bucket; 429 says in \`Retry-After\` how long to wait.

**Caching.** An answer with an \`ETag\` is 304 to \`If-None-Match\` with it, for as long as nothing has changed.

**Generated clients.** Generators read \`/openapi.json?for=clients\`: the same operations in OpenAPI
3.0.3, without webhooks.

Guides: [/docs/guides](/docs/guides). Errors: [/docs/errors](/docs/errors).
`.trim();

export const INFO: oas31.InfoObject = {
  title: 'Corridor',
  version: '1.0.0-rc.1',
  description: DESCRIPTION,
  license: { name: 'Proprietary', identifier: 'LicenseRef-Corridor' },
  contact: { name: 'The operators of this service' },
};

/** What the operations of a tag are about. */
export const TAGS: Readonly<Record<string, string>> = {
  Payments: 'Cross-border payment instructions, from preview to settlement, with reports of partners.',
  Beneficiaries: 'Payees that an account keeps, and the versions of their bank details.',
  'HS codes': 'Codes of the Harmonized System: search, details, tariffs by country.',
  Tariffs: 'Duties, taxes and fees of a consignment, and profiles of countries.',
  Documents: 'Trade documents as PDF files.',
  Webhooks: 'Subscriptions to events, their deliveries, and the log of events.',
  Limits: 'The account, its plan and its limits.',
  Shipments: 'Consignments that documents and payments belong to.',
  Partners: 'Operations for settlement partners: reports and settlements of their payments.',
  Operators: 'For operators of the service.',
  Events:
    'What subscriptions receive. Each delivery is signed; any answer but 200 within 5 s is retried. The bytes of a sample ' +
    `are its RFC 8785 form, and the examples of its headers sign them with the secret \`${SAMPLE_SECRET}\`.`,
};
