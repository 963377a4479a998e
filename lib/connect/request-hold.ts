import 'server-only'

/** Binds the held connect request of this browser, if any, to the user who has just signed in. */
export async function bindHold(_userId: string): Promise<void> {}

/** Forgets the held connect request of this browser. */
export async function clearHold(): Promise<void> {}
