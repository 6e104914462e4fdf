import { renderToString } from 'preact-render-to-string';
import type { VNode } from 'preact';
import type { User } from '../domain/auth/users';

interface Place {
  path: string;
  name: string;
}

const ACCOUNT_PLACES: readonly Place[] = [
  { path: '/console/keys', name: 'API keys' },
  { path: '/console/audit', name: 'Audit log' },
  { path: '/console/password', name: 'Password' },
];
const OPERATOR_PLACES: readonly Place[] = [
  { path: '/console/operator', name: 'Operations' },
  { path: '/console/audit', name: 'Audit log' },
  { path: '/console/password', name: 'Password' },
];

function Navigation({ user, path, formToken }: { user: User; path: string; formToken: string }): VNode {
  const places = user.role === 'operator' ? OPERATOR_PLACES : ACCOUNT_PLACES;
  return (
    <nav aria-label="Console">
      <ul>
        {places.map((place) => (
          <li key={place.path}>
            <a href={place.path} aria-current={path.startsWith(place.path) ? 'page' : undefined}>
              {place.name}
            </a>
          </li>
        ))}
      </ul>
      <form method="post" action="/console/logout">
        <span class="who">{user.email}</span>
        <input type="hidden" name="form_token" value={formToken} />
        <button class="quiet">Sign out</button>
      </form>
    </nav>
  );
}

export interface PageParts {
  title: string;
  body: VNode;
  user: User | null;
  path: string;
  formToken: string;
}

/** @returns the whole HTML document of a page */
export function renderPage({ title, body, user, path, formToken }: PageParts): string {
  const page = (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${title} · Corridor`}</title>
        <link rel="stylesheet" href="/console/assets/console.css" />
        <link rel="icon" href="/console/assets/icon.svg" type="image/svg+xml" />
        <script src="/console/assets/console.js" defer />
      </head>
      <body>
        <a class="skip" href="#main">
          Skip to the content
        </a>
        <header>
          <a class="brand" href="/console">
            Corridor
          </a>
          {user?.accountName !== undefined && user?.accountName !== null && (
            <span class="account">{user.accountName}</span>
          )}
          {user !== null && <Navigation user={user} path={path} formToken={formToken} />}
        </header>
        <main id="main" tabindex={-1}>
          <h1>{title}</h1>
          {body}
        </main>
      </body>
    </html>
  );
  return `<!doctype html>${renderToString(page)}`;
}
