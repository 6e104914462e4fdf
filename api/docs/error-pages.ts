import { codeOf, ERROR_STATUS, WRITTEN_CODES, type ErrorCode } from '../../domain/errors';

/** What a code means, and what whoever gets it does next. */
export interface ErrorGuide {
  meaning: string;
  todo: readonly string[];
  /** Whether the very same request can succeed later. */
  mayRetry: boolean;
}

/** Source: specification, "Errors"; docs/GAPS.md#G2 */
export const ERROR_GUIDES: Record<ErrorCode, ErrorGuide> = {
  INVALID_REQUEST: {
    meaning: 'Something in the path, the query, a header or the body is not what the operation takes.',
    todo: [
      'With status 431, send fewer headers or shorter ones: at most 100, of 16 KiB in all. With 408, send faster.',
      'Read `error.details`: every field at fault is there with its path, a code and what it must be.',
      'Correct all of them and send the request again; a new `Idempotency-Key` is not needed.',
    ],
    mayRetry: false,
  },
  UNAUTHORIZED: {
    meaning: 'The request carries no key, an unknown or revoked one, or a partner signature that does not verify.',
    todo: [
      'Send `Authorization: Bearer <key>`. Keys are made at `/console`, or with `npx corridor keys create`.',
      'Partners in signed mode: sign `timestamp.METHOD.path?query.rawBody` with the secret; the clock may differ by 5 minutes.',
    ],
    mayRetry: false,
  },
  FORBIDDEN: {
    meaning: 'The key is known and may not do this: it is of another kind, or has not the scope.',
    todo: [
      'Read the message: it names the kind of key or the scope that the operation asks for.',
      'Make a key with that scope, or use the key of a partner or an operator where it says so.',
    ],
    mayRetry: false,
  },
  NOT_FOUND: {
    meaning: 'Nothing has this id, or it belongs to another account or to the other side, test or live.',
    todo: [
      'Compare the id with the answer that gave it to you; a test key sees what test keys made.',
      'For a path, compare it with the reference at `/docs`.',
    ],
    mayRetry: false,
  },
  METHOD_NOT_ALLOWED: {
    meaning: 'The path exists and does not know this method.',
    todo: ['Use one of the methods that the header `Allow` lists.'],
    mayRetry: false,
  },
  DUPLICATE: {
    meaning: 'This was done before: the same `clientReference`, or an `Idempotency-Key` that came with another body.',
    todo: [
      'Where `error.instructionId` stands, that payment has the reference: retrieve it instead of making another one.',
      'For a new request use a new `Idempotency-Key`; for a repeat send the same body.',
    ],
    mayRetry: false,
  },
  INVALID_TRANSITION: {
    meaning: 'What was asked for cannot follow the present status.',
    todo: ['Read `error.current` and `error.allowed`. All moves are at `GET /api/v1/payments/transitions`.'],
    mayRetry: false,
  },
  CONFLICTING_REPORT: {
    meaning:
      'A partner said something that contradicts what it said before. It is on record and an operator looks at it.',
    todo: ['Compare both reports. Do not repeat the request: it would be answered in the same way.'],
    mayRetry: false,
  },
  CANCELLATION_NOT_ALLOWED: {
    meaning: 'The payment has gone too far to be cancelled.',
    todo: ['Retrieve the payment; after the settlement, ask the beneficiary for a return.'],
    mayRetry: false,
  },
  QUOTE_CHANGED: {
    meaning: 'The quote that the instruction names cannot be kept. Nothing was made.',
    todo: ['Read `details`: they name what is not as it was quoted. Preview again with `hold_for` for a new quote.'],
    mayRetry: false,
  },
  IN_PROGRESS: {
    meaning: 'The first request with this `Idempotency-Key` is still running, or the file is still being made.',
    todo: ['Wait for as long as `Retry-After` says and send the same request again.'],
    mayRetry: true,
  },
  GONE: {
    meaning: 'It existed and is no longer kept: it expired, or was erased on request.',
    todo: ['Generate the document again where you still have its data.'],
    mayRetry: false,
  },
  PAYLOAD_TOO_LARGE: {
    meaning: 'The body has more bytes than the operation accepts: 256 KiB, for documents 1 MiB.',
    todo: ['Leave out what is not needed, or split the request.'],
    mayRetry: false,
  },
  UNSUPPORTED_MEDIA_TYPE: {
    meaning: 'The body is not JSON, or is compressed.',
    todo: ['Send `Content-Type: application/json` and the body without `Content-Encoding`.'],
    mayRetry: false,
  },
  RANGE_NOT_SATISFIABLE: {
    meaning: 'The range begins behind the end of the file.',
    todo: ['Read the length in `Content-Range: bytes */<length>`, or ask without `Range`.'],
    mayRetry: false,
  },
  COMPLIANCE_BLOCK: {
    meaning: 'The rules of the service forbid this payment. Nothing was made, and the `clientReference` is still free.',
    todo: ['Do not change names or countries to get through. Ask the operators, with the `requestId`.'],
    mayRetry: false,
  },
  TARIFF_DATA_UNAVAILABLE: {
    meaning: 'What the answer would stand on is not loaded, or the duty needs a fact that the request does not state.',
    todo: [
      'Read the message: it names what is missing, such as the weight, or the schedule of a country.',
      'Operators load publications with `npx corridor import`; what is loaded is at `/docs/guides/tariffs`.',
    ],
    mayRetry: false,
  },
  SAME_TERRITORY: {
    meaning: 'Origin and destination are one customs territory: there is no import, and so no duty.',
    todo: ['Ask for another destination.'],
    mayRetry: false,
  },
  RATE_LIMIT: {
    meaning:
      'The key, or its address, has made more requests than it may. Payment endpoints say `RATE_LIMIT`, all others `rate_limit_exceeded`.',
    todo: [
      'Wait for as many seconds as `Retry-After` says; `X-RateLimit-Reset` tells when the bucket is full again.',
      'Subscribe to events instead of asking again and again; `GET /v1/account` tells the limits of the plan.',
    ],
    mayRetry: true,
  },
  INTERNAL: {
    meaning: 'Something failed on our side.',
    todo: [
      'Repeat the request with the same `Idempotency-Key`: nothing is done twice.',
      'If it stays so, tell the operators the `requestId`.',
    ],
    mayRetry: true,
  },
  UNAVAILABLE: {
    meaning: 'Something that this needs is away for the moment.',
    todo: ['Repeat the request with the same `Idempotency-Key` after `Retry-After` seconds.'],
    mayRetry: true,
  },
};

/** @returns the page of a code as answers write it, or null for what is no code */
export function errorPage(written: string): string | null {
  const code = codeOf(written);
  if (code === null) return null;
  const { meaning, todo, mayRetry } = ERROR_GUIDES[code];
  return [
    `# ${written}`,
    `HTTP status **${ERROR_STATUS[code]}**. ${meaning}`,
    '## What to do',
    ...todo.map((step) => `- ${step}`),
    '',
    mayRetry
      ? 'The same request may succeed later. Repeat it with the same `Idempotency-Key`.'
      : 'The same request gets the same answer. Change it before you send it again.',
    '',
    '[All errors](/docs/errors)',
  ].join('\n\n');
}

/** The list of all codes. */
export function errorList(): string {
  const rows = WRITTEN_CODES.map((written) => {
    const code = codeOf(written);
    if (code === null) return '';
    return `| [\`${written}\`](/docs/errors/${written}) | ${ERROR_STATUS[code]} | ${ERROR_GUIDES[code].meaning} |`;
  });
  return `# Errors

A refusal is \`{"error": {...}}\`, under \`/api/v1\` with \`"success": false\` beside it. \`code\` is for programs, \`message\`
for people, \`details\` names every field at fault, \`doc_url\` leads to the page of the code, and \`requestId\`, also in the
header \`Request-Id\`, is what operators ask for.

| Code | Status | Meaning |
| --- | --- | --- |
${rows.join('\n')}
`;
}
