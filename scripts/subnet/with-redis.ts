import { ConfigError, parseConfig } from '@/lib/config'
import { redisConnection } from '@/lib/store'

/**
 * Runs work that shares the data in Redis with the app's running instances, if there is the whole environment of the
 * app with REDIS_URL.
 */
export async function withRedis<Result>(work: (isShared: boolean) => Promise<Result>): Promise<Result> {
  const result = parseConfig(process.env)
  const isShared = result.ok && result.config.redisUrl !== undefined
  if (!result.ok && process.env['REDIS_URL']?.trim()) {
    console.error(
      `REDIS_URL is not used, because it needs the whole environment of the app. ${new ConfigError(result.problems).message}`,
    )
  }
  try {
    return await work(isShared)
  } finally {
    if (isShared) redisConnection()?.close()
  }
}
