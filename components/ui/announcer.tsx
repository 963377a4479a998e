const id = 'announcer'

/**
 * The live region of `announce`. The layout renders it, because screen readers only notice changes of an existing one.
 */
export function Announcer() {
  return <p id={id} role="status" className="sr-only" />
}

/** For a change that is small or far from the focus. */
export function announce(text: string): void {
  const region = document.getElementById(id)
  if (!region) return
  // Setting the same text again would be no change.
  region.textContent = ''
  requestAnimationFrame(() => (region.textContent = text))
}
