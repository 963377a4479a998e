/** The page of batch uploads posts a file here. Only this path accepts a body of unlimited size. */
export const uploadPath = '/console/uploads/file'
