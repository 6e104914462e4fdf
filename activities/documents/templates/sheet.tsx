import { renderToString } from 'preact-render-to-string';
import { pageLabel } from '../labels';
import { BoxView, TailView } from './blocks';
import { fitColumns } from './column-widths';
import { GoodsTable } from './goods-table';
import type { PagePlan } from './pagination';
import { QrCode } from './qr-code';
import type { SheetMarks, SheetView } from './view';

function FirstHead({ view }: { view: SheetView }) {
  return (
    <div class="head" data-measure="firstHead">
      <div class="title">
        <h1>{view.title}</h1>
        {view.mark === null ? null : <p class="mark">{view.mark}</p>}
      </div>
      <div class="grid">
        <div class="side">
          {view.left.map((box) => (
            <div class="pair">
              <BoxView box={box} />
            </div>
          ))}
        </div>
        <div class="side">
          {view.right.map((pair) => (
            <div class="pair">
              {pair.map((box) => (
                <BoxView box={box} />
              ))}
            </div>
          ))}
        </div>
      </div>
      {view.wide.map((box) => (
        <div class="wide">
          <BoxView box={box} />
        </div>
      ))}
    </div>
  );
}

function NextHead({ view }: { view: SheetView }) {
  return (
    <div class="next">
      <p>
        {view.title} <bdi>{view.number}</bdi>
      </p>
      <p class="small">
        {view.date} {view.mark ?? ''}
      </p>
    </div>
  );
}

function Foot({ view, marks, page, pages }: { view: SheetView; marks: SheetMarks; page: number; pages: number }) {
  return (
    <div class="foot">
      <QrCode text={marks.verifyUrl} label={view.labels.verify} />
      <div class="grow">
        <p>{view.labels.verify}</p>
        <p>
          <bdi>{marks.verifyUrl}</bdi>
        </p>
        <p>
          <bdi>{marks.documentId}</bdi> · <bdi>{marks.verifyCode}</bdi>
        </p>
      </div>
      <p>{pageLabel(view.labels, page, pages)}</p>
    </div>
  );
}

/** The sheets of a document as HTML; everything that a client wrote is escaped text. */
export function sheetHtml(view: SheetView, marks: SheetMarks, pages: readonly PagePlan[], fixed: boolean): string {
  const fitted = fitColumns(view);
  return renderToString(
    <main class={fixed ? 'fixed' : ''}>
      {pages.map((page, index) => (
        <div class="page">
          {page.first ? <FirstHead view={view} /> : <NextHead view={view} />}
          <GoodsTable view={view} page={page} fitted={fitted} />
          {view.tail.slice(...page.tail).map((block) => (
            <TailView block={block} labels={view.labels} />
          ))}
          <Foot view={view} marks={marks} page={index + 1} pages={pages.length} />
        </div>
      ))}
    </main>,
  );
}
