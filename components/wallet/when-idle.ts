/**
 * Calls once the page has nothing else to do. Not at all where the line is slow or data is to be saved, as far as the
 * browser tells.
 *
 * @returns gives it up.
 */
export function whenIdle(call: () => void): () => void {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean; effectiveType?: string } }
  if (connection?.saveData || /[23]g/.test(connection?.effectiveType ?? '')) return () => {}
  // Safari has no idle callbacks.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(call, 2000)
    return () => clearTimeout(timer)
  }
  const idle = requestIdleCallback(call)
  return () => cancelIdleCallback(idle)
}
