/** Next calls this once, as the server starts and before it answers anything. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { refuseBadConfiguration, refuseUnsupportedRedis, startWork, tellOfChangedUserIds, tellOfSkin } =
    await import('@/lib/process/start')
  refuseBadConfiguration()
  if (process.env.NODE_ENV === 'production') {
    const { logConsoleErrors } = await import('@/lib/log/console')
    logConsoleErrors()
  }
  await refuseUnsupportedRedis()
  const { guardServer } = await import('@/lib/process/guard')
  const { isHiddenConsole } = await import('@/lib/console/shared/hidden')
  guardServer({ isHidden: isHiddenConsole })
  await startWork()
  void tellOfSkin()
  void tellOfChangedUserIds()
}
