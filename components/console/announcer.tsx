const id = 'console-announcer'

/**
 * The place from which `announce` is heard. There is one for the whole console, as a screen reader only
 * listens to a place that was there before.
 */
export function Announcer() {
  return <p id={id} role="status" className="sr-only" />
}

/** Has a screen reader say what a small control has done, where the change to be seen is too small to be found. */
export function announce(text: string): void {
  const place = document.getElementById(id)
  if (!place) return
  // Emptied first: the same text once more would be no change.
  place.textContent = ''
  requestAnimationFrame(() => (place.textContent = text))
}
