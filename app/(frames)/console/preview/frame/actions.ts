'use server'

/** Handles every button of an example. The page then shows the example again. */
export async function doNothing(): Promise<void> {}
