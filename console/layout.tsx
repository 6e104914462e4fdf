import type { VNode } from 'preact';
import { ownAsset, SHARED_ASSETS } from '../api/assets';
import { Brand, PageHead, renderDocument, SearchField, SkipLink } from '../api/shell';
import { NOTED_REFUSALS } from '../domain/auth/logins';
import type { User } from '../domain/auth/users';
import { Navigation, sideOfPage, SideSwitch } from './navigation';
import { useNotice } from './notices';
import { sidePath } from './sides';
import { Hidden, Moment, Notice } from './parts';
import { LANGUAGE_TAGS, LANGUAGES } from '../domain/auth/languages';
import { inWords, useWords, type Words } from './words/use-words';

export interface PageParts {
  title: string;
  body: VNode;
  user: User | null;
  path: string;
  /** What follows `?` in the address. */
  query: string;
  formToken: string;
  /** Whether its address shows it again; the answer to a form may be all there is of a secret. */
  isShownAgain: boolean;
  /** The language of its reader. */
  words: Words;
  state?: ShellState;
  /** What was just done, as `writeNotice` has it. */
  notice?: string | null;
}

/** What the pages of the console load beside the shared files. */
export const CONSOLE_ASSETS = { script: ownAsset(__dirname, '/console/assets/console.js') };

function Head({ title, isFramed = false }: { title: string; isFramed?: boolean }): VNode {
  return (
    <PageHead title={title} isFramed={isFramed}>
      {!isFramed && <script src={SHARED_ASSETS.searchKeys.address} defer />}
      {!isFramed && <script src={CONSOLE_ASSETS.script.address} defer />}
    </PageHead>
  );
}

function Top({ user, path, query, formToken, words: { layout } }: PageParts): VNode {
  return (
    <header>
      <Brand href="/console" />
      {user !== null && (
        <>
          <span class="account">{user.accountName ?? user.partner?.name ?? layout.operations}</span>
          <SideSwitch user={user} path={path} query={query} />
          {user.role !== 'partner' && <Search user={user} path={path} query={query} />}
          <form class="who" method="post" action="/console/logout">
            <span>{user.email}</span>
            <Hidden name="form_token" value={formToken} />
            <button class="quiet small">{layout.signOut}</button>
          </form>
          <a class="menu" href="#navigation">
            {layout.menu}
          </a>
        </>
      )}
    </header>
  );
}

/** Finds a thing from every page. */
function Search({ user, path, query }: { user: User; path: string; query: string }): VNode {
  const { layout } = useWords();
  const isOperator = user.role === 'operator';
  const action = isOperator ? '/console/operator/search' : sidePath(sideOfPage(path, query), '/search');
  const label = isOperator ? 'Find an id, reference or name' : layout.find;
  return <SearchField action={action} label={label} purpose={layout.everything} />;
}

/** What every page says of what waits. */
export interface ShellState {
  /** What the reader may decide, by the address of the place. */
  counts: Readonly<Record<string, number>>;
  /** Since when work for the account is late; null where it goes on. */
  delayedSince: Date | null;
}

export const NO_STATE: ShellState = { counts: {}, delayedSince: null };

function Delayed({ since }: { since: Date }): VNode {
  return (
    <Notice tone="wait">
      <p>{useWords().layout.delayed({ since: <Moment at={since} /> })}</p>
    </Notice>
  );
}

/** Notice of refused sign-ins, which may have been another person's. */
function Refused({ count }: { count: number }): VNode {
  const { layout } = useWords();
  return (
    <Notice tone="wait">
      {layout.refusedBefore({ count })}
      <a href="/console/password">{layout.changePassword}</a>.
    </Notice>
  );
}

/** Buttons for the languages, each in its own name. */
function Languages({ formToken, words }: Pick<PageParts, 'formToken' | 'words'>): VNode {
  return (
    <footer>
      <form class="languages" method="post" action="/console/language" aria-label={words.layout.language}>
        <Hidden name="form_token" value={formToken} />
        {LANGUAGE_TAGS.map((tag) => (
          <button
            key={tag}
            class="quiet small"
            name="language"
            value={tag}
            lang={tag}
            aria-current={tag === words.language ? 'true' : undefined}
          >
            {LANGUAGES[tag]}
          </button>
        ))}
      </form>
    </footer>
  );
}

/** Notice of the act that was just done, on the page it led to; null if there is none. */
function Done({ notice }: { notice: string | null }): VNode | null {
  const text = useNotice(notice);
  if (text === null) return null;
  return (
    <Notice tone="good" id="done">
      <p>{text}</p>
    </Notice>
  );
}

/** The HTML document of a frame within a page. */
export function renderFramed({ title, body, words }: Pick<PageParts, 'title' | 'body' | 'words'>): string {
  const page = (
    <html lang={words.language}>
      <Head title={title} isFramed />
      <body class="framed">
        <main>{body}</main>
      </body>
    </html>
  );
  return renderDocument(inWords(words, page));
}

/** The complete HTML document of a page. */
export function renderPage(parts: PageParts): string {
  const { title, body, user, path, query, isShownAgain, words, state = NO_STATE, notice = null } = parts;
  const { layout, language } = words;
  const page = (
    <html lang={language}>
      <Head title={title} />
      <body
        class={user === null ? 'alone' : user.role === 'operator' ? 'compact' : undefined}
        data-words={JSON.stringify(layout.script)}
      >
        <SkipLink>{layout.skip}</SkipLink>
        <Top {...parts} />
        {user !== null && <Navigation {...{ user, path, query }} counts={state.counts} />}
        <main id="main" tabindex={-1}>
          <h1>{title}</h1>
          {user !== null && user.refusedBefore >= NOTED_REFUSALS.least && <Refused count={user.refusedBefore} />}
          {state.delayedSince !== null && <Delayed since={state.delayedSince} />}
          <Done notice={notice} />
          {body}
          {isShownAgain && user !== null && user.accountId !== null && <Languages {...parts} />}
        </main>
      </body>
    </html>
  );
  return renderDocument(inWords(words, page));
}
