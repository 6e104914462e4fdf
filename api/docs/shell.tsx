import type { VNode } from 'preact';
import type { KeyHolder } from '../access';
import type { Asset } from '../assets';
import { renderDocument, SitePage } from '../shell';
import { DOCS_SCRIPTS } from './assets';
import { GUIDE_GROUPS, guidePath, titleOf } from './guides';
import { renderText, sectionsOf, summaryOf, type Section } from './markdown';

export interface DocPage {
  title: string;
  /** In Markdown; its first line is the heading of the page. */
  text: string;
  /** Path of the page, which the navigation marks. */
  path: string;
  /** The link of the header that leads to it. */
  place: string;
  /** The pages beside it: the guides by default. */
  groups?: readonly PageGroup[];
  /** Whose key its samples have: a client's by default. */
  keyHolder?: KeyHolder;
  /** What stands below the text, and the script that it needs. */
  after?: VNode;
  script?: Asset;
}

/** Pages under one title, in the navigation. */
interface PageGroup {
  title: string;
  links: readonly { path: string; title: string }[];
}

/** Fewer sections are seen at a glance. */
const MIN_LISTED_SECTIONS = 3;

const GROUPS = Object.entries(GUIDE_GROUPS).map(([title, names]) => ({
  title,
  links: names.map((name) => ({ path: guidePath(name), title: titleOf(name) })),
}));
const LINKS = GROUPS.flatMap(({ links }) => links);

/** The pages beside each page of the documentation. */
export function Places({
  shown,
  groups = GROUPS,
}: {
  shown: string;
  groups?: readonly PageGroup[] | undefined;
}): VNode {
  return (
    <nav id="navigation" aria-label="Documentation" tabindex={-1}>
      {groups.map(({ title, links }, index) => (
        <div class="group" key={title}>
          <p id={`group-${index}`}>{title}</p>
          <ul aria-labelledby={`group-${index}`}>
            {links.map(({ path, title: name }) => (
              <li key={path}>
                <a href={path} aria-current={path === shown ? 'page' : undefined}>
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
      <a class="close" href="#main">
        Close
      </a>
    </nav>
  );
}

function OnThisPage({ sections }: { sections: readonly Section[] }): VNode | null {
  if (sections.length < MIN_LISTED_SECTIONS) return null;
  return (
    <nav class="contents" aria-labelledby="contents">
      <p id="contents">On this page</p>
      <ul>
        {sections.map(({ title, anchor }) => (
          <li key={anchor}>
            <a href={`#${anchor}`}>{title}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Variables in which samples have the key of the reader. */
const KEY_VARIABLE = /\$(?:AUTH|CORRIDOR_API_KEY)\b/;

const WHERE_TO_GET_A_KEY: Readonly<Record<KeyHolder, VNode>> = {
  client: (
    <>
      Create a test key in the console, under <a href="/console/keys">API keys</a>; on your own machine{' '}
      <code>npm start</code> prints one.
    </>
  ),
  partner: <>It is the key of a partner, which an operator of this service gives.</>,
  operator: (
    <>
      It is the key of an operator; operators get theirs in the console, under{' '}
      <a href="/console/operator/keys">Your keys</a>.
    </>
  ),
};

/** Keys are shown once, when they are made: samples cannot hold the reader's own. */
function WhereToGetAKey({ holder }: { holder: KeyHolder }): VNode {
  return <p class="hint">The samples read your key from a variable. {WHERE_TO_GET_A_KEY[holder]}</p>;
}

/** A link to the guide after this one; null after the last. */
function NextGuide({ shown }: { shown: string }): VNode | null {
  const at = LINKS.findIndex(({ path }) => path === shown);
  const next = at < 0 ? undefined : LINKS[at + 1];
  if (next === undefined) return null;
  return (
    <footer>
      Next: <a href={next.path}>{next.title}</a>
    </footer>
  );
}

/** One page of the documentation as HTML, without other hosts. */
export function docPage({ title, text, path, place, groups, keyHolder = 'client', after, script }: DocPage): string {
  const { heading, html } = renderText(text);
  const [, ...sections] = sectionsOf(text);
  const head = (
    <>
      <meta name="description" content={summaryOf(text)} />
      {html.includes('<pre') && <script src={DOCS_SCRIPTS.copyCode.address} defer />}
      {script !== undefined && <script src={script.address} defer />}
    </>
  );
  return renderDocument(
    <SitePage title={title} header={{ place }} head={head} navigation={<Places shown={path} groups={groups} />}>
      <article class="guide">
        <div dangerouslySetInnerHTML={{ __html: heading }} />
        <OnThisPage sections={sections} />
        {KEY_VARIABLE.test(text) && <WhereToGetAKey holder={keyHolder} />}
        <div dangerouslySetInnerHTML={{ __html: html }} />
        {after}
        <NextGuide shown={path} />
      </article>
    </SitePage>,
  );
}
