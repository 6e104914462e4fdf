import { Marked, type Token, type Tokens } from 'marked';
import { escapeMarkup } from '../../domain/xml';
import { highlighted } from './highlight';
import { pictureHtml } from './pictures';

/** Languages in which a block may say the same as the one before it. */
const TABS: Readonly<Record<string, string>> = { bash: 'curl', ts: 'TypeScript', python: 'Python', go: 'Go' };

/** What a heading is reached by: its words in small letters, with hyphens. */
export function anchorOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s+/g, '-');
}

/** A block of code; where others say the same in their languages, with all of them. */
type Code = Tokens.Code & { tabs?: readonly Tokens.Code[]; place?: number };

const isCode = (token: Token | undefined): token is Code => token?.type === 'code';

/** Names of languages above a block; one with tabs has them there. */
const LANGUAGES: Readonly<Record<string, string>> = {
  ...TABS,
  bash: 'Shell',
  js: 'JavaScript',
  json: 'JSON',
  http: 'HTTP',
};

/** HTML of a block of code under a line with its label, which has room for the button that copies. */
function blockHtml({ text, lang = '' }: Tokens.Code, label = ''): string {
  const language = lang === '' ? '' : ` class="language-${lang}"`;
  const code = `<code${language}>${highlighted(text, lang)}</code>`;
  return `<div class="sample"><p>${label}</p><pre tabindex="0">${code}</pre></div>\n`;
}

/** Blocks of which one is shown, as chosen by radio buttons: no script is needed. */
function tabsHtml(blocks: readonly Tokens.Code[], group: string): string {
  const choices = blocks.map(({ lang = '' }, at) => {
    const id = `${group}-${lang}`;
    const checked = at === 0 ? ' checked' : '';
    return `<input type="radio" name="${group}" id="${id}" value="${lang}"${checked}><label for="${id}">${TABS[lang]}</label>`;
  });
  const head = '<div class="samples" role="radiogroup" aria-label="Language">';
  return `${head}${choices.join('')}${blocks.map((block) => blockHtml(block)).join('')}</div>\n`;
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
    heading({ tokens, depth, text }) {
      const words = this.parser.parseInline(tokens);
      const id = anchorOf(plainWords(text));
      // The name of an error, which is one word, may take two lines on a phone.
      return `<h${depth} id="${id}">${depth === 1 ? words.replaceAll('_', '_<wbr>') : words}</h${depth}>\n`;
    },
    // Wide code and tables scroll by themselves, also for who has no pointer.
    code(token: Code) {
      return token.tabs === undefined
        ? blockHtml(token, LANGUAGES[token.lang ?? ''])
        : tabsHtml(token.tabs, `language-${token.place}`);
    },
    image({ href, text }) {
      return pictureHtml(href, text);
    },
    // Guides hold no HTML but comments, which are for tests; what else looks like it is text.
    html({ text }) {
      return text.startsWith('<!--') ? '' : escapeMarkup(text);
    },
  },
});

/** A part of a text; all but the first begin with a heading of the second order. */
export interface Section {
  /** Its heading as words, without marks. */
  title: string;
  /** What leads to it, after `#`; empty for the first. */
  anchor: string;
  /** What it says, as words. */
  words: string;
}

/** Splits Markdown at its second-level headings into titles and plain words; the first section is the text's own title and introduction. */
export function sectionsOf(text: string): Section[] {
  const [head = '', ...rest] = text.split(/^## (?=.+$)/m);
  const [heading = '', ...intro] = head.split('\n');
  const first = { title: plainWords(heading.replace(/^# /, '')), anchor: '', words: plainWords(intro.join('\n')) };
  const parts = rest.map((part) => {
    const [title = '', ...lines] = part.split('\n');
    return { title: plainWords(title), anchor: anchorOf(plainWords(title)), words: plainWords(lines.join('\n')) };
  });
  return [first, ...parts];
}

/** A text in Markdown that is part of this program, as HTML. */
export interface RenderedText {
  /** HTML of its first heading. */
  heading: string;
  /** HTML of all that follows. */
  html: string;
}

export function renderText(text: string): RenderedText {
  const [heading, ...rest] = markdown.lexer(text);
  return { heading: markdown.parser(heading === undefined ? [] : [heading]), html: toHtml(rest) };
}

/** @returns the words of Markdown without its marks */
function plainWords(text: string): string {
  return text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

function toHtml(tokens: readonly Token[]): string {
  const html = markdown.parser(withTabs(tokens));
  return html
    .replaceAll('<table>', '<div class="scroll" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>');
}

/** Of a description that search engines show, about as many characters as they do. */
const SHOWN_CHARACTERS = 160;

/** @returns the first paragraph of a text in Markdown as plain words */
export function summaryOf(text: string): string {
  const paragraph = markdown.lexer(text).find(({ type }) => type === 'paragraph');
  const words = plainWords(String(paragraph?.raw ?? ''));
  return words.length <= SHOWN_CHARACTERS ? words : `${words.slice(0, SHOWN_CHARACTERS - 1)}…`;
}
