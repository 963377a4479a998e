/** The parameter of a console page to which another site may have led, and which waits for a press (`mayLookUp`). */
export const elsewhereParameter = 'elsewhere'

/** The page of batch uploads posts a file here. Only this path accepts a body of unlimited size. */
export const uploadPath = '/console/uploads/file'
