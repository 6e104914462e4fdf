import type { FieldFault } from '../../../errors';
import { checkBody, type Fault } from './check-body';
import { checkNotifications } from './check-notifications';
import type { DescribedCondition, DescribedOperation, DescribedRule, Description } from './schema';

type Rule = DescribedRule<string>;

/** What stands for a value in a path. */
const PLACEHOLDERS: Readonly<Record<DescribedOperation | 'authentication', readonly string[]>> = {
  submit: ['instructionId'],
  inquire: ['instructionId'],
  cancel: ['instructionId', 'bankReference'],
  recall: ['instructionId', 'bankReference'],
  authentication: [],
};
const PLACEHOLDER = /\{([^{}]*)\}/g;
/** Characters of a path with a query. Source: RFC 3986, sections 3.3 and 3.4 */
const PATH = /^\/[A-Za-z0-9\-._~!$&'()*+,;=:@/?%]*$/;

/** Headers that the connection, the body or the authentication decide. */
const RESERVED_HEADERS = new Set([
  ...['authorization', 'proxy-authorization', 'cookie', 'host', 'content-length', 'content-type', 'accept'],
  ...['connection', 'keep-alive', 'transfer-encoding', 'te', 'trailer', 'upgrade', 'expect'],
]);

/**
 * Statuses that say something final of the first send of an order: with any other the bank may have it all the same.
 * Source: docs/GAPS.md#P14
 */
const isFinal = (status: number): boolean =>
  (status >= 200 && status < 300) || (status >= 400 && status < 500 && ![408, 409, 499].includes(status));
const isNotTaken = (status: number): boolean => status >= 400 && isFinal(status);
/** What turns a request away for our token, our address or our pace says nothing of the payment. Source: docs/GAPS.md#P14 */
const TURNED_AWAY: readonly number[] = [401, 403, 404, 405, 407, 425, 429];
const isRefusal = (status: number): boolean => isFinal(status) && !TURNED_AWAY.includes(status);
/** 409: it has the order already. */
const isTaken = (status: number): boolean => (status >= 200 && status < 300) || status === 409;
const isAnswer = (status: number): boolean => status < 300 || (status >= 400 && status < 500);
const isKnowledge = (status: number): boolean => status >= 200 && status < 300;
const isUnknown = (status: number): boolean => status === 404 || isKnowledge(status);

const ALLOWED: Readonly<Record<string, { isSo: (status: number) => boolean; message: string }>> = {
  taken: { isSo: isTaken, message: 'only a 2xx or a 409 can say that an order was taken' },
  refused: {
    isSo: isRefusal,
    message: `a 3xx, ${TURNED_AWAY.join(', ')}, 408, 409, 499 or 5xx does not refuse a payment`,
  },
  not_taken: { isSo: isNotTaken, message: 'only a 4xx other than 408, 409 and 499 says that nothing was taken' },
  known: { isSo: isKnowledge, message: 'only a 2xx says what became of a payment' },
  never_received: { isSo: isUnknown, message: 'only a 404, or a 2xx, says that nothing was received' },
};

/** Checks that a path stays on the host of `baseUrl` and uses only placeholders of its operation. */
function checkPath(path: string, operation: DescribedOperation | 'authentication', fault: Fault): void {
  const member = `${operation}.path`;
  if (/^[a-z][a-z0-9+.-]*:/i.test(path) || path.startsWith('//')) {
    fault(member, 'other_host', 'must be a path: every request goes to the host of baseUrl.');
    return;
  }
  for (const [, name = ''] of path.matchAll(PLACEHOLDER)) {
    if (PLACEHOLDERS[operation].includes(name)) continue;
    if (operation === 'inquire' && name === 'bankReference') {
      fault(member, 'loops', 'must not need {bankReference}: it is the inquiry that finds it.');
    } else fault(member, 'unknown_placeholder', `has the unknown placeholder {${name}}.`);
  }
  const literal = path.replace(PLACEHOLDER, 'x');
  if (!PATH.test(literal) || literal.split(/[/?]/).some((part) => /^(\.|%2e){1,2}$/i.test(part))) {
    fault(member, 'path', 'must begin with / and have the characters of RFC 3986, no fragment and no steps up.');
  }
}

function checkCondition(condition: DescribedCondition, at: string, fault: Fault): void {
  const { is, isEmpty, isPresent } = condition;
  if ([is, isEmpty, isPresent].filter((one) => one !== undefined).length !== 1) {
    fault(at, 'condition', 'needs one of `is`, `isEmpty` and `isPresent`.');
  }
}

/** Whether a rule rests on something that a page of a proxy does not say. */
const isPositive = ({ when = [] }: Rule): boolean =>
  when.some(({ is, isEmpty }) => is !== undefined || isEmpty === true);

/** Checks the rules for replies: status and conditions fit the meaning, and prove it. */
function checkRules(rules: readonly Rule[], operation: DescribedOperation, fault: Fault): void {
  for (const [index, rule] of rules.entries()) {
    const at = `${operation}.answers.${index}`;
    const allowed = ALLOWED[operation === 'cancel' || operation === 'recall' ? '' : rule.means];
    const { isSo, message } = allowed ?? { isSo: isAnswer, message: 'a 3xx or 5xx is no answer' };
    for (const [place, status] of rule.status.entries()) {
      if (!isSo(status)) fault(`${at}.status.${place}`, 'status', `${message}.`);
    }
    for (const [place, condition] of (rule.when ?? []).entries())
      checkCondition(condition, `${at}.when.${place}`, fault);
    if (rule.means === 'never_received' && !isPositive(rule)) {
      const words = 'must name by `is` or `isEmpty` how the bank says it: a 404 alone may be that of a proxy.';
      fault(`${at}.when`, 'required', words);
    }
    if (rule.means === 'refused' && operation === 'submit' && rule.status.some(isKnowledge) && !isPositive(rule)) {
      fault(`${at}.when`, 'required', 'must name by `is` how the bank refuses with a 2xx.');
    }
  }
}

/** Faults for each of these meanings that no answer of the operation has. */
function needs(rules: readonly Rule[], meanings: readonly string[], operation: DescribedOperation, fault: Fault): void {
  for (const meaning of meanings) {
    if (rules.some(({ means }) => means === meaning)) continue;
    fault(`${operation}.answers`, 'required', `must have an answer that means ${meaning}.`);
  }
}

/** Checks that headers are free to set and are set once. */
function checkHeaders(description: Description, fault: Fault): void {
  const { idempotencyKey } = description.submit;
  const taken = new Set<string>();
  const checkHeader = (name: string, member: string, others: readonly string[] = []): void => {
    const known = name.toLowerCase();
    if (RESERVED_HEADERS.has(known) && !others.includes(known))
      fault(member, 'reserved', `${name} is not free to set.`);
    if (taken.has(known)) fault(member, 'collides', `${name} is set twice.`);
    taken.add(known);
  };
  const { authentication } = description;
  if ('header' in authentication) checkHeader(authentication.header, 'authentication.header', ['authorization']);
  if (authentication.kind === 'hmac' && authentication.timestamp !== undefined) {
    checkHeader(authentication.timestamp.header, 'authentication.timestamp.header');
  }
  if (idempotencyKey.header !== undefined) checkHeader(idempotencyKey.header, 'submit.idempotencyKey.header');
  for (const [index, { name }] of (description.headers ?? []).entries()) checkHeader(name, `headers.${index}.name`);
}

/** Checks that the authentication is complete. */
function checkAuthentication({ authentication, tls }: Description, fault: Fault): void {
  if (authentication.kind === 'none' && tls === undefined) {
    fault('authentication.kind', 'required', 'may be `none` with mutual TLS alone.');
  }
  if (authentication.kind === 'oauth') checkPath(authentication.path, 'authentication', fault);
  if (authentication.kind !== 'hmac') return;
  const isTimed = authentication.signed.includes('timestamp');
  if (isTimed !== (authentication.timestamp !== undefined)) {
    fault('authentication.timestamp', 'required', 'must be there if it is signed, and be signed if it is there.');
  }
}

/** @returns whether a request tells the bank our id, by which it is asked later */
function carriesOurId({ path, body }: Description['submit'] | Description['inquire']): boolean {
  return path.includes('{instructionId}') || (body ?? []).some(({ from }) => from === '/instructionId');
}

/** Checks a submission: its members, its idempotency key, its rules, and that it carries our id. */
function checkSubmission({ submit, requestFormat }: Description, fault: Fault): void {
  const { idempotencyKey: key, body } = submit;
  if ((key.header === undefined) === (key.at === undefined)) {
    fault('submit.idempotencyKey', 'header_or_at', 'needs either `header` or `at`.');
  }
  const all = key.at === undefined ? body : [...body, { at: key.at, from: '/idempotencyKey' }];
  checkBody(all, requestFormat, 'submit', (member, ...words) =>
    fault(member.startsWith(`submit.body.${body.length}`) ? 'submit.idempotencyKey.at' : member, ...words),
  );
  if (!carriesOurId(submit)) {
    fault('submit.body', 'instruction_id', 'must carry /instructionId: the bank is asked for it after a doubt.');
  }
  const isTakenBy409 = submit.answers.some(({ means, status }) => means === 'taken' && status.includes(409));
  if (isTakenBy409 && submit.instructionId === undefined) {
    const words = 'must be there if a 409 means taken: a 409 may be about another order than ours.';
    fault('submit.instructionId', 'required', words);
  }
  needs(submit.answers, ['taken', 'refused'], 'submit', fault);
  checkRules(submit.answers, 'submit', fault);
}

/** Checks an inquiry: it asks by our id, and its rules tell a known payment from one never received. */
function checkInquiry({ inquire, requestFormat }: Description, fault: Fault): void {
  checkBody(inquire.body, requestFormat, 'inquire', fault);
  if (!carriesOurId(inquire)) {
    fault('inquire.path', 'instruction_id', 'must ask for {instructionId}: nothing else is known after a doubt.');
  }
  if (inquire.body !== undefined && inquire.method === 'GET') fault('inquire.body', 'get', 'a GET has no body.');
  needs(inquire.answers, ['known', 'never_received'], 'inquire', fault);
  checkRules(inquire.answers, 'inquire', fault);
}

/**
 * Faults of a description that its shape cannot express: it may send requests only to its own host, in a bounded
 * number, and trust only replies that prove something.
 * @returns faults by member, such as `inquire.path`
 * Source: docs/GAPS.md#described
 */
export function descriptionFaults(description: Description): FieldFault[] {
  const faults: FieldFault[] = [];
  const fault: Fault = (field, code, message) => faults.push({ field, code, message });
  for (const operation of ['submit', 'inquire', 'cancel', 'recall'] as const) {
    const described = description[operation];
    if (described !== undefined) checkPath(described.path, operation, fault);
  }
  checkHeaders(description, fault);
  checkAuthentication(description, fault);
  checkSubmission(description, fault);
  checkInquiry(description, fault);
  checkNotifications(description, fault);
  for (const operation of ['cancel', 'recall'] as const) {
    const described = description[operation];
    if (described === undefined) continue;
    checkBody(described.body, description.requestFormat, operation, fault);
    needs(described.answers, ['requested'], operation, fault);
    checkRules(described.answers, operation, fault);
  }
  return faults;
}
