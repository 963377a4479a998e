/**
 * `proxy.ts` sets this header for the root layout: `true` for a path of the console, `frame` for one of its preview.
 */
export const consoleHeader = 'x-console'

/** Whether a path, as the address bar shows it, belongs to the console. */
export const isConsolePath = (pathname: string) => /^\/console(?:\/|$)/.test(pathname)
