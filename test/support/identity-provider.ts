import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { closeAtEnd } from './closing';

/** A person as the provider knows them. */
export interface ProvidersPerson {
  subject: string;
  email?: string | undefined;
  isVerified?: boolean;
  /** How the provider has made sure of them, claim `amr`. */
  methods?: string[];
  /** Claim `groups`. */
  groups?: string[];
  /** When they logged in there, in seconds of Unix; now by default. */
  since?: number;
}

/** A real OpenID Connect provider on this machine. */
export interface TestProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Puts somebody before the provider, or nobody: then it refuses. */
  seat(person: ProvidersPerson | null): Promise<void>;
  /** Does what a browser does there. @returns the address at which it comes back to us */
  visit(address: string): Promise<URL>;
  /** Done after the file's tests at the latest. */
  stop(): Promise<void>;
}

const MAX_STEPS = 10;

/** Follows the provider from page to page, with its cookies, until it sends the browser away. */
async function follow(issuer: string, address: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let place = new URL(address);
  for (let step = 0; place.origin === issuer && step < MAX_STEPS; step += 1) {
    const header = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(place, { redirect: 'manual', headers: { Cookie: header } });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = answer.headers.get('Location');
    if (location === null) throw new Error(`the provider answers ${answer.status}: ${await answer.text()}`);
    place = new URL(location, place);
  }
  return place;
}

/** @param redirectUri where the provider sends people back to */
export async function startIdentityProvider(redirectUri: string): Promise<TestProvider> {
  const child = fork(path.join(__dirname, 'provider-process.mjs'), [redirectUri], {
    execArgv: [],
    // It warns at length that it is not set up for production.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const stop = closeAtEnd(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.disconnect();
    await ended;
  });
  const issuer = await new Promise<string>((resolve, reject) => {
    child.once('message', (address: string) => resolve(address));
    child.once('exit', (code) => reject(new Error(`the provider ended with ${String(code)}`)));
  });
  return {
    issuer,
    clientId: 'corridor',
    clientSecret: 'provider-client-secret',
    async seat(person) {
      await fetch(`${issuer}/person`, { method: 'POST', body: JSON.stringify(person) });
    },
    visit: (address) => follow(issuer, address),
    stop,
  };
}
