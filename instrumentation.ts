/** Next calls this once, as the server starts and before it answers anything. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { refuseBadConfiguration } = await import('./lib/start')
  refuseBadConfiguration()
  const { allowSlowRequests } = await import('./lib/slow-requests')
  allowSlowRequests()
}
