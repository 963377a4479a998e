'use server'

/** What the buttons of an example do: the page that comes back shows the example again. */
export async function doNothing(): Promise<void> {}
