'use server'

/** The action of every button in an example. The page then shows the example again. */
export async function doNothing(): Promise<void> {}
