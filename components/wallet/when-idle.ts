/**
 * Calls a function when the page has nothing else to do. It does not call it on a slow connection or in data saver
 * mode, if the browser reports that.
 *
 * @returns a function that cancels the call.
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
