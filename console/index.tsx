import Router from '@koa/router';
import type { Context, Middleware } from 'koa';
import { registerAssets } from '../api/assets';
import type { Reply } from '../api/endpoint';
import { refusalHeaders } from '../api/middleware/errors';
import { registerEndpoint } from '../api/register-endpoint';
import { annotateRequest } from '../api/middleware/log-requests';
import { findLogin, peekLogin } from '../db/auth/logins';
import { isArchived } from '../db/archive/bring-back';
import { inArchive } from '../db/archive/in-archive';
import { translateFault } from '../db/faults';
import { countAttention } from '../db/payments/review/attention';
import { readSideState } from '../db/payments/review/decisions';
import { formSeedOf } from '../domain/auth/logins';
import type { User } from '../domain/auth/users';
import { DomainError } from '../domain/errors';
import { ConsoleCookies } from './auth/cookies';
import { handleForm } from './forms/form-once';
import { checkFormToken, formTokenFor } from './forms/form-token';
import { CONSOLE_ASSETS, NO_STATE, renderFramed, renderPage, type ShellState } from './layout';
import { keepExpiredForm } from './forms/kept-form';
import { EVENT_STREAM, followPage } from './live';
import { FaultSummary } from './parts';
import { NO_FORM, readForm, faultsOfRefusal } from './forms/read-form';
import { logInPath, pageBefore, pageOf } from './return-path';
import { writeNotice } from './notices';
import { isAllowed, refusalOf, type ConsoleRoute } from './route';
import { isPagePath } from './page-path';
import { DECISIONS, HOLDS, sideOfPage } from './navigation';
import { ATTENTION } from './operator/attention';
import { CONSOLE_ROUTES } from './routes';
import { countRefusal } from './auth/login-throttle';
import { askForProof } from './auth/proof-needed';
import { askForSecondFactor } from './auth/second-factor-needed';
import { sidePath } from './sides';
import { showTracking } from './tracking/show-tracking';
import { mayChange } from './user-of';
import type { Answer, ConsoleParts, Visit } from './visit';
import { wordsFor } from './words/words-for';
import type { Words } from './words/use-words';
import { memberOf } from '../domain/unknown-value';

/** Nothing but our own style sheet, script, streams and forms; no other page may frame these. */
const PAGE_HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; form-action 'self'; " +
    "frame-src 'self'; base-uri 'none'; frame-ancestors 'none'",
  'Cache-Control': 'no-store',
  'Content-Type': 'text/html; charset=utf-8',
  'Referrer-Policy': 'same-origin',
};

/** After too many attempts, such as those to log in. */
const RETRY_AFTER_SECONDS = 60;

/** Headers of pages that only our own pages may frame. */
const FRAMED_HEADERS = {
  ...PAGE_HEADERS,
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; font-src 'self'; base-uri 'none'; frame-ancestors 'self'",
  'X-Frame-Options': 'SAMEORIGIN',
};

function paramsOf(context: Context): Record<string, string> {
  const params: unknown = context['params'];
  if (typeof params !== 'object' || params === null) return {};
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));
}

/** A page that follows changes asks by itself, which does not count as use of the login. */
const isFollowed = (context: Context): boolean => context.get('Accept') === EVENT_STREAM;

/** The visit of a request: the user, the form token and the reader's language. */
async function visitOf(context: Context, parts: ConsoleParts): Promise<Visit> {
  const cookies = new ConsoleCookies(context, parts.publicUrl);
  const token = cookies.login();
  const find = isFollowed(context) ? peekLogin : findLogin;
  const user = token === null ? null : await find(parts.database, token, parts.now());
  const seed = user === null || token === null ? cookies.formSeed() : formSeedOf(token);
  const formToken = formTokenFor(parts.vault.derive('console forms'), seed);
  const form = new URLSearchParams();
  const words = wordsFor(context, user);
  return { context, parts, user, form, files: new Map(), params: paramsOf(context), formToken, words };
}

function sendFile(context: Context, { headers = {}, binary, stream }: Reply): void {
  if (stream !== undefined) {
    context.set({ ...headers, 'Cache-Control': 'no-store' });
    context.body = stream;
    return;
  }
  if (binary === undefined) throw new Error('the operation handed out no file');
  context.set({ ...headers, 'Cache-Control': 'no-store', 'Content-Type': binary.contentType });
  context.body = binary.bytes;
}

/** To whom an answer goes. */
interface Reader {
  user: User | null;
  formToken: string;
  words: Words;
  state: ShellState;
  /** What was just done, for the page that it leads to. */
  notice: string | null;
}

/** The reader of an answer that is made before it is known who asks. */
function unknownReader(context: Context): Reader {
  return { user: null, formToken: '', state: NO_STATE, notice: null, words: wordsFor(context, null) };
}

/** Counts of the navigation and of the banners. */
async function readShellState(visit: Visit): Promise<ShellState> {
  const { user, parts, context } = visit;
  const { database } = parts;
  if (user === null) return NO_STATE;
  const { id: userId, accountId, operatorRoles: roles } = user;
  if (accountId !== null) {
    const environment = sideOfPage(context.path, context.querystring);
    const tenant = { accountId, environment };
    const { mine, delayedSince } = await readSideState(database, {
      ...{ tenant, userId },
      mayChange: mayChange(visit, environment),
    });
    return { counts: { [sidePath(environment, DECISIONS)]: mine }, delayedSince };
  }
  if (!isAllowed('operator', user)) return NO_STATE;
  const counts = await countAttention(database, { personId: userId, roles });
  const sum = (of: readonly { mine: number }[]): number => of.reduce((all, { mine }) => all + mine, 0);
  const holds = counts.filter(({ kind }) => kind === 'compliance_review');
  return { counts: { [ATTENTION]: sum(counts), [HOLDS]: sum(holds) }, delayedSince: null };
}

/**
 * Counts of the navigation; none if reading them fails, since the page, which may show a secret once, is useful
 * without.
 */
async function shellStateOrNone(visit: Visit): Promise<ShellState> {
  try {
    return await readShellState(visit);
  } catch (fault) {
    visit.parts.log.error({ fault, requestId: visit.context.state['requestId'] }, 'the counts of a page failed');
    return NO_STATE;
  }
}

async function readerOf(visit: Visit): Promise<Reader> {
  const { user, formToken, words } = visit;
  return { user, formToken, words, state: await shellStateOrNone(visit), notice: null };
}

/** The answer to a form says itself what came of it. */
function noticeFor({ context, parts }: Visit): string | null {
  return context.method === 'GET' ? new ConsoleCookies(context, parts.publicUrl).takeNotice() : null;
}

/** What an act has done goes to the page that it leads to in a cookie. */
function leadOn({ context, parts }: Visit, answer: Answer): Exclude<Answer, { kind: 'done' }> {
  if (answer.kind !== 'done') return answer;
  new ConsoleCookies(context, parts.publicUrl).setNotice(writeNotice(answer.notice), answer.location);
  return { kind: 'redirect', location: answer.location };
}

function sendAnswer(context: Context, reader: Reader, answer: ReturnType<typeof leadOn>): void {
  if (answer.kind === 'redirect') {
    context.set({ 'Cache-Control': 'no-store', ...answer.headers });
    context.redirect(answer.location);
    context.status = 303;
    return;
  }
  if (answer.kind === 'file') return sendFile(context, answer.reply);
  if (answer.kind === 'download') {
    context.set({ 'Cache-Control': 'no-store', 'Content-Type': answer.contentType, 'X-Accel-Buffering': 'no' });
    context.set('Content-Disposition', `attachment; filename="${answer.fileName}"`);
    context.body = answer.stream;
    return;
  }
  if (answer.kind === 'stream') {
    // nginx would gather what comes in small pieces.
    context.set({ 'Cache-Control': 'no-store', 'Content-Type': EVENT_STREAM, 'X-Accel-Buffering': 'no' });
    context.body = answer.stream;
    return;
  }
  context.status = answer.status ?? 200;
  context.vary('Accept-Language');
  context.set('Content-Language', reader.words.language);
  if (answer.kind === 'framed') {
    context.set({ ...FRAMED_HEADERS, ...answer.headers });
    context.body = renderFramed({ ...answer, words: reader.words });
    return;
  }
  context.set({ ...PAGE_HEADERS, ...answer.headers });
  const { path, querystring: query, method } = context;
  const { title, body } = answer;
  const notice = answer.notice === undefined ? reader.notice : writeNotice(answer.notice);
  context.body = renderPage({ title, body, path, query, isShownAgain: method === 'GET', ...reader, notice });
}

/** @param isFramed whether the page is shown in a frame of another */
function faultPage(fault: DomainError, { layout }: Words, isFramed = false): ReturnType<typeof leadOn> {
  const { notAllowed, notFound, tooMany } = layout.faultTitles;
  const title = { 403: notAllowed, 404: notFound, 429: tooMany }[fault.status] ?? layout.otherFault;
  const body = (
    <>
      <FaultSummary faults={faultsOfRefusal(fault)} />
      <p>
        <a href="/console">{layout.backToStart}</a>
      </p>
    </>
  );
  const answer = { title, body, status: fault.status, headers: refusalHeaders(fault) };
  return { kind: isFramed ? 'framed' : 'page', ...answer };
}

/** Postgres stores no NUL, and no person types one. */
function refuseNul(encoded: string): void {
  if (encoded.includes('%00')) throw new DomainError('INVALID_REQUEST', 'The NUL character is not allowed.');
}

/**
 * Sends a page to the login and back, and a form to its saved input; a frame only says so, since no frame shows the
 * login.
 */
async function askToLogIn(route: ConsoleRoute, visit: Visit): Promise<Answer> {
  const { isFramed = false } = route;
  const { context, parts } = visit;
  const { layout } = visit.words;
  const asked = isFramed ? (pageBefore(context, parts.publicUrl) ?? '/console') : pageOf(context, parts.publicUrl);
  const page = (await keepExpiredForm(route, visit)) ?? asked;
  const location = logInPath(page);
  if (!isFramed) return { kind: 'redirect', location };
  const body = (
    <p role="alert">
      {layout.signedOutHere}{' '}
      <a href={location} target="_top">
        {layout.signInAgain}
      </a>{' '}
      {layout.signInAgainFor}
    </p>
  );
  return { kind: 'framed', title: layout.signedOut, body, status: 401 };
}

/**
 * Handles a visit; a payment that is not found is looked up in the archive.
 * Source: docs/GAPS.md#archive
 */
async function handleOrFindInArchive(route: ConsoleRoute, visit: Visit): Promise<Answer> {
  const { instructionId } = visit.params;
  const { parts } = visit;
  try {
    return await route.handle(visit);
  } catch (fault) {
    const isMissing = fault instanceof DomainError && fault.code === 'NOT_FOUND' && instructionId !== undefined;
    if (!isMissing || !(await isArchived(parts.database, instructionId))) throw fault;
    return route.handle({ ...visit, parts: { ...parts, database: inArchive(parts.database) } });
  }
}

/** Checks access, second factor and proof, then lets the route handle the visit. */
async function handleVisit(route: ConsoleRoute, visit: Visit): Promise<Answer> {
  const { context, parts, user } = visit;
  if (!isAllowed(route.access, user)) {
    if (user === null) return askToLogIn(route, visit);
    throw refusalOf(route.access, user);
  }
  refuseNul(context.url);
  const led = await askForSecondFactor(route, visit);
  if (led !== null) return led;
  if (route.live !== undefined && isFollowed(context)) {
    const token = new ConsoleCookies(context, parts.publicUrl).login();
    const isLoggedIn = async (): Promise<boolean> =>
      token !== null && (await peekLogin(parts.database, token, parts.now())) !== null;
    return followPage({ visit, render: route.live, isLoggedIn });
  }
  if (route.method === 'get') return (await askForProof(route, visit)) ?? handleOrFindInArchive(route, visit);
  // What a mail program sends says nothing, in whatever form it sends it.
  const { form, files } = route.isSigned === true ? NO_FORM : await readForm(context, route);
  refuseNul(form.toString());
  if (route.isSigned !== true) checkFormToken(visit, form.get('form_token'));
  const sent = { ...visit, form, files };
  return (await askForProof(route, sent)) ?? handleForm(route, sent);
}

function asDomainError(raised: unknown, context: Context, parts: ConsoleParts): DomainError {
  const fault = translateFault(raised);
  if (fault instanceof DomainError) return fault;
  const status = memberOf(fault, 'status');
  if (status === 413) return new DomainError('PAYLOAD_TOO_LARGE', 'The form is too large.', { cause: fault });
  if (status === 400) return new DomainError('INVALID_REQUEST', 'The form could not be read.', { cause: fault });
  const requestId: unknown = context.state['requestId'];
  parts.log.error({ fault, requestId }, 'a page of the console failed');
  return new DomainError('INTERNAL', `Something failed on our side. Please quote ${String(requestId)}.`, {
    cause: fault,
  });
}

/** Wherever a limit refuses, its answer says when to try again and that nothing is left. Source: docs/GAPS.md#L1 */
function describeRefusal(context: Context, { services }: ConsoleParts): void {
  if (context.status !== 429) return;
  context.set({ ...services.limiter.describeAddress(context), 'X-RateLimit-Remaining': '0' });
  if (!context.res.hasHeader('Retry-After')) context.set('Retry-After', String(RETRY_AFTER_SECONDS));
}

/** Answers a request for a route of the console. */
async function runRoute(route: ConsoleRoute, context: Context, parts: ConsoleParts): Promise<void> {
  annotateRequest(context.state, { operation: route.path });
  let reader = unknownReader(context);
  try {
    const visit = await visitOf(context, parts);
    if (visit.user !== null) annotateRequest(context.state, { operation: route.path, userId: visit.user.id });
    reader = { ...visit, state: NO_STATE, notice: null };
    const answer = leadOn(visit, await handleVisit(route, visit));
    const isPage = answer.kind === 'page';
    sendAnswer(context, isPage ? { ...(await readerOf(visit)), notice: noticeFor(visit) } : reader, answer);
  } catch (fault) {
    const error = asDomainError(fault, context, parts);
    if (error.status === 403 && !isFollowed(context)) await countRefusal(parts, reader.user);
    sendAnswer(context, reader, faultPage(error, reader.words, route.isFramed));
  }
  describeRefusal(context, parts);
}

/**
 * @returns the page of one side that an address without a side means, such as `/console/payments`: on the side that the
 * visitor comes from, else on the test side; null where there is no such page
 */
function onASide(context: Context, router: Router, parts: ConsoleParts): string | null {
  if (context.method !== 'GET') return null;
  const [path = '', query = ''] = (pageBefore(context, parts.publicUrl) ?? '').split('?');
  const place = sidePath(sideOfPage(path, query), context.path.slice('/console'.length));
  return router.match(place, 'GET').route ? `${place}${context.search}` : null;
}

async function answerUnknown(context: Context, router: Router, parts: ConsoleParts): Promise<void> {
  const location = onASide(context, router, parts);
  if (location !== null) return sendAnswer(context, unknownReader(context), { kind: 'redirect', location });
  const methods = router.match(context.path, context.method).path.flatMap((layer) => layer.methods);
  const headers = { Allow: [...new Set(methods)].sort().join(', ') };
  const fault =
    methods.length === 0
      ? new DomainError('NOT_FOUND', 'There is no such page.')
      : new DomainError('METHOD_NOT_ALLOWED', 'This page does not support this method.', { headers });
  const reader = await readerOf(await visitOf(context, parts));
  sendAnswer(context, reader, faultPage(fault, reader.words));
}

/** Middleware for the console, and tracking links: server-rendered pages that work without script. */
export function createConsole(parts: ConsoleParts): Middleware {
  const router = new Router();
  registerAssets(router, CONSOLE_ASSETS);
  registerEndpoint(router, showTracking, parts.services);
  for (const route of CONSOLE_ROUTES)
    router[route.method](route.path, (context: Context) => runRoute(route, context, parts));
  const routes = router.routes();
  return async (context, next) => {
    // Requests of the API, which are far more, are not matched with every page.
    if (!isPagePath(context.path)) return void (await next());
    await routes(context as Parameters<typeof routes>[0], () => answerUnknown(context, router, parts));
    if (context.body !== undefined || context.status !== 404) context.state['answered'] = true;
  };
}
