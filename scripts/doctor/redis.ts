import { RedisConnection } from '../../lib/store/redis-connection'
import { StoreUnavailableError } from '../../lib/store/store'
import type { Config } from '../../lib/config'
import { holds, wrong, type Verdict } from './finding'

/** Every arrival and every press of Connect waits for it a few times. The least of some pings shows the way to it. */
const maxLatencyMs = 50
const pings = 10
const timeoutMs = 5000
const minVersion = { major: 6, minor: 2 }

/** Whether Redis is there, new enough and near, and forgets nothing by itself. */
export async function judgeRedis({ redisUrl }: Pick<Config, 'redisUrl'>): Promise<Verdict> {
  if (redisUrl === undefined) return holds('None is configured, which is right for one instance.')
  const connection = new RedisConnection({ url: redisUrl, timeoutMs })
  try {
    const latencies: number[] = []
    for (let ping = 0; ping < pings; ping += 1) {
      const startedAt = performance.now()
      await connection.run((client) => client.ping())
      // The first one includes the connecting.
      if (ping > 0) latencies.push(performance.now() - startedAt)
    }
    return judgeRedisInfo(await connection.run((client) => client.info()), Math.round(Math.min(...latencies)))
  } catch (error) {
    if (!(error instanceof StoreUnavailableError)) throw error
    return wrong(
      `Redis cannot be used (${error.reason}).`,
      'Check REDIS_URL, that Redis runs, and that this machine may reach it.',
    )
  } finally {
    connection.close()
  }
}

/** Judges what Redis says of itself. */
export function judgeRedisInfo(info: string, latencyMs: number): Verdict {
  const field = (name: string) => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1]
  const [major = 0, minor = 0] = (field('redis_version') ?? '').split('.').map(Number)
  if (major < minVersion.major || (major === minVersion.major && minor < minVersion.minor)) {
    return wrong(`Redis is version ${field('redis_version')}.`, 'Use Redis 6.2 or newer.')
  }
  const policy = field('maxmemory_policy') ?? 'noeviction'
  // Without a limit of its memory, Redis evicts nothing whatever the policy.
  if (policy !== 'noeviction' && field('maxmemory') !== '0') {
    return wrong(
      `Redis drops entries when its memory is full (${policy}): open links, limits and records get lost.`,
      'Set maxmemory-policy to noeviction, and give this app a Redis of its own.',
    )
  }
  if (latencyMs > maxLatencyMs) {
    return wrong(`Redis takes ${latencyMs} ms for an answer.`, 'Run it near the app: every page waits for it.')
  }
  return holds(`Redis ${field('redis_version')} answers in ${latencyMs} ms and evicts nothing.`)
}
