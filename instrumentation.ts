/** Next calls this once, before the server answers any request. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const start = await import('@/lib/process/start')
  start.refuseBadConfiguration()
  if (process.env.NODE_ENV === 'production') {
    const { logConsoleErrors } = await import('@/lib/log/unexpected-errors')
    logConsoleErrors()
  }
  // Before the checks, which can take seconds, because Next's server already accepts requests.
  const { guardServer } = await import('@/lib/process/guard')
  guardServer()
  await Promise.all([start.refuseUnsupportedRedis(), start.refuseUnsupportedProvider()])
  await start.startWork()
  start.logConfigHints()
  void start.logSkinHints()
  void start.deleteFullRecords()
  void start.warnOfChangedUserIds()
}
