import { renderToString } from 'preact-render-to-string';
import type { VNode } from 'preact';
import { NOTED_REFUSALS } from '../domain/auth/logins';
import type { User } from '../domain/auth/users';
import { Navigation, sideOfPage, SideSwitch } from './navigation';
import { sidePath } from './sides';
import { Hidden, Notice } from './parts';

export interface PageParts {
  title: string;
  body: VNode;
  user: User | null;
  path: string;
  /** What follows `?` in the address. */
  query: string;
  formToken: string;
  /** Payments that are held for a compliance review; for operators, whose menu shows it. */
  held?: number;
}

function Head({ title, isFramed = false }: { title: string; isFramed?: boolean }): VNode {
  return (
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <title>{`${title} · Corridor`}</title>
      <link rel="stylesheet" href="/console/assets/console.css" />
      {!isFramed && <link rel="icon" href="/console/assets/icon.svg" type="image/svg+xml" />}
      {!isFramed && <script src="/console/assets/console.js" defer />}
    </head>
  );
}

function Top({ user, path, query, formToken }: PageParts): VNode {
  return (
    <header>
      <a class="brand" href="/console">
        Corridor
      </a>
      {user !== null && (
        <>
          <span class="account">{user.accountName ?? user.partner?.name ?? 'Operations'}</span>
          <SideSwitch user={user} path={path} query={query} />
          {user.role !== 'partner' && <SearchField user={user} path={path} query={query} />}
          <form class="who" method="post" action="/console/logout">
            <span>{user.email}</span>
            <Hidden name="form_token" value={formToken} />
            <button class="quiet small">Sign out</button>
          </form>
          <a class="menu" href="#navigation">
            Menu
          </a>
        </>
      )}
    </header>
  );
}

/** Finds a thing from every page; `/` leads there. */
function SearchField({ user, path, query }: { user: User; path: string; query: string }): VNode {
  const isOperator = user.role === 'operator';
  const action = isOperator ? '/console/operator/search' : sidePath(sideOfPage(path, query), '/search');
  const label = isOperator ? 'Find an id, reference or name' : 'Find an id, reference, amount, payee';
  return (
    <form class="search" method="get" action={action} role="search" aria-label="Everything">
      <input type="search" name="q" aria-label={label} placeholder={label} maxLength={200} />
    </form>
  );
}

/** Tells a person of attempts that were perhaps another person's. */
function Refused({ count }: { count: number }): VNode {
  return (
    <Notice tone="wait">
      {`Before you signed in, ${count} attempts with a wrong password or code were refused. If they were not yours, `}
      <a href="/console/password">change the password</a>.
    </Notice>
  );
}

/** @returns the HTML document of what stands in a frame of a page */
export function renderFramed({ title, body }: Pick<PageParts, 'title' | 'body'>): string {
  const page = (
    <html lang="en">
      <Head title={title} isFramed />
      <body class="framed">
        <main>{body}</main>
      </body>
    </html>
  );
  return `<!doctype html>${renderToString(page)}`;
}

/** @returns the whole HTML document of a page */
export function renderPage(parts: PageParts): string {
  const { title, body, user, path, query, held = 0 } = parts;
  const page = (
    <html lang="en">
      <Head title={title} />
      <body class={user === null ? 'alone' : undefined}>
        <a class="skip" href="#main">
          Skip to the content
        </a>
        <Top {...parts} />
        {user !== null && <Navigation {...{ user, path, query, held }} />}
        <main id="main" tabindex={-1}>
          <h1>{title}</h1>
          {user !== null && user.refusedBefore >= NOTED_REFUSALS.least && <Refused count={user.refusedBefore} />}
          {body}
        </main>
      </body>
    </html>
  );
  return `<!doctype html>${renderToString(page)}`;
}
