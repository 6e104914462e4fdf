import { pagePolicy } from '../page-policy';
import { PageHead, renderDocument, SiteHeader, SkipLink } from '../shell';
import { addressOf } from './assets';
import { summaryOf, toHtml } from './markdown';

/** Scripts of ours copy code and lead to the search; the search is the one form. */
export const DOCS_POLICY = pagePolicy({ script: true, form: true });

export interface DocPage {
  title: string;
  /** In Markdown. */
  text: string;
  /** Path of the page, which the navigation marks. */
  path: string;
  /** The link of the header that leads to it. */
  place: string;
}

/** A link of the navigation beside the page. */
export interface PageLink {
  path: string;
  title: string;
}

/** One page of the documentation as HTML, without other hosts; it needs no script. */
export function docPage({ title, text, path: shown, place }: DocPage, links: readonly PageLink[]): string {
  const html = toHtml(text);
  return renderDocument(
    <html lang="en">
      <PageHead title={title}>
        <meta name="description" content={summaryOf(text)} />
        <script src="/assets/search-keys.js" defer />
        {html.includes('<pre') && <script src={addressOf('copy-code.js')} defer />}
      </PageHead>
      <body>
        <SkipLink />
        <SiteHeader place={place} hasMenu />
        <nav id="navigation" aria-label="Guides" tabindex={-1}>
          <ul>
            {links.map(({ path, title }) => (
              <li key={path}>
                <a href={path} aria-current={path === shown ? 'page' : undefined}>
                  {title}
                </a>
              </li>
            ))}
          </ul>
          <a class="close" href="#main">
            Close
          </a>
        </nav>
        <main id="main" tabindex={-1}>
          <article class="guide" dangerouslySetInnerHTML={{ __html: html }} />
        </main>
      </body>
    </html>,
  );
}
