import type { ComponentChildren, VNode } from 'preact';

/**
 * Content that updates by itself: the script reads server-sent events from the page's own address and replaces the
 * content with each. Without script it stays as loaded.
 */
export function Live({ children }: { children: ComponentChildren }): VNode {
  return (
    <>
      <p class="following" role="status" data-live-state />
      <div data-live>{children}</div>
    </>
  );
}
