/*
 * Runs in the measured page from its start. `seen()` returns the figures that `lab/measure-page.ts` prints.
 */
{
  let paintedAt = 0
  let formAt = 0
  let shift = 0
  let slowestAnswer = 0
  const observe = (type, take, options = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true, ...options })
  observe('largest-contentful-paint', ({ startTime }) => (paintedAt = startTime))
  // A shift after a press is intended.
  observe('layout-shift', ({ value, hadRecentInput }) => (shift += hadRecentInput ? 0 : value))
  const answered = ({ duration, interactionId }) => {
    // Events without an id are no presses. The browser also reports events below a still pointer while the page loads.
    if (interactionId) slowestAnswer = Math.max(slowestAnswer, duration)
  }
  observe('event', answered, { durationThreshold: 16 })
  new MutationObserver((_changes, observer) => {
    if (!document.querySelector('form button')) return
    formAt = performance.now()
    observer.disconnect()
  }).observe(document, { childList: true, subtree: true })

  globalThis.seen = () => {
    const [navigation] = performance.getEntriesByType('navigation')
    const times = { 'first byte': navigation.responseStart, 'form is there': formAt, 'largest paint': paintedAt }
    return { times, shift, slowestAnswer }
  }
}
