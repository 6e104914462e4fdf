import type { ComponentChildren, VNode } from 'preact';

/**
 * What changes by itself: the script follows the page's own address as server-sent events and shows what comes in place of
 * this. Without script it stays as it was when the page was loaded.
 */
export function Live({ children }: { children: ComponentChildren }): VNode {
  return (
    <>
      <p class="following" role="status" data-live-state />
      <div data-live>{children}</div>
    </>
  );
}
