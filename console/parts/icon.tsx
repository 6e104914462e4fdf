import { readFileSync } from 'node:fs';
import type { VNode } from 'preact';

/** The pictures of heroicons that are in use, as their files are called. */
const NAMES = [
  'adjustments-horizontal',
  'arrow-down-tray',
  'arrows-right-left',
  'banknotes',
  'beaker',
  'bell-alert',
  'building-library',
  'calendar-days',
  'chart-bar',
  'check-badge',
  'check-circle',
  'clipboard-document-check',
  'clock',
  'document-text',
  'exclamation-triangle',
  'hand-raised',
  'home',
  'information-circle',
  'key',
  'list-bullet',
  'magnifying-glass',
  'no-symbol',
  'paper-airplane',
  'queue-list',
  'rss',
  'scale',
  'shield-check',
  'table-cells',
  'truck',
  'user-group',
  'users',
] as const;

export type IconName = (typeof NAMES)[number];

/** What stands between the `svg` tags of each. */
const SHAPES = new Map<IconName, string>(
  NAMES.map((name) => {
    const text = readFileSync(require.resolve(`heroicons/24/outline/${name}.svg`), 'utf8');
    return [name, /<svg[^>]*>\s*([^]*?)\s*<\/svg>/.exec(text)?.[1] ?? ''];
  }),
);

/** An icon beside words of the same meaning; hidden from screen readers. */
export function Icon({ name }: { name: IconName }): VNode {
  return (
    <svg
      class="icon"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width="1.6"
      aria-hidden="true"
      dangerouslySetInnerHTML={{ __html: SHAPES.get(name) ?? '' }}
    />
  );
}
