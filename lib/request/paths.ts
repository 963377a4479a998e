/** The page of batch uploads sends a file here, as the body of a POST. The only body without a bound. */
export const uploadPath = '/console/uploads/file'
