import type { Labels } from '../labels';
import { Prose, Text } from './text';
import type { Box, Line, Panel, TailBlock, TotalLine } from './view';

interface TailProps {
  block: TailBlock;
  labels: Labels;
  /** Whether no block of the tail stands before it on its page. */
  beginsPage: boolean;
}

/** A label and its text on one line. */
export function LineView({ line, whole = false }: { line: Line; whole?: boolean }) {
  return (
    <>
      {line.label === undefined ? null : <span class="key">{line.label}: </span>}
      <Text text={line.text} whole={whole} />
    </>
  );
}

const strong = (line: Line) => (line.strong === true ? 'strong' : '');

/** Lines whose labels stand in a column of their own; an empty text leaves room to write. */
function Rows({ lines }: { lines: readonly Line[] }) {
  return (
    <div class="rows">
      {lines.map((line) => (
        <div class="row">
          <p class="key">{line.label ?? ''}</p>
          <p class={`${line.text === '' ? 'blank' : 'value'} ${strong(line)}`}>
            <Text text={line.text} />
          </p>
        </div>
      ))}
    </div>
  );
}

export function BoxView({ box }: { box: Box }) {
  return (
    <div class="box">
      {box.label === '' ? null : <p class="label">{box.label}</p>}
      {box.layout === 'rows' ? (
        <Rows lines={box.lines} />
      ) : (
        box.lines.map((line) => (
          <p class={strong(line)}>
            <LineView line={line} />
          </p>
        ))
      )}
    </div>
  );
}

/** Lines under the table, the amounts under its last column. */
export function TotalLines({ lines }: { lines: readonly TotalLine[] }) {
  return (
    <table class="totals">
      <tbody>
        {lines.map((line) => (
          <tr class={line.strong === true ? 'strong' : ''}>
            <th scope="row">
              <Text text={line.label} />
              {(line.details ?? []).map((detail) => (
                <p class="detail">
                  <LineView line={detail} />
                </p>
              ))}
            </th>
            <td>
              <bdi>{line.text}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Summary({ block, labels }: { block: Extract<TailBlock, { kind: 'summary' }>; labels: Labels }) {
  return (
    <p class="summary">
      <span class="key">{labels.totals}: </span>
      {block.parts.map((part, index) => (
        <>
          {index === 0 ? '' : ' · '}
          {part.label} <bdi>{part.text}</bdi>
        </>
      ))}
    </p>
  );
}

function ListedRow({ block, beginsPage }: { block: Extract<TailBlock, { kind: 'listed' }>; beginsPage: boolean }) {
  return (
    <table class="listed">
      {block.isFirst || beginsPage ? (
        <thead data-measure="listHead">
          <tr>
            {block.columns.map((column) => (
              <th scope="col">{column}</th>
            ))}
          </tr>
        </thead>
      ) : null}
      <tbody>
        <tr>
          {block.row.map((cell) => (
            <td>
              <Text text={cell} whole />
            </td>
          ))}
        </tr>
      </tbody>
    </table>
  );
}

function PanelView({ panel }: { panel: Panel }) {
  return (
    <div class="panel">
      <div>
        <p class="label">{panel.label}</p>
        {panel.statement === null ? null : <Prose text={panel.statement} />}
        <Rows lines={panel.facts} />
      </div>
      <div class="sign">
        <div class="room" />
        <p class="key">
          {panel.caption}
          {panel.signer === '' ? '' : ' · '}
          <bdi>{panel.signer}</bdi>
        </p>
      </div>
    </div>
  );
}

function TailContent({ block, labels, beginsPage }: TailProps) {
  switch (block.kind) {
    case 'summary':
      return <Summary block={block} labels={labels} />;
    case 'text':
      return (
        <div class="box">
          <p class="label">{block.label}</p>
          <Prose text={block.text} />
        </div>
      );
    case 'box':
      return <BoxView box={block.box} />;
    case 'listed':
      return <ListedRow block={block} beginsPage={beginsPage} />;
    case 'closing':
      return (
        <div class={block.panels.length === 1 ? 'closing single' : 'closing'}>
          {block.panels.map((panel) => (
            <PanelView panel={panel} />
          ))}
        </div>
      );
  }
}

/** One block after the table, on one page as a whole; declaration and signature stand at the foot. */
export function TailView({ block, labels, beginsPage }: TailProps) {
  const continues = block.kind === 'listed' && !block.isFirst;
  return (
    <div class={`tail ${block.kind}`} data-measure="tail" data-continues={continues}>
      <TailContent block={block} labels={labels} beginsPage={beginsPage} />
    </div>
  );
}
