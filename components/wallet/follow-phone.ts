const everyMs = 4000

/**
 * Asks the server every few seconds, while a QR code is open and visible, whether the phone has confirmed the link, and
 * then reloads the page, which says so. A request that fails is repeated.
 */
export async function followPhone(code: HTMLDetailsElement, linkId: string): Promise<void> {
  let isClosed = !code.open
  code.addEventListener('toggle', () => (isClosed = true), { once: true })
  while (!isClosed && code.isConnected) {
    await new Promise((resolve) => setTimeout(resolve, everyMs))
    if (isClosed || !code.isConnected || document.hidden) continue
    const path = `/connect/phone-code/confirmed?link=${encodeURIComponent(linkId)}`
    const response = await fetch(path, { cache: 'no-store' }).catch(() => null)
    // A reload would end a press that is under way.
    if (response?.status === 200 && !document.querySelector('[data-sending]')) return location.reload()
  }
}
