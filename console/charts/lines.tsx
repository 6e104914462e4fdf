import type { VNode } from 'preact';
import { colourOf, Legend, type Series } from './figure';
import { Plot, type PlotParts, type Room } from './plot';

export interface LineSeries extends Series {
  /** A value for each place; null where there is none, and the line has a gap. */
  values: readonly (number | null)[];
}

/** A point without neighbours is a line of hardly any length, which round ends make a dot. */
function outline(values: LineSeries['values'], { step, y }: Room): string {
  let isOpen = false;
  return values
    .map((value, place) => {
      if (value === null) {
        isOpen = false;
        return '';
      }
      const point = `${(place + 0.5) * step} ${y(value)}`;
      const part = isOpen ? `L${point}` : `M${point}h.1`;
      isOpen = true;
      return part;
    })
    .join('');
}

/** Lines over places. */
export function Lines(
  parts: Omit<PlotParts, 'values' | 'draw'> & { series: readonly LineSeries[]; hasLegend?: boolean },
): VNode {
  const { series, hasLegend = true, ...plot } = parts;
  const values = series.flatMap((one) => one.values.filter((value) => value !== null));
  const draw = (room: Room): VNode[] =>
    series.map((one) => <path key={one.name} class={`line ${colourOf(one)}`} d={outline(one.values, room)} />);
  return (
    <>
      <Plot {...plot} values={values} draw={draw} />
      {hasLegend && <Legend of={series} />}
    </>
  );
}
