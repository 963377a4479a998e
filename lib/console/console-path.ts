/**
 * `proxy.ts` sets this header for the root layout: `true` for a path of the console that its staff request, `frame` for
 * one of its preview. For `unknown`, `next.config.mjs` shows the page of an unknown URL. It shows the console's own one
 * for `true`.
 */
export const consoleHeader = 'x-console'

/** Checks whether a path is an example of the preview, which pages of this site may embed. */
export const isPreviewFrame = (pathname: string) => /^\/console\/preview\/(?:frame|document)$/.test(pathname)
