import { randomBytes } from 'node:crypto'
import bs58 from 'bs58'
import { startRedis } from '../e2e/harness/redis'
import { redisConnections } from '../lib/connections/connections'
import { keyPrefix } from '../lib/store'
import { RedisConnection } from '../lib/store/redis-connection'
import { check, peakOf, secondsOf } from './bench/measure'
import { started, startDeployment } from './programs'

/*
 * Records 100,000 connections and reads them in pages three times. Measures the time, and the memory of Redis and the
 * app.
 */

const connections = 100_000
const writtenAtOnce = 500
const rounds = 3
const pageSize = 1000
const token = 't'.repeat(40)

const redis = await started(startRedis())
const { app, standIn } = await startDeployment({ variables: { REDIS_URL: redis.url, CONNECTIONS_TOKEN: token } })
const usedMemory = async () =>
  Number(/used_memory:(\d+)/.exec(String(await redis.command('INFO', 'memory')))?.[1]) / 1e6

const connection = new RedisConnection({ url: redis.url, timeoutMs: 20_000 })
const kept = redisConnections(connection, keyPrefix({ subnetId: standIn.subnetId, environment: 'staging' }))
const before = await usedMemory()
const written = await secondsOf(async () => {
  for (let count = 0; count < connections; count += writtenAtOnce) {
    await Promise.all(Array.from({ length: writtenAtOnce }, () => kept.keep(madeUp())))
  }
})
console.log(`${connections} kept             ${written.toFixed(1)} s`)
console.log(`memory of Redis         ${Math.round((await usedMemory()) - before)} MB`)
connection.close()

await readPage(0, 1)
for (let round = 1; round <= rounds; round += 1) {
  let read = 0
  const seconds = await secondsOf(async () => {
    for (let cursor = 0, isEnd = false; !isEnd;) {
      const lines = await readPage(cursor, pageSize)
      read += lines.length
      cursor = lines.at(-1)?.cursor ?? cursor
      isEnd = lines.length < pageSize
    }
  })
  check(read === connections, `${read} connections were read`)
  console.log(`all read, round ${round}       ${seconds.toFixed(1)} s, peak memory of the app so far ${peakOf(app)} MB`)
}

async function readPage(after: number, limit: number): Promise<{ cursor: number }[]> {
  const response = await fetch(`${app.origin}/api/connections?after=${after}&limit=${limit}`, {
    headers: { Authorization: `Bearer ${token}` },
  })
  check(response.status === 200, `the list answered ${response.status}`)
  const lines = (await response.text()).split('\n').filter((line) => line !== '')
  return lines.map((line) => JSON.parse(line) as { cursor: number })
}

function madeUp() {
  return {
    user_id: `auth0|${randomBytes(12).toString('hex')}`,
    subnet_user_id: randomBytes(32).toString('hex'),
    wallet_address: bs58.encode(randomBytes(32)),
    proven: true,
    confirmed_before: false,
    request_id: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
    confirmed_at: new Date().toISOString(),
  }
}
