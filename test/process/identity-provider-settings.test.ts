import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readSecretFiles } from '../../process/environment';
import { readIdentityProvider } from '../../process/identity-provider-settings';

const GIVEN = { OIDC_ISSUER: 'https://id.example.com/realm', OIDC_CLIENT_ID: 'corridor', OIDC_CLIENT_SECRET: 'shh' };

describe('settings of the identity provider', () => {
  it('are off unless they are set', () => {
    expect(readIdentityProvider({})).toBeNull();
    expect(readIdentityProvider({ OIDC_ISSUER: '', OIDC_CLIENT_ID: '', OIDC_CLIENT_SECRET: '' })).toBeNull();
  });

  it('name the provider by its host, or as they say', () => {
    const known = { issuer: GIVEN.OIDC_ISSUER, clientId: 'corridor', clientSecret: 'shh', allowsHttp: false };
    const settings = { ...known, groupsClaim: 'groups', operatorGroups: [] };
    expect(readIdentityProvider(GIVEN)).toEqual({ ...settings, name: 'id.example.com' });
    expect(readIdentityProvider({ ...GIVEN, OIDC_NAME: 'Acme' })).toEqual({ ...settings, name: 'Acme' });
  });

  it('name the claim of groups, and the groups of operators', () => {
    const set = { OIDC_GROUPS_CLAIM: 'roles', OIDC_OPERATOR_GROUPS: 'corridor ops, corridor-admins' };
    const expected = { groupsClaim: 'roles', operatorGroups: ['corridor ops', 'corridor-admins'] };
    expect(readIdentityProvider({ ...GIVEN, ...set })).toMatchObject(expected);
  });

  it('take the secret from a file', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'corridor-oidc-'));
    writeFileSync(path.join(folder, 'secret'), 'from a file\n');
    const environment = { ...GIVEN, OIDC_CLIENT_SECRET: '', OIDC_CLIENT_SECRET_FILE: path.join(folder, 'secret') };
    readSecretFiles(environment);
    rmSync(folder, { recursive: true });
    expect(readIdentityProvider(environment)?.clientSecret).toBe('from a file');
  });

  it('are refused in part, and so is an issuer without TLS, but for one on this machine in development', () => {
    expect(() => readIdentityProvider({ ...GIVEN, OIDC_CLIENT_SECRET: '' })).toThrow('together, or none of them');
    const here = { ...GIVEN, OIDC_ISSUER: 'http://127.0.0.1:4000' };
    expect(() => readIdentityProvider(here)).toThrow('OIDC_ISSUER must be an https address');
    expect(readIdentityProvider({ ...here, OIDC_ALLOW_HTTP: 'true' })?.allowsHttp).toBe(true);
    const there = { ...GIVEN, OIDC_ISSUER: 'http://id.example.com', OIDC_ALLOW_HTTP: 'true' };
    expect(() => readIdentityProvider(there)).toThrow('OIDC_ISSUER must be an https address');
  });
});
