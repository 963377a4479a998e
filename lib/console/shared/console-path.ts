/** The header in which `proxy.ts` tells the root layout that a request's path is one of the console's (`true`), or of its preview (`frame`). */
export const consoleHeader = 'x-console'

/** Whether a path is that of a page of the console, as its users see it in the address bar. */
export const isConsolePath = (pathname: string) => /^\/console(?:\/|$)/.test(pathname)
