import type { Config } from '../../lib/config'
import { RedisConnection } from '../../lib/store/redis-connection'
import { StoreUnavailableError } from '../../lib/store/store'
import { holds, wrong, type Verdict } from './verdict'

const maxLatencyMs = 50
const pings = 10
const timeoutMs = 5000

/** Whether Redis is there, new enough and near, and forgets nothing by itself. */
export async function judgeRedis({ redisUrl }: Pick<Config, 'redisUrl'>): Promise<Verdict> {
  if (redisUrl === undefined) return holds('None is configured, which is right for one instance.')
  const connection = new RedisConnection({ url: redisUrl, timeoutMs })
  try {
    // The first command includes the connecting. The least of some pings shows the way to Redis.
    const info = await connection.run((client) => client.info())
    let latencyMs = Infinity
    for (let ping = 0; ping < pings; ping += 1) {
      const startedAt = performance.now()
      await connection.run((client) => client.ping())
      latencyMs = Math.min(latencyMs, performance.now() - startedAt)
    }
    return judgeRedisInfo(info, Math.round(latencyMs))
  } catch (error) {
    if (!(error instanceof StoreUnavailableError)) throw error
    return wrong(`Redis cannot be used (${error.reason}).`, 'Check REDIS_URL, and that this machine may reach Redis.')
  } finally {
    connection.close()
  }
}

/** Judges what Redis says of itself. */
export function judgeRedisInfo(info: string, latencyMs: number): Verdict {
  const field = (name: string) => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1] ?? ''
  const version = field('redis_version')
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major < 6 || (major === 6 && minor < 2)) return wrong(`Redis is version ${version}.`, 'Use Redis 6.2 or newer.')
  const policy = field('maxmemory_policy') || 'noeviction'
  // Without a limit of its memory, Redis evicts nothing whatever the policy.
  if (policy !== 'noeviction' && field('maxmemory') !== '0') {
    const what = `Redis drops entries when its memory is full (${policy}): limits and records get lost.`
    return wrong(what, 'Set maxmemory-policy to noeviction, and give this app a Redis of its own.')
  }
  if (latencyMs > maxLatencyMs) {
    return wrong(`Redis takes ${latencyMs} ms for an answer.`, 'Run it near the app: requests wait for it.')
  }
  return holds(`Redis ${version} answers in ${latencyMs} ms and evicts nothing.`)
}
