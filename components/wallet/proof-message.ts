/**
 * Fetches the message that a wallet must sign for a link. If the link is gone or the user is signed out, it reloads the
 * page to show that, and never returns.
 *
 * @returns null if the browser could not reach the site.
 */
export async function fetchProofMessage(linkId: string): Promise<string | null> {
  let status: number
  try {
    const response = await fetch(`/connect/proof-message?link=${encodeURIComponent(linkId)}`, { cache: 'no-store' })
    if (response.ok) return await response.text()
    status = response.status
  } catch {
    return null
  }
  if (status >= 500) return null
  window.location.reload()
  return new Promise(() => {})
}
