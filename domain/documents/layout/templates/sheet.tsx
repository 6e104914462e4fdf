import { renderToString } from 'preact-render-to-string';
import { LOCALES } from '../../locales';
import { pageLabel } from '../labels';
import { BoxView, TailView } from './blocks';
import { figureScaleOf } from './figures';
import { GoodsTable, type TableLayout } from './goods-table';
import { singlePage, type PagePlan } from './pagination';
import { QrCode } from './qr-code';
import type { Box, SheetMarks, SheetView } from './view';

/** How the sheets are laid out: measured first, then divided. */
export interface SheetLayout extends TableLayout {
  pages: readonly PagePlan[];
  /** Whether pages have their height: not while the browser measures. */
  isFixed: boolean;
  /** Less space between lines: where that saves a page. */
  isCompact: boolean;
  /** Words break anywhere: where whole ones are wider than the sheet. */
  isNarrow: boolean;
}

/** A layout with everything on one page. It is rendered to be measured, and final for most documents. */
export function trialLayout(view: SheetView): SheetLayout {
  return {
    pages: [singlePage(view.rows.length, view.tail.length)],
    columnWidths: null,
    figureScale: figureScaleOf(view),
    isFixed: false,
    isCompact: false,
    isNarrow: false,
  };
}

function Logo({ view, marks }: { view: SheetView; marks: SheetMarks }) {
  const png = marks.branding?.logoPng ?? null;
  if (png === null) return null;
  return <img class="logo" alt={view.issuer} src={`data:image/png;base64,${Buffer.from(png).toString('base64')}`} />;
}

function Side({ boxes }: { boxes: readonly Box[] }) {
  return (
    <div class="side">
      {boxes.map((box) => (
        <BoxView box={box} />
      ))}
    </div>
  );
}

function FirstHead({ view, marks }: { view: SheetView; marks: SheetMarks }) {
  return (
    <div class="head" data-measure="firstHead">
      <Logo view={view} marks={marks} />
      <div class="masthead">
        <div class="grow">
          <h1>{view.title}</h1>
          {view.mark === null ? null : <p class="mark">{view.mark}</p>}
        </div>
        <div class="identity">
          <div>
            <p class="label">{view.labels.number}</p>
            <p class="number">
              <bdi>{view.number}</bdi>
            </p>
          </div>
          {view.date === '' ? null : (
            <div class="date">
              <p class="label">{view.dateLabel}</p>
              <p class="number">
                <bdi>{view.date}</bdi>
              </p>
            </div>
          )}
        </div>
      </div>
      <div class="grid">
        <Side boxes={view.left} />
        <Side boxes={view.right} />
      </div>
      {view.wide.map((box) => (
        <BoxView box={box} />
      ))}
      {view.caption === null ? null : <p class="caption">{view.caption}</p>}
    </div>
  );
}

/** Head of the pages after the first: which document, whose, of when. */
function NextHead({ view }: { view: SheetView }) {
  return (
    <div class="next">
      <p class="grow">
        {view.title} <bdi>{view.number}</bdi>
        {view.mark === null ? null : <span class="key"> · {view.mark}</span>}
      </p>
      <p class="aside">
        <bdi>{view.issuer}</bdi>
        <br />
        <bdi>{view.date}</bdi>
      </p>
    </div>
  );
}

function Foot({ view, marks, page, pages }: { view: SheetView; marks: SheetMarks; page: number; pages: number }) {
  return (
    <div class="foot">
      <QrCode text={marks.verifyUrl} label={view.labels.verify} />
      <div class="grow">
        <p class="strong">{view.labels.verify}</p>
        <p>
          <bdi>{marks.verifyUrl}</bdi>
        </p>
        <p>
          <bdi>{marks.documentId}</bdi> · <bdi>{marks.verifyCode}</bdi>
        </p>
      </div>
      <p class="strong">{pageLabel(view.labels, page, pages)}</p>
    </div>
  );
}

function classOf(view: SheetView, layout: SheetLayout): string {
  const { isFixed, isCompact, isNarrow } = layout;
  const parts = [LOCALES[view.locale].script, isFixed && 'fixed', isCompact && 'compact', isNarrow && 'narrow'];
  return parts.filter((part) => part !== false).join(' ');
}

/** The head of the pages after the first alone, to be measured: it is as high as its texts are long. */
export function nextHeadHtml(view: SheetView, layout: SheetLayout): string {
  return renderToString(
    <main class={`${classOf(view, layout)} probe`}>
      <div class="page">
        <div data-measure="nextHead">
          <NextHead view={view} />
        </div>
      </div>
    </main>,
  );
}

/** The sheets of a document as HTML; everything that a client wrote is escaped text. */
export function sheetHtml(view: SheetView, marks: SheetMarks, layout: SheetLayout): string {
  const { pages } = layout;
  const accent = marks.branding?.accent ?? null;
  return renderToString(
    <main class={classOf(view, layout)} {...(accent === null ? {} : { style: `--accent:${accent}` })}>
      {pages.map((page, index) => (
        <div class="page">
          {page.first ? <FirstHead view={view} marks={marks} /> : <NextHead view={view} />}
          <GoodsTable view={view} page={page} layout={layout} />
          {view.tail.slice(...page.tail).map((block, at) => (
            <TailView block={block} labels={view.labels} beginsPage={at === 0} />
          ))}
          <Foot view={view} marks={marks} page={index + 1} pages={pages.length} />
        </div>
      ))}
    </main>,
  );
}
