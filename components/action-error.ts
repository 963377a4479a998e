import { unstable_isUnrecognizedActionError, unstable_rethrow } from 'next/navigation'

/**
 * Handles an error thrown by a call of a server action from a page's script.
 *
 * - It rethrows Next's own control flow, such as a redirect to the sign-in page, for Next to handle.
 * - It reloads a page of an older deployment, whose actions no longer exist.
 * - Otherwise the browser could not reach the site. The function returns, and the caller shows that.
 */
export function handleActionError(error: unknown): void {
  unstable_rethrow(error)
  if (unstable_isUnrecognizedActionError(error)) window.location.reload()
}
