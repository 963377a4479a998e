import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { startRedis } from '../e2e/harness/redis'
import { redisConnections } from '../lib/connections'
import { RedisConnection } from '../lib/store/redis-connection'
import { redisStore } from '../lib/store/redis-store'
import { blocksOf, endRuns, prefix, prepareRuns, run } from './run-blocks'

/* Moves the data of a Redis to a new one with the commands of docs/operate/redis.md. Each guide to deploy sets both. */

beforeAll(prepareRuns)
afterAll(endRuns)

const [onMachine = '', withCompose = '', inKubernetes = '', backup = '', restore = ''] =
  blocksOf('docs/operate/redis.md')

/** Writes the flags of a command as lines of a configuration, without those that name a place. */
const linesOf = (command: string) => {
  const lines = command.split(' --').slice(1)
  return lines.filter((line) => !/^(?:dir|aclfile) /.test(line)).join('\n')
}

const compose = z.object({ services: z.object({ redis: z.object({ command: z.string() }) }) })
const container = z.object({ command: z.array(z.string()), args: z.array(z.string()) })
const statefulSet = z.object({
  spec: z.object({ template: z.object({ spec: z.object({ containers: z.tuple([container]) }) }) }),
})

/** How each guide sets Redis, and how its commands reach and restart it. `user` is the app's in the URL of Redis. */
const ways = {
  'a machine with systemd'() {
    const { machine } = run('docs/deploy/machine.md', blocksOf('docs/deploy/machine.md').slice(0, 2))
    const settings = readFileSync(join(machine, 'etc/redis/redis.conf'), 'utf8')
    const user = `:${/^requirepass (\S+)/m.exec(settings)?.[1]}@`
    const restart = 'ssh root@machine systemctl restart redis-server'
    return { options: { settings }, user, tool: 'ssh', place: onMachine, restart }
  },
  Compose() {
    const { services } = compose.parse(parse(readFileSync('compose.yaml', 'utf8'), { merge: true }))
    const options = { settings: linesOf(services.redis.command) }
    return { options, user: '', tool: 'docker', place: withCompose, restart: 'docker compose restart redis' }
  },
  Kubernetes() {
    const [manifest] = parseAllDocuments(readFileSync('deploy/kubernetes/redis/redis.yaml', 'utf8'))
    const [redis] = statefulSet.parse(manifest?.toJS()).spec.template.spec.containers
    const { home } = run('docs/deploy/kubernetes.md', blocksOf('docs/deploy/kubernetes.md').slice(0, 2))
    const users = readFileSync(join(home, 'our-secrets/users.acl'), 'utf8')
    const options = { settings: linesOf([...redis.command, ...redis.args].join(' ')), users }
    const user = `acme:${/^user acme on >(\S+)/m.exec(users)?.[1]}@`
    const restart = 'kubectl --namespace redis delete pod redis-0'
    return { options, user, tool: 'kubectl', place: inKubernetes, restart }
  },
}

/** Runs a command for Redis in its folder, in place of a program that reaches the other machine or a container. */
const inItsFolder = `echo "\${0##*/} $*" >> "$RECORD"
for last; do :; done
case $last in *appendonlydir*)
  PATH=$PATH:${dirname(execFileSync('sh', ['-c', 'command -v redis-check-aof'], { encoding: 'utf8' }))}
  cd "$HOME/../machine/var/lib/redis" && exec /bin/sh -c "$last" ;;
esac`

function dataAt(url: string) {
  const connection = new RedisConnection({ url, timeoutMs: 10_000 })
  onTestFinished(() => connection.close())
  const connections = redisConnections(connection, prefix)
  const options = { schema: z.string(), maxEntries: 9, maxAgeMs: 600_000 }
  const records = redisStore(connection, prefix).list('connects', options)
  return {
    async write(user: string) {
      const ids = { user_id: user, subnet_user_id: 'hash', wallet_address: 'wallet', request_id: user }
      const confirmed_at = '2026-01-01T00:00:00.000Z'
      await connections.keep({ ...ids, confirmed_before: false, proven: true, confirmed_at })
      await records.append(user)
    },
    /** Returns the users of the connections and of the records. */
    async read() {
      const kept = await connections.changed({ after: 0, limit: 10 })
      const newest = await records.newest({ limit: 10 })
      return [kept.map(({ connection: { user_id } }) => user_id), newest.map(({ entry }) => entry).toReversed()]
    },
  }
}

/**
 * Makes a backup of a Redis with Ada and Bob, restores it to one with Cleo, and restarts this one.
 *
 * @param blocks - commands between the backup and the restore.
 * @returns whether the restore succeeded and restarted Redis, what the restarted one has, and whether a copy of the data
 *   stays in a folder of Redis.
 */
async function move(way: keyof typeof ways, blocks: readonly string[] = []) {
  const { options, user, tool, place, restart } = ways[way]()
  const [former, next] = await Promise.all([startRedis(options), startRedis(options)])
  onTestFinished(async () => void (await Promise.all([former.close(), next.close()])))
  const urlOf = ({ url }: typeof next) => url.replace('//', `//${user}`)
  for (const name of ['ada', 'bob']) await dataAt(urlOf(former)).write(name)
  await dataAt(urlOf(next)).write('cleo')

  const [link, linkOther] = [former, next].map((redis) => `ln -sfn ${redis.folder} /var/lib/redis`)
  const all = [link ?? '', place, backup, ...blocks, linkOther ?? '', restore]
  const { status, record } = run('docs/operate/redis.md', all, { tool: [tool, inItsFolder] })
  await next.stop('SIGTERM')
  await next.start()
  const hasCopy = [former, next].some((redis) => existsSync(join(redis.folder, 'copy')))
  return { isDone: status === 0 && record.includes(restart), data: await dataAt(urlOf(next)).read(), hasCopy }
}

const users = ['ada', 'bob']
const names = Object.keys(ways) as (keyof typeof ways)[]
it.each(names)('a backup brings all back when Redis is set as for %s', async (way) => {
  expect(await move(way)).toEqual({ isDone: true, data: [users, users], hasCopy: false })
})

it('a backup that fails its check keeps the former backup', async () => {
  const damage = 'rm /var/lib/redis/appendonlydir/*.base.rdb'
  expect(await move('Compose', [damage, backup])).toEqual({ isDone: true, data: [users, users], hasCopy: false })
})

it('a backup without one of its files changes nothing', async () => {
  const damage = 'tar -xf ../redis.tar && rm copy/*.base.rdb && tar -cf ../redis.tar copy'
  expect(await move('Compose', [damage])).toEqual({ isDone: false, data: [['cleo'], ['cleo']], hasCopy: false })
})
