import type { Config } from '../../lib/config'
import { RedisConnection, unsupportedRedis } from '../../lib/store/redis-connection'
import { StoreUnavailableError } from '../../lib/store/store'
import { ownCaHint } from './http'
import { hint, holds, unknown, wrong, type Verdict } from './verdict'

const maxLatencyMs = 50
const writes = 10
const timeoutMs = 5000

const refusals: Record<string, [what: string, todo: string]> = {
  OOM: ['is full', 'Give Redis more memory (maxmemory), or give this app a separate Redis.'],
  READONLY: ['is a replica and takes no write', 'Name the primary in REDIS_URL.'],
  LOADING: ['is loading its data', 'Wait until it has finished, and look at its log.'],
  MASTERDOWN: ['is a replica without its primary', 'Name the primary in REDIS_URL.'],
  NOPERM: [
    'refuses a command or a key to this user',
    'Allow its user what docs/operate/health-and-metrics.md lists under Redis; docs/deploy/kubernetes.md has a whole line.',
  ],
}

/** Checks whether Redis answers, is new enough and near, accepts a write, and evicts nothing. */
export async function judgeRedis({ redisUrl }: Pick<Config, 'redisUrl'>): Promise<Verdict> {
  if (redisUrl === undefined) return holds('No Redis is configured, which is right for one instance.')
  const connection = new RedisConnection({ url: redisUrl, timeoutMs })
  try {
    const verdict = judgeRedisInfo(await connection.run((client) => client.info()))
    if (verdict.state === 'wrong') return verdict
    // A PING does not show whether writes work. The minimum of several times is the latency of the network.
    let latencyMs = Infinity
    for (let write = 0; write < writes; write += 1) {
      const startedAt = performance.now()
      const { state, reason } = await connection.check()
      if (state !== 'ok') return refused(reason ?? state)
      latencyMs = Math.min(latencyMs, performance.now() - startedAt)
    }
    return judgeLatency(Math.round(latencyMs)) ?? verdict
  } catch (error) {
    if (!(error instanceof StoreUnavailableError)) throw error
    return refused(error.reason)
  } finally {
    connection.close()
  }
}

function refused(reason: string): Verdict {
  const [what, todo] = refusals[reason] ?? [
    'cannot be used',
    unsupportedRedis[reason] ?? ownCaHint(reason) ?? 'Check REDIS_URL, and that this machine may reach Redis.',
  ]
  return wrong(`Redis ${what} (${reason}).`, todo)
}

/** Judges the time that Redis needs for a write; undefined if Redis is near enough. */
export function judgeLatency(latencyMs: number): Verdict | undefined {
  if (latencyMs <= maxLatencyMs) return undefined
  return wrong(`Redis takes ${latencyMs} ms for an answer.`, 'Run it near the app, because requests wait for it.')
}

export function judgeRedisInfo(info: string): Verdict {
  const field = (name: string) => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1] ?? ''
  const version = field('redis_version')
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major < 6 || (major === 6 && minor < 2)) return wrong(`Redis is version ${version}.`, 'Use Redis 6.2 or newer.')
  const policy = field('maxmemory_policy')
  // Without a memory limit, Redis evicts nothing under any policy.
  if (policy && policy !== 'noeviction' && field('maxmemory') !== '0') {
    const what = `Redis drops entries when its memory is full (${policy}), so limits and records are lost.`
    return wrong(what, 'Set maxmemory-policy to noeviction, and give this app a separate Redis.')
  }
  const unreported = ['maxmemory_policy', 'aof_enabled'].filter((name) => field(name) === '')
  if (unreported.length > 0) {
    const what = `Redis ${version} is near and takes writes, but does not report ${unreported.join(' and ')}.`
    return unknown(what, 'Check there that maxmemory-policy is noeviction, and that it keeps its data over a restart.')
  }
  const what = `Redis ${version} is near, takes writes and evicts nothing.`
  if (field('aof_enabled') !== '0') return holds(what)
  const todo =
    'Run CONFIG SET appendonly yes, then add it to its file. A Redis that restarts with only the changed file starts empty.'
  return hint(`${what} A restart of Redis loses the last webhooks and records.`, todo)
}
