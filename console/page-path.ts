/** Whether a path is the console's or a tracking link: what no route answers there is a page that does not exist. */
export function isPagePath(path: string): boolean {
  return path === '/console' || path.startsWith('/console/') || path.startsWith('/track/');
}
