/** Whether a path is the console's: what no route of it answers there is a page that does not exist. */
export function isConsolePath(path: string): boolean {
  return path === '/console' || path.startsWith('/console/');
}
