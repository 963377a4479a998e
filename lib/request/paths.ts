/** The parameter of a console page to which another site may have led. The page waits for a press (`mayLookUp`). */
export const elsewhereParameter = 'elsewhere'

/** The page of batch uploads posts a file here. Only this path accepts a body of unlimited size. */
export const uploadPath = '/console/uploads/file'

/** For the root layout: `true` for a path of the console that its staff request, `frame` for one of its preview. */
export const consoleHeader = 'x-console'

/** Checks whether a path is an example of the preview, which pages of this site may embed. */
export const isPreviewFrame = (pathname: string) => /^\/console\/preview\/(?:frame|document)$/.test(pathname)
