import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from 'redis'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import { startRedis } from '../e2e/harness/redis'
import { redisConnections } from '../lib/connections'
import { RedisDeliveries } from '../lib/jobs/redis-deliveries'
import { longPauseMs, messageOf, patiently, refuse, startConfiguredReceiver } from '../lib/jobs/test-support'
import { createConfirmBudget } from '../lib/limits/confirm-budget'
import { rateLimit } from '../lib/limits'
import { RedisConnection } from '../lib/store/redis-connection'
import { redisStore } from '../lib/store/redis-store'
import { judgeRedis } from '../scripts/checks/redis'
import { blocksOf, endRuns, guides, prefix, prepareRuns, run, settings, standardTools, template } from './run-blocks'

/* Runs the blocks of commands of each guide, and checks what they make. */

beforeAll(prepareRuns)
afterAll(endRuns)

/** Uses Redis for everything that the app and its commands use it for. */
async function useAll(connection: RedisConnection): Promise<void> {
  const store = redisStore(connection, prefix)
  await store.set('value', 1, { ttlMs: 1000, isAlsoIfFull: true })
  await store.setIfAbsent('value', 1, { ttlMs: 1000 })
  expect(await store.get('value', z.number())).toBe(1)
  await store.remainingMs('value')
  await store.delete('value')
  const list = store.list('list', { schema: z.string(), maxEntries: 2, maxAgeMs: 60_000 })
  await list.append('a')
  expect(await list.newest({ limit: 2 })).toHaveLength(1)
  expect(await list.remove(() => true)).toBe(1)

  const limit = rateLimit(`${prefix}limit:arrivals`, { times: 1, seconds: 60 }, connection)
  expect(await limit.spend('a')).toEqual({ isAllowed: true })
  await limit.giveBack('a')
  const budget = createConfirmBudget({ callsPerMinute: 60, shared: store })
  expect(await budget.press('ada')).toEqual({ isDue: true })
  expect(budget.limit()).toBe(60)

  const connections = redisConnections(connection, prefix)
  const confirmed = { user_id: 'ada', subnet_user_id: 'hash', wallet_address: 'wallet', request_id: 'request' }
  await connections.keep({
    ...confirmed,
    confirmed_before: false,
    proven: true,
    confirmed_at: '2026-01-01T00:00:00.000Z',
  })
  expect(await connections.changed({ after: 0, limit: 10 })).toHaveLength(1)
  expect(await connections.forget('ada')).toBe(1)

  const receiver = await startConfiguredReceiver()
  const queue = `{${prefix.slice(0, -1)}}`
  const deliveries = await RedisDeliveries.open({ connection, prefix: queue, pausesMs: longPauseMs })
  deliveries.start()
  try {
    await deliveries.put(messageOf(1))
    await vi.waitFor(() => expect(receiver.arrived).toHaveLength(1), patiently)
    receiver.respond = refuse
    await deliveries.put(messageOf(2))
    await vi.waitFor(async () => expect(await deliveries.failed(10)).toMatchObject({ total: 1 }), patiently)
    expect(await deliveries.sendAgain(messageOf(2).id)).toBe(true)
    await deliveries.state()
    await deliveries.dropOld()
    await deliveries.forget('user-2')
  } finally {
    await deliveries.close()
    await receiver.close()
  }
}

/** Runs a whole guide, and stops at the first error. */
const runWhole = memoized((file: string) => run(file, ['set -e', ...blocksOf(file)]))

function memoized<Result>(work: (file: string) => Result): (file: string) => Result {
  const results = new Map<string, Result>()
  return (file) => {
    const result = results.get(file) ?? work(file)
    results.set(file, result)
    return result
  }
}

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)
const filesIn = (path: string) => readdirSync(path, { recursive: true, encoding: 'utf8' }).sort()

describe('the blocks of commands', () => {
  it.each(guides)('of $file run with the tools of POSIX', ({ file }) => {
    const { status, stderr } = runWhole(file)
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  })

  it.each(guides)('of $file can be pasted into zsh', ({ blocks }) => {
    for (const block of blocks) {
      const commands = block.replaceAll(/<<'?(\w+)'?\n[\s\S]*?\n\1$/gm, '')
      // An interactive zsh passes a comment to the command as arguments, and does not split the value of a variable.
      expect(commands).not.toMatch(/(?:^|\s)#\s/m)
      expect(commands).not.toMatch(/\bfor \w+ in [^;\n(]*\$(?:\w|\{)/)
    }
  })

  it("name no option of GNU's tools in the text between them", () => {
    const tools = Object.keys(standardTools).join('|')
    const foreign = new RegExp(`(?:^|[|;&] ?)(?:(?:${tools})(?: \\S+)* --[a-z]|cp -r|sed -i|grep -P)`)
    const spans = guides.flatMap(({ text }) => text.match(/`[^`\n]+`/g) ?? [])
    expect(spans.filter((span) => foreign.test(span.slice(1, -1)))).toEqual([])
  })
})

describe('the guide for Kubernetes', () => {
  const file = 'docs/deploy/kubernetes.md'
  const makesSecrets = 2
  /** The guide's commands name the lines, and never show a value. */
  const readDifferently = ['SECRET_A=canary # a', 'SECRET_B="canary"', 'SECRET_C=canary ', 'export SECRET_D=canary']
  const namesOfThese = readDifferently.map((line) => line.replace(/=.*/s, '\n')).join('')

  it('leaves the shell in the checkout and the secrets beside it, for their owner only', () => {
    const { folders, home, checkout } = runWhole(file)
    expect(new Set(folders.slice(1))).toEqual(new Set([checkout]))
    expect(filesIn(checkout)).toEqual(filesIn(template))
    for (const name of ['users.acl', 'acme.env']) expect(modeOf(join(home, 'our-secrets', name)), name).toBe('600')
    const environment = readFileSync(join(home, 'our-secrets/acme.env'), 'utf8')
    expect(environment.replace(/:[0-9a-f]{48}@/, ':…@')).toBe(
      'SERVICE_API_KEY=key_12345\nNEXTAUTH_SECRET=secret-1\nHOLD_PASSWORD=secret-2\nREDIS_URL=redis://acme:…@redis.redis:6379/0\n',
    )
  })

  it.each([
    ['openssl fails', { tool: ['openssl', 'exit 1'] }],
    ['kubectl fails', { tool: ['kubectl', 'cat > /dev/null; exit 1'] }],
    ['programs read secrets differently', { settings: settings + readDifferently.join('\n'), named: namesOfThese }],
  ] as const)('stops, and stays in the checkout, when %s', (_, change) => {
    const { tool, named = '', ...others } = { tool: undefined, named: undefined, ...change }
    const { home, record, folders, checkout, stderr } = run(file, blocksOf(file).slice(0, makesSecrets), {
      ...others,
      ...(tool && { tool: [tool[0], tool[1]] }),
    })
    expect(folders).toEqual([checkout, checkout])
    expect(record).not.toContain('rollout')
    expect(stderr).toContain(named)
    expect(stderr).not.toContain('canary')
    const made = filesIn(join(home, 'our-secrets')).filter((name) => !name.endsWith('.pem'))
    if (tool?.[0] !== 'kubectl') expect(made).toEqual([])
    else for (const name of made) expect(modeOf(join(home, 'our-secrets', name))).toBe('600')
  })

  it('makes a user of Redis who may run each command of the app and the doctor, but reach no other key', async () => {
    const { home } = run(file, blocksOf(file).slice(0, makesSecrets))
    const acl = readFileSync(join(home, 'our-secrets/users.acl'), 'utf8')
    const [, password = ''] = /^user acme on >(\S+)/m.exec(acl) ?? []
    const strangers = `user admin on nopass ~* +@all\nuser other on nopass ~other:* +@all\n`
    const redis = await startRedis({ users: acl + strangers })
    onTestFinished(() => redis.close())
    const urlOf = (user: string) => redis.url.replace('//', `//${user}@`)
    const url = urlOf(`acme:${password}`)

    expect(await judgeRedis({ redisUrl: url })).toMatchObject({ state: 'holds' })
    const connection = new RedisConnection({ url, prefix, timeoutMs: 10_000 })
    onTestFinished(() => connection.close())
    expect(await connection.check()).toEqual({ state: 'ok', reason: null })
    await useAll(connection)
    const admin = await createClient({ url: urlOf('admin:x') }).connect()
    onTestFinished(() => admin.destroy())
    expect(await admin.sendCommand(['ACL', 'LOG'])).toEqual([])

    const manifest = readFileSync('deploy/kubernetes/redis/redis.yaml', 'utf8')
    const probes = [...manifest.matchAll(/Probe:\n *exec: \{ command: \[sh, -c, redis-cli (.*)\] \}/g)]
    const succeeds = ([, rest = '']: string[]) =>
      spawnSync('sh', ['-c', `redis-cli -p ${redis.port} ${rest}`]).status === 0
    expect(probes.map(succeeds)).toEqual([true, true])
    await expect(redis.command('PING')).rejects.toThrow('NOAUTH')

    const refused = { state: 'wrong', what: 'Redis refuses a command or a key to this user (NOPERM).' }
    expect(await judgeRedis({ redisUrl: urlOf('other:x') })).toMatchObject(refused)
    for (const key of ['subnet-connect:production:other:a', '{subnet-connect:production:other}:a', 'a']) {
      await expect(connection.run((client) => client.get(key))).rejects.toMatchObject({ reason: 'NOPERM' })
    }
    // With tracking, Redis would send a client the name of every key that changes.
    await connection.run((client) => client.bgRewriteAof())
    const listing = [['KEYS', '*'], ['SCAN', '0'], ['RANDOMKEY'], ['CLIENT', 'TRACKING', 'ON', 'BCAST']]
    for (const words of [...listing, ['FLUSHALL'], ['CONFIG', 'GET', '*']]) {
      await expect(connection.run((client) => client.sendCommand(words))).rejects.toMatchObject({ reason: 'NOPERM' })
    }
  })
})

it('the guide for a machine copies the variables for root only, and all other files readable', () => {
  const { machine, checkout } = runWhole('docs/deploy/machine.md')
  const at = (path: string) => join(machine, path)
  expect(readFileSync(at('etc/subnet-connect.env'), 'utf8')).toBe(settings)
  expect(modeOf(at('etc/subnet-connect.env'))).toBe('600')
  expect(filesIn(at('srv/subnet-connect/skin'))).toEqual(filesIn(join(checkout, 'skin')))
  const build = filesIn(at('srv/subnet-connect')).find((name) => name.endsWith('-abc1234'))
  const readable = ['skin/brand.json', `${build}/server.js`, `${build}/secret.js`]
  for (const path of readable) expect(modeOf(at(`srv/subnet-connect/${path}`)), path).toBe('644')
  expect(readFileSync(at('etc/redis/redis.conf'), 'utf8')).toMatch(/^requirepass [0-9a-f]{48}$/m)
})
