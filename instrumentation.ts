/** Next calls this once, as the server starts and before it answers anything. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { refuseBadConfiguration, refuseUnsupportedRedis, startWork, tellOfChangedUserIds, tellOfSkin } =
    await import('@/lib/process/start')
  refuseBadConfiguration()
  await refuseUnsupportedRedis()
  const { guardServer } = await import('@/lib/process/guard')
  guardServer()
  await startWork()
  void tellOfSkin()
  void tellOfChangedUserIds()
}
