/** The `localStorage` key of the last looked-up texts. The console removes them when the user signs out. */
export const lookUpsKey = 'console-look-ups'
