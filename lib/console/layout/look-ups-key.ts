/** Under which the browser keeps the last texts that were looked up, until its user signs out. */
export const lookUpsKey = 'console-look-ups'
