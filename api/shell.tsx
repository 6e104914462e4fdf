import type { ComponentChildren, VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { SHARED_ASSETS } from './assets';

/** The head of every page for people. */
export function PageHead(parts: {
  title: string;
  /** Whether a page of ours shows it in a frame: it has no icon then. */
  isFramed?: boolean;
  children?: ComponentChildren;
}): VNode {
  const { title, isFramed = false, children } = parts;
  return (
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <title>{`${title} · Corridor`}</title>
      <link rel="preload" href={SHARED_ASSETS.latin.address} as="font" type="font/woff2" crossorigin="anonymous" />
      <link rel="stylesheet" href={SHARED_ASSETS.style.address} />
      {!isFramed && <link rel="icon" href={SHARED_ASSETS.icon.address} type="image/svg+xml" />}
      {children}
    </head>
  );
}

/** The mark and the name, at the left of every page's head. */
export function Brand({ href = '/' }: { href?: string }): VNode {
  return (
    <a class="brand" href={href}>
      <img src={SHARED_ASSETS.icon.address} alt="" width={22} height={22} />
      Corridor
    </a>
  );
}

/** Finds a thing or a page; `/` and Ctrl-K lead there. */
export function SearchField(parts: { action: string; label: string; purpose: string; text?: string }): VNode {
  const { action, label, purpose, text } = parts;
  return (
    <form class="search" method="get" action={action} role="search" aria-label={purpose}>
      <input
        type="search"
        name="q"
        aria-label={label}
        placeholder={label}
        maxLength={200}
        value={text}
        autofocus={text === ''}
      />
    </form>
  );
}

const SEARCH = { action: '/docs/search', label: 'Search the documentation', purpose: 'Documentation' } as const;

const PLACES: readonly (readonly [path: string, name: string])[] = [
  ['/docs/guides', 'Guides'],
  ['/docs', 'Reference'],
  ['/docs/errors', 'Errors'],
  ['/openapi.json', 'openapi.json'],
  ['/console', 'Console'],
];

/**
 * The header of pages that are no part of the console.
 * @param parts.place the link that leads to the page, or to the list that it is in
 * @param parts.text what was looked for
 * @param parts.hasMenu whether there are places beside the page
 */
function SiteHeader(parts: { place?: string; text?: string; hasMenu?: boolean; children?: ComponentChildren }): VNode {
  const { place, text, hasMenu = false, children } = parts;
  return (
    <header>
      <Brand />
      {children}
      <nav aria-label="Corridor">
        {PLACES.map(([path, name]) => (
          <a
            key={path}
            class={path === '/openapi.json' ? 'extra' : undefined}
            href={path}
            aria-current={path === place ? 'page' : undefined}
          >
            {name}
          </a>
        ))}
      </nav>
      <SearchField {...SEARCH} {...(text === undefined ? {} : { text })} />
      {hasMenu && (
        <a class="menu" href="#navigation">
          Menu
        </a>
      )}
    </header>
  );
}

/** The way to the content for who goes through a page by the keyboard. */
export function SkipLink({ children = 'Skip to content' }: { children?: ComponentChildren }): VNode {
  return (
    <a class="skip" href="#main">
      {children}
    </a>
  );
}

type HeaderParts = Parameters<typeof SiteHeader>[0];

/** A page outside the console that leads to the documentation and its search; it needs no script. */
export function SitePage(parts: {
  title: string;
  header?: HeaderParts;
  /** What else is in its head. */
  head?: ComponentChildren;
  /** What stands between the header and the content; a page without is narrow. */
  navigation?: VNode;
  children: ComponentChildren;
}): VNode {
  const { title, header = {}, head, navigation, children } = parts;
  return (
    <html lang="en">
      <PageHead title={title}>
        {head}
        <script src={SHARED_ASSETS.searchKeys.address} defer />
      </PageHead>
      <body class={navigation === undefined ? 'alone' : undefined}>
        <SkipLink />
        <SiteHeader {...header} hasMenu={navigation !== undefined} />
        {navigation}
        <main id="main" tabindex={-1}>
          {children}
        </main>
      </body>
    </html>
  );
}

/** @returns the HTML document of a page */
export function renderDocument(page: VNode): string {
  return `<!doctype html>${renderToString(page)}`;
}
