import { codeOf, ERROR_STATUS, WRITTEN_CODES, type ErrorCode } from '../../domain/errors';

/** What a code means, and what the client does next. */
export interface ErrorGuide {
  meaning: string;
  todo: readonly string[];
  /** Whether the very same request can succeed later. */
  mayRetry: boolean;
}

/** Source: specification, "Errors"; docs/GAPS.md#G2 */
export const ERROR_GUIDES: Record<ErrorCode, ErrorGuide> = {
  INVALID_REQUEST: {
    meaning: 'Something in the path, the query, a header or the body is invalid.',
    todo: [
      'With status 431, send fewer headers or shorter ones: at most 100, of 16 KiB in all. With 408, send faster.',
      'Read `error.details`: it lists every invalid field with its path, a code and the requirement.',
      'Correct all of them and send the request again; a new `Idempotency-Key` is not needed.',
    ],
    mayRetry: false,
  },
  UNAUTHORIZED: {
    meaning: 'The request has no key, an unknown or revoked one, or an invalid partner signature.',
    todo: [
      'Send `Authorization: Bearer <key>`. Create keys at `/console`, or with `npx corridor keys create`.',
      'Partners in signed mode: sign `timestamp.METHOD.path?query.rawBody` with the secret; the clock may differ by 5 minutes.',
    ],
    mayRetry: false,
  },
  FORBIDDEN: {
    meaning: 'The key is valid but not allowed to do this: it is of another kind or lacks the scope.',
    todo: [
      'Read the message: it names the required kind of key or scope.',
      "Create a key with that scope, or use a partner's or operator's key if the message says so.",
    ],
    mayRetry: false,
  },
  NOT_FOUND: {
    meaning: 'The id does not exist, or belongs to another account or to the other side, test or live.',
    todo: [
      'Compare the id with the answer that you got it from; a test key sees only test objects.',
      'For a path, compare it with the reference at `/docs`.',
    ],
    mayRetry: false,
  },
  METHOD_NOT_ALLOWED: {
    meaning: 'The path exists but does not support this method.',
    todo: ['Use one of the methods that the header `Allow` lists.'],
    mayRetry: false,
  },
  DUPLICATE: {
    meaning: 'It was done before: the same `clientReference`, or the same `Idempotency-Key` with another body.',
    todo: [
      'If `error.instructionId` is present, that payment has the reference: retrieve it instead of creating another one.',
      'For a new request use a new `Idempotency-Key`; for a repeat send the same body.',
    ],
    mayRetry: false,
  },
  INVALID_TRANSITION: {
    meaning: 'The requested change is not allowed in the current status.',
    todo: ['Read `error.current` and `error.allowed`. `GET /api/v1/payments/transitions` lists all transitions.'],
    mayRetry: false,
  },
  CONFLICTING_REPORT: {
    meaning: 'A report of a partner contradicts an earlier one. It is recorded for review by an operator.',
    todo: ['Compare both reports. Do not repeat the request: it gets the same answer.'],
    mayRetry: false,
  },
  CANCELLATION_NOT_ALLOWED: {
    meaning: 'The payment is too far advanced to be cancelled.',
    todo: ['Retrieve the payment; after the settlement, ask the beneficiary for a return.'],
    mayRetry: false,
  },
  QUOTE_CHANGED: {
    meaning: 'The quote of the instruction cannot be honoured. Nothing was created.',
    todo: ['Read `details`: it lists the differences from the quote. Preview again with `hold_for` for a new quote.'],
    mayRetry: false,
  },
  IN_PROGRESS: {
    meaning: 'The first request with this `Idempotency-Key` is still running, or the file is still being generated.',
    todo: ['Wait for as long as `Retry-After` says and send the same request again.'],
    mayRetry: true,
  },
  GONE: {
    meaning: 'It existed but has expired or was erased on request.',
    todo: ['Generate the document again where you still have its data.'],
    mayRetry: false,
  },
  PAYLOAD_TOO_LARGE: {
    meaning: 'The body has more bytes than the operation accepts: 256 KiB, for documents 1 MiB.',
    todo: ['Omit unneeded members, or split the request.'],
    mayRetry: false,
  },
  UNSUPPORTED_MEDIA_TYPE: {
    meaning: 'The body is not JSON, or is compressed.',
    todo: ['Send `Content-Type: application/json` and the body without `Content-Encoding`.'],
    mayRetry: false,
  },
  RANGE_NOT_SATISFIABLE: {
    meaning: 'The range begins after the end of the file.',
    todo: ['Read the length in `Content-Range: bytes */<length>`, or request without `Range`.'],
    mayRetry: false,
  },
  COMPLIANCE_BLOCK: {
    meaning: 'Compliance rules forbid this payment. Nothing was created, and the `clientReference` is still free.',
    todo: ['Do not change names or countries to get around it. Contact the operators with the `requestId`.'],
    mayRetry: false,
  },
  TARIFF_DATA_UNAVAILABLE: {
    meaning: 'The required data are not loaded, or the duty needs a fact that the request lacks.',
    todo: [
      'Read the message: it names the missing input or data, such as the weight, or the schedule of a country.',
      'Operators load publications with `npx corridor import`; `/docs/guides/tariffs` describes them.',
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
      'The key, or its address, has exceeded its limit. Payment endpoints answer `RATE_LIMIT`, all others `rate_limit_exceeded`.',
    todo: [
      'Wait the seconds in `Retry-After`; `X-RateLimit-Reset` is the time when the bucket is full again.',
      'Subscribe to events instead of polling; `GET /v1/account` shows the limits of the plan.',
    ],
    mayRetry: true,
  },
  INTERNAL: {
    meaning: 'Something failed on our side.',
    todo: [
      'Repeat the request with the same `Idempotency-Key`: nothing is done twice.',
      'If it persists, send the operators the `requestId`.',
    ],
    mayRetry: true,
  },
  UNAVAILABLE: {
    meaning: 'A required service is temporarily unavailable.',
    todo: ['Repeat the request with the same `Idempotency-Key` after `Retry-After` seconds.'],
    mayRetry: true,
  },
};

/**
 * The page of an error code, or null for an unknown code.
 * @param written the code as answers write it
 */
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
