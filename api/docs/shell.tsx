import { Marked, type Token, type Tokens } from 'marked';
import { renderToString } from 'preact-render-to-string';
import { escapeMarkup } from '../../domain/xml';
import { styleOnlyPolicy } from '../style-policy';
import { addressOf } from './assets';
import { pictureHtml } from './pictures';

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
h1{font-size:clamp(1.4rem,6vw,1.9rem);line-height:1.2;margin:.6rem 0;overflow-wrap:anywhere}
h2{margin-top:2.4rem;font-size:1.3rem}
aside ul{list-style:none;padding:0;margin:0;display:flex;flex-wrap:wrap;gap:.2rem 1.2rem}
aside a[aria-current]{font-weight:700;text-decoration:none;color:inherit}
code,pre{font:.88em/1.5 ui-monospace,monospace}
code{overflow-wrap:anywhere}
img{display:block;max-width:100%;height:auto;margin:1rem 0;border:1px solid var(--line);border-radius:.4rem}
pre{background:var(--soft);padding:.8rem;border-radius:.4rem;overflow-x:auto;border:1px solid var(--line)}
pre code,.table code{overflow-wrap:normal}
.code{position:relative}
.code pre{margin:.2rem 0 1rem}
.code button{position:absolute;top:.4rem;right:.4rem;min-height:1.8rem;font:inherit;font-size:.8rem;color:var(--link);background:Canvas;border:1px solid var(--line);border-radius:.3rem}
.tabs{display:flex;flex-wrap:wrap;gap:0 1.2rem;margin:1rem 0}
.tabs>input{position:absolute;opacity:0}
.tabs>label{padding:.3rem 0;cursor:pointer;color:var(--link);border-bottom:2px solid transparent}
.tabs>input:checked+label{color:inherit;font-weight:700;border-color:currentColor}
.tabs>input:focus-visible+label{outline:2px solid var(--link);outline-offset:3px}
.tabs>.code{order:1;flex:0 0 100%;min-width:0;display:none}
${[1, 2, 3, 4].map((at) => `.tabs>input:nth-of-type(${at}):checked~.code:nth-of-type(${at})`).join(',')}{display:block}
.table{overflow-x:auto}
table{border-collapse:collapse;width:100%}
td,th{border-bottom:1px solid var(--line);padding:.35rem .8rem .35rem 0;text-align:left;vertical-align:top}
@media(min-width:60rem){main{grid-template-columns:13rem 1fr}aside ul{display:block}aside li{padding:.15rem 0}}
`;

/** Of a page that runs nothing. */
export const PAGE_POLICY = styleOnlyPolicy(STYLE);
/** Of a page with code, which a script of ours copies. */
export const CODE_POLICY = `${PAGE_POLICY}; script-src 'self'`;

/** @returns the policy of a page as `docPage` made it: pictures are of our own host, too */
export function policyOf(html: string): string {
  const policy = html.includes('<script') ? CODE_POLICY : PAGE_POLICY;
  return html.includes('<img') ? `${policy}; img-src 'self'` : policy;
}

/** Languages in which a block may say the same as the one before it. */
const TABS: Readonly<Record<string, string>> = { bash: 'curl', ts: 'TypeScript', python: 'Python', go: 'Go' };

/** What a heading is reached by: its words in small letters, with hyphens. */
function anchorOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/<[^>]+>|&[a-z]+;|[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s+/g, '-');
}

/** A block of code; where others say the same in their languages, with all of them. */
type Code = Tokens.Code & { tabs?: readonly Tokens.Code[]; place?: number };

const isCode = (token: Token | undefined): token is Code => token?.type === 'code';

function blockHtml({ text, lang }: Tokens.Code): string {
  const language = lang === undefined || lang === '' ? '' : ` class="language-${lang}"`;
  return `<div class="code"><pre tabindex="0"><code${language}>${escapeMarkup(text)}</code></pre></div>\n`;
}

/** Blocks of which one is shown, as chosen by radio buttons: no script is needed. */
function tabsHtml(blocks: readonly Tokens.Code[], group: string): string {
  const choices = blocks.map(({ lang = '' }, at) => {
    const id = `${group}-${lang}`;
    const checked = at === 0 ? ' checked' : '';
    return `<input type="radio" name="${group}" id="${id}" value="${lang}"${checked}><label for="${id}">${TABS[lang]}</label>`;
  });
  const head = '<div class="tabs" role="radiogroup" aria-label="Language">';
  return `${head}${choices.join('')}${blocks.map(blockHtml).join('')}</div>\n`;
}

/** Blocks of code with nothing between them, each in another language, become one with tabs. */
function withTabs(tokens: readonly Token[]): Token[] {
  return tokens.reduce<Token[]>((made, token) => {
    const before = made.findLast(({ type }) => type !== 'space');
    const blocks = isCode(before) && isCode(token) ? [...(before.tabs ?? [before]), token] : [];
    const languages = new Set(blocks.map(({ lang = '' }) => lang));
    if (blocks.length < 2 || languages.size < blocks.length || ![...languages].every((one) => one in TABS))
      return [...made, token];
    return [...made.slice(0, made.findLastIndex(isCode)), { ...token, tabs: blocks, place: made.length }];
  }, []);
}

const markdown = new Marked({
  renderer: {
    heading({ tokens, depth }) {
      const words = this.parser.parseInline(tokens);
      // The name of an error, which is one word, may take two lines on a phone.
      if (depth === 1) return `<h1 id="${anchorOf(words)}">${words.replaceAll('_', '_<wbr>')}</h1>\n`;
      return `<h${depth} id="${anchorOf(words)}">${words}</h${depth}>\n`;
    },
    // Wide code and tables scroll by themselves, also for who has no pointer.
    code(token: Code) {
      return token.tabs === undefined ? blockHtml(token) : tabsHtml(token.tabs, `language-${token.place}`);
    },
    image({ href, text }) {
      return pictureHtml(href, text);
    },
    // Guides hold no HTML; what looks like it is text.
    html({ text }) {
      return escapeMarkup(text);
    },
  },
});

/** HTML of a text in Markdown that is part of this program. */
function toHtml(text: string): string {
  const html = markdown.parser(withTabs(markdown.lexer(text)));
  return html.replaceAll('<table>', '<div class="table" tabindex="0"><table>').replaceAll('</table>', '</table></div>');
}

/** Of a description that search engines show, about as many characters as they do. */
const SHOWN_CHARACTERS = 160;

/** @returns the first paragraph of a text in Markdown as plain words */
function summaryOf(text: string): string {
  const paragraph = markdown.lexer(text).find(({ type }) => type === 'paragraph');
  const words = String(paragraph?.raw ?? '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  return words.length <= SHOWN_CHARACTERS ? words : `${words.slice(0, SHOWN_CHARACTERS - 1)}…`;
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
  const html = toHtml(page.text);
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="description" content={summaryOf(page.text)} />
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
          <article dangerouslySetInnerHTML={{ __html: html }} />
        </main>
        {html.includes('<pre') && <script src={addressOf('copy-code.js')} />}
      </body>
    </html>
  );
}

/** One page of the documentation as HTML, without other hosts; it needs no script. */
export function docPage(page: DocPage, links: readonly PageLink[]): string {
  return `<!doctype html>${renderToString(<Shell page={page} links={links} />)}`;
}
