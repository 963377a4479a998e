import { describe, expect, it } from 'vitest'
import { startRedis, startSentinel, startShards, type Redis } from '../../e2e/harness/redis'
import { judgeRedis } from './redis'

const started = async (prepare?: (redis: Redis) => Promise<void>) => {
  const redis = await startRedis()
  await prepare?.(redis)
  return [redis]
}

describe('judgeRedis', () => {
  it.each([
    { which: 'a Redis that accepts writes', start: () => started(), verdict: { state: 'holds' } },
    {
      which: 'a cluster with one shard',
      start: async () => [await startRedis({ isCluster: true })],
      verdict: { state: 'holds' },
    },
    { which: 'a full Redis', start: () => started((redis) => redis.fill()), verdict: { what: 'Redis is full (OOM).' } },
    {
      which: 'a replica',
      start: () => started((redis) => redis.demote()),
      verdict: { what: 'Redis is a replica and takes no write (READONLY).' },
    },
    {
      which: 'a Sentinel',
      start: async () => [await startSentinel()],
      verdict: { todo: expect.stringContaining('follows the primary') },
    },
    { which: 'a cluster with two shards', start: startShards, verdict: { todo: expect.stringContaining('one shard') } },
  ])('judges $which', async ({ start, verdict }) => {
    const servers = await start()
    try {
      const [{ url: redisUrl } = { url: '' }] = servers
      await expect.poll(() => judgeRedis({ redisUrl }), { timeout: 15_000 }).toMatchObject(verdict)
    } finally {
      await Promise.all(servers.map((server) => server.close()))
    }
  })
})
