const reachTimeoutMs = 10_000

/**
 * Checks whether the browser can reach this app. Call it before each `router.refresh()` by a timer. If a refresh fails
 * in the network, Next makes the browser navigate. Without a connection, or while the server restarts, the browser's
 * error page would replace the page and stop the refreshes.
 */
export async function canReachApp(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(reachTimeoutMs)
    return (await fetch('/api/health', { method: 'HEAD', cache: 'no-store', signal })).ok
  } catch {
    return false
  }
}
