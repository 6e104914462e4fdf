/**
 * A real OpenID Connect provider as a process of its own, since its package is loaded as an ECMAScript module only. Whoever
 * comes is logged in as the person who was put before it by `POST /person`; nobody there means a refusal.
 *
 *     node provider-process.mjs <redirect URI>
 */
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import Provider from 'oidc-provider';

const [redirectUri] = process.argv.slice(2);
/** @type {Map<string, {subject: string, email?: string, isVerified?: boolean, methods?: string[], since?: number, groups?: string[]}>} */
const people = new Map();
/** @type {string|null} */
let present = null;

/** @type {import('oidc-provider').Configuration} */
const CONFIGURATION = {
  clients: [{ client_id: 'corridor', client_secret: 'provider-client-secret', redirect_uris: [redirectUri] }],
  claims: { openid: ['sub', 'amr'], email: ['email', 'email_verified', 'groups'] },
  pkce: { required: () => true },
  cookies: { keys: ['kept for this process alone'] },
  features: { devInteractions: { enabled: false } },
  interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
  async findAccount(_context, id) {
    const { email, isVerified, groups } = people.get(id) ?? {};
    return { accountId: id, claims: async () => ({ sub: id, email, email_verified: isVerified, groups }) };
  },
  async loadExistingGrant({ oidc }) {
    const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
    grant.addOIDCScope('openid email');
    await grant.save();
    return grant;
  },
};

const server = createServer();
server.listen(0, '127.0.0.1', () => {
  const issuer = `http://127.0.0.1:${server.address().port}`;
  const provider = new Provider(issuer, CONFIGURATION);
  const answer = provider.callback();
  const finish = (request, response) => {
    const { methods, since } = people.get(present) ?? {};
    const refused = { error: 'access_denied', error_description: 'nobody is there' };
    const more = { ...(methods === undefined ? {} : { amr: methods }), ...(since === undefined ? {} : { ts: since }) };
    const login = { login: { accountId: present, remember: false, ...more } };
    return provider.interactionFinished(request, response, present === null ? refused : login);
  };
  server.on('request', async (request, response) => {
    if (request.url === '/person') {
      const person = await json(request);
      if (person !== null) people.set(person.subject, person);
      present = person?.subject ?? null;
      response.writeHead(204).end();
    } else if (request.url.startsWith('/interaction/')) await finish(request, response);
    else answer(request, response);
  });
  process.send(issuer);
});
process.on('disconnect', () => process.exit(0));
