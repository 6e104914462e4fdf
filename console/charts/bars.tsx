import type { VNode } from 'preact';
import { colourOf, Legend, type Series } from './figure';
import { Plot, type PlotParts, type Room } from './plot';

export interface StackedSeries extends Series {
  /** A value for each place. */
  values: readonly number[];
}

/** Share of its place that a bar takes. */
const BAR = 0.7;

function bar({ step, y }: Room, place: number, from: number, to: number): string {
  const width = Math.round(step * BAR);
  const x = place * step + (step - width) / 2;
  return `M${x} ${y(from)}V${y(to)}h${width}V${y(from)}z`;
}

/** SVG path of each series, stacked on those before it. */
function stackOutlines(series: readonly StackedSeries[], room: Room): string[] {
  const below = new Map<number, number>();
  return series.map(({ values }) =>
    values
      .map((value, place) => {
        if (value === 0) return '';
        const from = below.get(place) ?? 0;
        below.set(place, from + value);
        return bar(room, place, from, from + value);
      })
      .join(''),
  );
}

/** Stacked bars, one per place on the axis. */
export function StackedBars(
  parts: Omit<PlotParts, 'values' | 'draw'> & { series: readonly StackedSeries[]; hasLegend?: boolean },
): VNode {
  const { series, hasLegend = true, ...plot } = parts;
  const sums = plot.places.map((_, place) => series.reduce((sum, { values }) => sum + (values[place] ?? 0), 0));
  const draw = (room: Room): VNode[] =>
    stackOutlines(series, room).map((outline, index) => {
      const one = series[index];
      return <path key={index} class={one === undefined ? undefined : colourOf(one)} d={outline} />;
    });
  return (
    <>
      <Plot {...plot} values={sums} draw={draw} />
      {hasLegend && <Legend of={series} />}
    </>
  );
}
