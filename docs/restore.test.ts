import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { execFileSync } from 'node:child_process'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { startRedis } from '../e2e/harness/redis'
import { redisConnections } from '../lib/connections/connections'
import { RedisConnection } from '../lib/store/redis-connection'
import { redisStore } from '../lib/store/redis-store'
import { endRuns, guides, prefix, prepareRuns, run } from './run-blocks'

/* Makes a backup of Redis and restores it to a new one with the commands of the guide, as each guide to deploy sets Redis. */

beforeAll(prepareRuns)
afterAll(endRuns)

const file = 'docs/operate/redis.md'
const blocksOf = (name: string) => guides.find((guide) => guide.file === name)?.blocks ?? []
const [onMachine = '', withCompose = '', inKubernetes = '', backup = '', restore = ''] = blocksOf(file)

/** Writes the flags of a command as lines of a configuration, without those that name a place. */
const linesOf = (words: readonly string[]) =>
  words
    .join(' ')
    .split(' --')
    .slice(1)
    .filter((line) => !/^(?:dir|aclfile) /.test(line))
    .join('\n')

const compose = z.object({ services: z.object({ redis: z.object({ command: z.string() }) }) })
const container = z.object({ command: z.array(z.string()), args: z.array(z.string()) })
const statefulSet = z.object({
  spec: z.object({ template: z.object({ spec: z.object({ containers: z.tuple([container]) }) }) }),
})

/** How each guide sets Redis: its configuration, its users, and the user of the app in its URL. */
const ways = {
  'a machine with systemd'() {
    const { machine } = run('docs/deploy/machine.md', blocksOf('docs/deploy/machine.md').slice(0, 2))
    const settings = readFileSync(join(machine, 'etc/redis/redis.conf'), 'utf8')
    return { settings, user: `:${/^requirepass (\S+)/m.exec(settings)?.[1]}@` }
  },
  Compose() {
    const { services } = compose.parse(parse(readFileSync('compose.yaml', 'utf8'), { merge: true }))
    return { settings: linesOf(services.redis.command.split(' ')), user: '' }
  },
  Kubernetes() {
    const [manifest] = parseAllDocuments(readFileSync('deploy/kubernetes/redis/redis.yaml', 'utf8'))
    const [redis] = statefulSet.parse(manifest?.toJS()).spec.template.spec.containers
    const { home } = run('docs/deploy/kubernetes.md', blocksOf('docs/deploy/kubernetes.md').slice(0, 2))
    const users = readFileSync(join(home, 'our-secrets/users.acl'), 'utf8')
    const settings = linesOf([...redis.command, ...redis.args])
    return { settings, users, user: `acme:${/^user acme on >(\S+)/m.exec(users)?.[1]}@` }
  },
}

/** Runs a command for Redis in its folder, in place of a program that reaches the other machine or a container. */
const inItsFolder = `echo "\${0##*/} $*" >> "$RECORD"
for last; do :; done
case $last in *appendonlydir*)
  PATH=$PATH:${dirname(execFileSync('sh', ['-c', 'command -v redis-check-aof'], { encoding: 'utf8' }))}
  cd "$HOME/../machine/var/lib/redis" && exec /bin/sh -c "$last" ;;
esac`

function useAll(url: string) {
  const connection = new RedisConnection({ url, timeoutMs: 10_000 })
  onTestFinished(() => connection.close())
  const connections = redisConnections(connection, prefix)
  const records = redisStore(connection, prefix).list('connects', {
    schema: z.string(),
    maxEntries: 9,
    maxAgeMs: 600_000,
  })
  return {
    async write(user: string) {
      const ids = { user_id: user, subnet_user_id: 'hash', wallet_address: 'wallet', request_id: user }
      const confirmed_at = '2026-01-01T00:00:00.000Z'
      await connections.keep({ ...ids, confirmed_before: false, proven: true, confirmed_at })
      await records.append(user)
    },
    read: async () => [await connections.changed({ after: 0, limit: 10 }), await records.newest({ limit: 10 })],
  }
}

it.each([
  ['a machine with systemd', 'ssh', onMachine, 'ssh root@machine systemctl restart redis-server'],
  ['Compose', 'docker', withCompose, 'docker compose restart redis'],
  ['Kubernetes', 'kubectl', inKubernetes, 'kubectl --namespace redis delete pod redis-0'],
] as const)('a backup brings all back when Redis is set as for %s', async (way, tool, place, restart) => {
  const { user, ...options } = ways[way]()
  const [former, next] = await Promise.all([startRedis(options), startRedis(options)])
  onTestFinished(async () => void (await Promise.all([former.close(), next.close()])))
  const urlOf = (redis: typeof next) => redis.url.replace('//', `//${user}`)
  const before = useAll(urlOf(former))
  for (const name of ['ada', 'bob']) await before.write(name)
  await useAll(urlOf(next)).write('of the new one')

  const moved = [`ln -s ${former.folder} /var/lib/redis`, place, backup, `ln -sfn ${next.folder} /var/lib/redis`]
  const { stderr, record } = run(file, ['set -e', ...moved, restore], { tool: [tool, inItsFolder] })
  expect(record, stderr).toContain(restart)
  await next.stop('SIGTERM')
  await next.start()
  const restored = await useAll(urlOf(next)).read()
  expect(restored).toEqual(await before.read())
  expect(restored).toMatchObject([
    [{ connection: { user_id: 'ada' } }, { connection: { user_id: 'bob' } }],
    { length: 2 },
  ])
})
