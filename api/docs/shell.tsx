import { Marked } from 'marked';
import { renderToString } from 'preact-render-to-string';
import { styleOnlyPolicy } from '../style-policy';

const STYLE = `
:root{color-scheme:light dark;--line:#8884;--soft:#8881;--link:light-dark(#0b57a4,#8cc2ff)}
*{box-sizing:border-box}
body{font:16px/1.6 system-ui,sans-serif;margin:0;background:Canvas;color:CanvasText}
a{color:var(--link)}
header{border-bottom:1px solid var(--line);padding:.8rem 1rem}
header nav{display:flex;flex-wrap:wrap;gap:.3rem 1.2rem;max-width:66rem;margin:0 auto}
header strong{margin-right:1rem}
header a:has(strong){color:inherit;text-decoration:none}
main{max-width:66rem;margin:0 auto;padding:1rem;display:grid;gap:2rem}
article{min-width:0;max-width:46rem}
h1{font-size:1.9rem;line-height:1.2;margin:.6rem 0}
h2{margin-top:2.4rem;font-size:1.3rem}
aside ul{list-style:none;padding:0;margin:0;display:flex;flex-wrap:wrap;gap:.2rem 1.2rem}
aside a[aria-current]{font-weight:700;text-decoration:none;color:inherit}
code,pre{font:.88em/1.5 ui-monospace,monospace}
code{overflow-wrap:anywhere}
pre{background:var(--soft);padding:.8rem;border-radius:.4rem;overflow-x:auto;border:1px solid var(--line)}
pre code,.table code{overflow-wrap:normal}
.table{overflow-x:auto}
table{border-collapse:collapse;width:100%}
td,th{border-bottom:1px solid var(--line);padding:.35rem .8rem .35rem 0;text-align:left;vertical-align:top}
@media(min-width:60rem){main{grid-template-columns:13rem 1fr}aside ul{display:block}aside li{padding:.15rem 0}}
`;

export const PAGE_POLICY = styleOnlyPolicy(STYLE);

/** What a heading is reached by: its words in small letters, with hyphens. */
function anchorOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/<[^>]+>|&[a-z]+;|[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s+/g, '-');
}

const markdown = new Marked({
  renderer: {
    heading({ tokens, depth }) {
      const words = this.parser.parseInline(tokens);
      return `<h${depth} id="${anchorOf(words)}">${words}</h${depth}>\n`;
    },
    // Wide code and tables scroll by themselves, also for who has no pointer.
    code({ text, lang }) {
      const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
      return `<pre tabindex="0"><code${lang ? ` class="language-${lang}"` : ''}>${escaped}</code></pre>\n`;
    },
    // Guides hold no HTML; what looks like it is text.
    html({ text }) {
      return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    },
  },
});

/** HTML of a text in Markdown that is part of this program. */
function toHtml(text: string): string {
  const html = markdown.parse(text, { async: false });
  return html.replaceAll('<table>', '<div class="table" tabindex="0"><table>').replaceAll('</table>', '</table></div>');
}

export interface DocPage {
  title: string;
  /** In Markdown. */
  text: string;
  /** Path of the page, which the navigation marks. */
  path: string;
}

/** A link of the navigation beside the page. */
export interface PageLink {
  path: string;
  title: string;
}

function Shell({ page, links }: { page: DocPage; links: readonly PageLink[] }) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${page.title} · Corridor`}</title>
        <style dangerouslySetInnerHTML={{ __html: STYLE }} />
      </head>
      <body>
        <header>
          <nav aria-label="Documentation">
            <a href="/">
              <strong>Corridor</strong>
            </a>
            <a href="/docs/guides/quickstart">Quickstart</a>
            <a href="/docs">Reference</a>
            <a href="/docs/guides">Guides</a>
            <a href="/docs/errors">Errors</a>
            <a href="/openapi.json">openapi.json</a>
            <a href="/console">Console</a>
          </nav>
        </header>
        <main>
          <aside>
            <nav aria-label="Guides">
              <ul>
                {links.map(({ path, title }) => (
                  <li>
                    <a href={path} {...(path === page.path ? { 'aria-current': 'page' as const } : {})}>
                      {title}
                    </a>
                  </li>
                ))}
              </ul>
            </nav>
          </aside>
          <article dangerouslySetInnerHTML={{ __html: toHtml(page.text) }} />
        </main>
      </body>
    </html>
  );
}

/** One page of the documentation as HTML, without script and without other hosts. */
export function docPage(page: DocPage, links: readonly PageLink[]): string {
  return `<!doctype html>${renderToString(<Shell page={page} links={links} />)}`;
}
