import type { ComponentChildren, VNode } from 'preact';

/**
 * Content that updates by itself: the script reads server-sent events from the page's own address and replaces the
 * content with each one. Without script it stays as it was when the page was loaded.
 */
export function Live({ children }: { children: ComponentChildren }): VNode {
  return (
    <>
      <p class="following" role="status" data-live-state />
      <div data-live>{children}</div>
    </>
  );
}
