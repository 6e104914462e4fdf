import type { Box, TailBlock } from './view';

/** A box of the grid. Client text is isolated, so that its direction does not reach its neighbours. */
export function BoxView({ box }: { box: Box }) {
  return (
    <div class="box">
      <p class="label">{box.label}</p>
      {box.lines.map((line) => (
        <p class={line.strong === true ? 'line strong' : 'line'}>
          {line.label === undefined ? null : <span class="small">{line.label}: </span>}
          <bdi>{line.text}</bdi>
        </p>
      ))}
    </div>
  );
}

function Totals({ lines }: { lines: Extract<TailBlock, { kind: 'totals' }>['lines'] }) {
  return (
    <table class="totals">
      <tbody>
        {lines.map((line) => (
          <tr class={line.strong === true ? 'strong' : ''}>
            <th scope="row">
              <bdi>{line.label}</bdi>
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

function Signature({ block, labels }: { block: Extract<TailBlock, { kind: 'signature' }>; labels: SignatureLabels }) {
  const fields = [
    [labels.placeAndDate, block.placeAndDate],
    [labels.signatory, block.name],
    [labels.signature, block.label],
  ];
  return (
    <div class="signature">
      {fields.map(([label, text]) => (
        <div>
          <p class="label">{label}</p>
          <p class="line">
            <bdi>{text}</bdi>
          </p>
        </div>
      ))}
    </div>
  );
}

/** All totals in one line. */
function Summary({ block }: { block: Extract<TailBlock, { kind: 'summary' }> }) {
  return (
    <p class="summary">
      {block.label}:{' '}
      {block.parts.map((part, index) => (
        <>
          {index === 0 ? '' : ' · '}
          {part.label === undefined ? '' : `${part.label} `}
          <bdi>{part.text}</bdi>
        </>
      ))}
    </p>
  );
}

interface SignatureLabels {
  placeAndDate: string;
  signatory: string;
  signature: string;
}

function content(block: TailBlock, labels: SignatureLabels) {
  switch (block.kind) {
    case 'totals':
      return <Totals lines={block.lines} />;
    case 'summary':
      return <Summary block={block} />;
    case 'text':
      return <BoxView box={{ label: block.label, lines: [{ text: block.text }] }} />;
    case 'boxes':
      return block.boxes.map((box) => <BoxView box={box} />);
    case 'signature':
      return <Signature block={block} labels={labels} />;
  }
}

/** One block after the table, on one page as a whole. */
export function TailView({ block, labels }: { block: TailBlock; labels: SignatureLabels }) {
  return (
    <div class="tail" data-measure="tail">
      {content(block, labels)}
    </div>
  );
}
