import { SHARED_ASSETS } from '../../api/assets';
import { CONSOLE_ASSETS } from '../../console/layout';
import { noticesOffLabel } from '../../domain/auth/notices';
import { CONSOLE_ROUTES } from '../../console/routes';
import { isForOperators, type ConsoleRoute } from '../../console/route';
import { keepForm } from '../../db/auth/kept-forms';
import { prepareSecondFactor } from '../../db/auth/second-factors';
import { describeInBrowser } from '../support/browser';
import { openConsole, sentBytes, type ConsoleBrowser } from '../support/console-browser';
import { furnish, OPERATOR, OWNER, PARTNER_PERSON, PASSWORD, type Furnished } from '../support/console-places';
import { startScriptedServer, type ScriptedServer } from '../support/http-server';
import { startStack, type Stack } from '../support/stack';

/** Most bytes of a page with all that it loads, as they are sent. Source: the console weighs little on a slow line */
const MAX_PAGE_BYTES = 60_000;
/** Where more stands on one page: all calendars, which people look for by name; the longest form, with names of countries. */
const LONG_PAGES: Readonly<Record<string, number>> = {
  '/console/operator/calendars': 100_000,
  '/console/test/documents/new/commercial_invoice': 75_000,
};
const NETWORK = '/console/operator/network';

/** Routes that answer with a file, with another page, or with a part of one: nobody looks at them. */
const NO_PAGES = [
  /\/download$/,
  /\/logo$/,
  /\/file$/,
  /\/documents\/new\/:type\/(rows|preview)$/,
  /\/payments\/new\/preview$/,
  /^\/console$/,
  /\/login\/provider\/callback$/,
  // An open link leads there, which is not that of the invitation.
  /\/choose-password$/,
];

interface Place {
  path: string;
  status: number;
}

describeInBrowser('every page of the console', () => {
  let stack: Stack;
  let rooms: Furnished;
  let browser: ConsoleBrowser;
  let receiver: ScriptedServer;
  let assetBytes = 0;

  beforeAll(async () => {
    // Nobody listens there: the page says that the provider is away.
    const away = { issuer: 'http://127.0.0.1:9', clientId: 'corridor', clientSecret: 'secret', name: 'Acme Login' };
    receiver = await startScriptedServer(() => ({ status: 500, body: { said: 'no' } }));
    const webhookTrustedOrigins = [receiver.url];
    stack = await startStack({
      documents: true,
      webhookTrustedOrigins,
      identityProvider: { ...away, groupsClaim: 'groups', operatorGroups: [], allowsHttp: true },
    });
    rooms = await furnish(stack, `${receiver.url}/hook`);
    browser = await openConsole(stack.baseUrl);
    const { style, searchKeys, icon } = SHARED_ASSETS;
    for (const { address } of [style, searchKeys, icon, CONSOLE_ASSETS.script])
      assetBytes += await sentBytes(stack.baseUrl + address);
  });

  /** The page of a route with ids of the furnished account. */
  function placeOf({ path }: ConsoleRoute): Place {
    const statuses: Record<string, number> = { '/console/login/code': 200 };
    const ids: Readonly<Record<string, string>> = {
      keyId: rooms.keyId,
      deliveryId: rooms.deliveryId,
      documentId: rooms.documentId,
      shipmentId: rooms.shipmentId,
      beneficiaryId: rooms.beneficiaryId,
      partnerId: rooms.partnerId,
      type: 'commercial_invoice',
      userId: rooms.ownerId,
      webhookId: rooms.webhookId,
      batchId: rooms.batchId,
      bulkDecisionId: rooms.bulkDecisionId,
      caseId: rooms.caseId,
      flagId: rooms.flagId,
      requestId: rooms.requestId,
      instructionId: path.includes('/recall') ? rooms.settledId : rooms.instructionId,
      code: '610910',
      kind: 'routes',
      mailCode: stack.services.vault.derive(noticesOffLabel(rooms.ownerId)).toString('base64url'),
      act: 'disable',
      calendarId: 'TARGET',
      id: idOf(path),
    };
    const queries: Record<string, string> = {
      '/console/test/tariffs': '?query=shirts',
      '/console/test/tariffs/calculate': '?hsCode=610910&origin=VN&destination=US&value=10000&currency=USD',
      '/console/test/tariffs/compare': '?hsCode=610910&origin=VN&value=10000&currency=USD&destinations=US%2C+GB%2C+BR',
      '/console/operator/search': `?q=${encodeURIComponent('Nordic Clearing')}`,
      '/console/operator/calendars/:calendarId/open': '?date=2026-12-25',
      '/console/operator/settlements': `?partner=${rooms.partnerId}&date=${new Date().toISOString().slice(0, 10)}`,
    };
    const filled = path.replace(/:(\w+)/g, (_all, name: string) => ids[name] ?? `no-example-of-${name}`);
    return { path: `${filled}${queries[path] ?? ''}`, status: statuses[path] ?? 200 };
  }

  function idOf(path: string): string {
    if (path.startsWith('/console/operator/statements')) return rooms.statementId;
    return path.startsWith(`${NETWORK}/partners`) ? rooms.partnerId : rooms.routeId;
  }

  /** The live side is empty: what has an id is on the test side. */
  const isSeen = ({ method, path }: ConsoleRoute): boolean =>
    method === 'get' &&
    !NO_PAGES.some((pattern) => pattern.test(path)) &&
    !(path.startsWith('/console/live') && path.includes(':')) &&
    !/^\/console\/(kept-form|login\/code|security\/(?!mail))/.test(path);

  function placesOf(isMine: (route: ConsoleRoute) => boolean): Place[] {
    return CONSOLE_ROUTES.filter((route) => isSeen(route) && isMine(route)).map(placeOf);
  }

  /** @returns what is wrong with the page, in words that name it */
  async function faultsOf({ path, status }: Place): Promise<string[]> {
    const answer = await browser.page.goto(`${stack.baseUrl}${path}`);
    const bytes = Buffer.byteLength((await answer?.text()) ?? '') + assetBytes;
    const policy = answer?.headers()['content-security-policy'] ?? '';
    return [
      ...(answer?.status() === status ? [] : [`${path} answers ${answer?.status()}`]),
      ...(bytes <= (LONG_PAGES[path] ?? MAX_PAGE_BYTES) ? [] : [`${path} has ${bytes} bytes`]),
      ...(policy.startsWith("default-src 'none'") && !policy.includes('unsafe') ? [] : [`${path} has ${policy}`]),
      ...(await browser.look(path)),
      ...browser.complaints.splice(0).map((complaint) => `${path} ${complaint}`),
    ];
  }

  async function openLink(token: string): Promise<void> {
    await browser.go('/console/login');
    await Promise.all([
      browser.page.waitForResponse((answer) => answer.request().method() === 'POST'),
      browser.go(`/console/link#${token}`),
    ]);
    await browser.page.waitForSelector('form[action="/console/join"], form[action="/console/choose-password"]');
  }

  async function lookAt(places: readonly Place[]): Promise<string[]> {
    const faults: string[] = [];
    for (const place of places) faults.push(...(await faultsOf(place)));
    return faults;
  }

  const anonymous = (route: ConsoleRoute): boolean => route.access === 'anyone';
  const operators = ({ access }: ConsoleRoute): boolean => isForOperators(access);

  it('can be used by everybody before anybody logs in, and so can the public ones', async () => {
    await openLink(rooms.invitationToken);
    expect(await lookAt(placesOf(anonymous))).toEqual([]);
    await openLink(rooms.passwordToken);
    const more: Place[] = [
      { path: '/console/choose-password', status: 200 },
      { path: '/console/nope', status: 404 },
      { path: rooms.trackingPath, status: 200 },
      { path: '/track/trk_00000000000000000000000000', status: 404 },
      { path: `/verify/${rooms.documentId}`, status: 404 },
      { path: '/nothing-here', status: 404 },
    ];
    expect(await lookAt(more)).toEqual([]);
  });

  it('can be used by everybody in an account, full and empty', async () => {
    await browser.logIn(OWNER, PASSWORD);
    const { database, vault } = stack;
    await prepareSecondFactor(database, vault, rooms.ownerId, Buffer.alloc(20, 1));
    const token = (await browser.page.cookies()).find(({ name }) => name === 'corridor_login')?.value ?? '';
    const fields: [string, string][] = [['email', 'a@example.com']];
    const form = { action: '/console/members', page: '/console/members', fields };
    const kept = await keepForm(database, vault, { token, form, now: new Date() });
    const more: Place[] = [
      { path: '/console/security/second-factor', status: 200 },
      { path: `/console/kept-form/${kept ?? ''}`, status: 200 },
      { path: '/console/operator', status: 403 },
      { path: '/console/test/payments?currency=DOLLARS&fromDate=2026-02-31', status: 400 },
    ];
    const mine = (route: ConsoleRoute): boolean => !anonymous(route) && !operators(route) && route.access !== 'partner';
    expect(await lookAt([...placesOf(mine), ...more])).toEqual([]);
  });

  it('can be used by every person of a partner', async () => {
    await browser.page.deleteCookie(...(await browser.page.cookies()));
    await browser.logIn(PARTNER_PERSON, PASSWORD);
    const date = new Date().toISOString().slice(0, 10);
    const more = [
      { path: `/console/partner/settlements?date=${date}`, status: 200 },
      { path: '/console/partner/instructions?status=none', status: 400 },
    ];
    expect(await lookAt([...placesOf(({ access }) => access === 'partner'), ...more])).toEqual([]);
  });

  it('can be used by every operator', async () => {
    await browser.press('header form button');
    await browser.logIn(OPERATOR, PASSWORD);
    const { database, vault } = stack;
    await prepareSecondFactor(database, vault, rooms.operatorId, Buffer.alloc(20, 2));
    await database.query('update second_factors set confirmed_at = now() where user_id = $1', [rooms.operatorId]);
    const security = ['', '/recovery-codes', '/turn-off'].map((path) => `/console/security${path}`);
    const more = security.map((path) => ({ path, status: 200 }));
    expect(await lookAt([...placesOf(operators), ...more])).toEqual([]);
    await browser.press('header form button');
    await browser.logIn(OPERATOR, PASSWORD);
    expect(await lookAt([{ path: '/console/login/code', status: 200 }])).toEqual([]);
  });
});
