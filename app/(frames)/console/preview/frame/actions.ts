'use server'

/** Of every button. The page then shows the example again. */
export async function doNothing(): Promise<void> {}
