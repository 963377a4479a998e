import { ConfigError, parseConfig } from '@/lib/config'
import { redisConnection } from '@/lib/store'

/** Runs work that shares the app's data in Redis, if the app's whole environment is there and has REDIS_URL. */
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
