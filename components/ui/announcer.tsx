const id = 'announcer'

/**
 * The live region of `announce`. The layout renders it once, since screen readers only notice changes of a
 * region that is on the page already.
 */
export function Announcer() {
  return <p id={id} role="status" className="sr-only" />
}

/** Announces a text to screen readers, where the visible change is small or far from the focus. */
export function announce(text: string): void {
  const region = document.getElementById(id)
  if (!region) return
  // Cleared first, since the same text again would be no change.
  region.textContent = ''
  requestAnimationFrame(() => (region.textContent = text))
}
