/** The key in `localStorage` of the last looked-up texts, which are removed when the user signs out. */
export const lookUpsKey = 'console-look-ups'
