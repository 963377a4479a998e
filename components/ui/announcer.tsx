const id = 'announcer'

/**
 * The live region of `announce`. The layout renders it once, because screen readers only notice changes of an existing
 * region.
 */
export function Announcer() {
  return <p id={id} role="status" className="sr-only" />
}

/** Announces a text to screen readers, if the visible change is small or far from the focus. */
export function announce(text: string): void {
  const region = document.getElementById(id)
  if (!region) return
  // Cleared first, because setting the same text again would not be a change.
  region.textContent = ''
  requestAnimationFrame(() => (region.textContent = text))
}
