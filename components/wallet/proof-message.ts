/**
 * Fetches what a wallet is to sign for a link. A page whose link is gone, or whose user is not signed in any
 * more, is loaded again: it then says so itself, and this never returns.
 *
 * @returns null if the site could not be reached.
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
