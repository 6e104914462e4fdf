import type { Context } from 'koa';

const HOME = '/console';

/**
 * A path of the console that is safe to redirect to; a link to another site is never followed.
 * @returns the path with its query; the first page for anything else
 */
export function consolePath(text: string | null | undefined): string {
  if (text === null || text === undefined || !URL.canParse(text, 'http://here')) return HOME;
  const { origin, pathname, search } = new URL(text, 'http://here');
  const isOurs = pathname === HOME || pathname.startsWith(`${HOME}/`);
  const isEntrance = /^\/console\/(login|logout|sign-up|join)/.test(pathname);
  return origin === 'http://here' && isOurs && !isEntrance ? `${pathname}${search}` : HOME;
}

/** The page of ours that sent the request, if the browser says so. */
export function pageBefore(context: Context, publicUrl: string): string | null {
  const referrer = context.get('Referer');
  if (!URL.canParse(referrer)) return null;
  const { origin, pathname, search } = new URL(referrer);
  const ours = [new URL(publicUrl).origin, `${context.protocol}://${context.host}`];
  return ours.includes(origin) ? consolePath(`${pathname}${search}`) : null;
}

/** The page that a request is about: itself when it is read, the one that it stands on when it is a form. */
export function pageOf(context: Context, publicUrl: string): string {
  return context.method === 'GET' ? consolePath(context.url) : (pageBefore(context, publicUrl) ?? HOME);
}

/** @returns the address of the login that leads back to a page */
export function logInPath(page: string): string {
  return page === HOME ? '/console/login' : `/console/login?${new URLSearchParams({ next: page }).toString()}`;
}
