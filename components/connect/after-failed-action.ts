import { unstable_isUnrecognizedActionError, unstable_rethrow } from 'next/navigation'

/**
 * Sorts out why a server action could not be called from a page's script. Returns where the site could
 * not be reached; goes where Next itself wants to go, such as to the sign-in page; and loads a page of an
 * older deployment anew, whose actions are gone.
 */
export function afterFailedAction(error: unknown): void {
  unstable_rethrow(error)
  if (unstable_isUnrecognizedActionError(error)) window.location.reload()
}
