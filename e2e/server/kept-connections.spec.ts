import getPort from 'get-port'
import { logOf, standaloneFolder, startApp, type App } from '../harness/app'
import { appVariables } from '../harness/app-variables'
import { runScript } from '../harness/command'
import { hiddenFields } from '../harness/html'
import { operatorName, walletAddress } from '../harness/people'
import { PlainBrowser } from '../harness/plain-browser'
import { startRedis, type Redis } from '../harness/redis'
import { Visitor } from '../harness/visitor'
import { expect, test } from '../fixtures'
import { arrive, expectBackAtService, signIn, typeAndConnect } from '../steps'
import { consoleT, inHtml } from '../texts'
import type { StandInControl } from '../stand-in/control/client'
import { newAccount } from '../wallet/keys'

/*
 * The list of users and their wallets. The app stores each entry before it redirects the user, or later if Redis
 * is unavailable. The operator's systems read the list, and an operator can delete a user's data from it. The tests use
 * HTTP without a browser.
 */

const token = 'a-token-of-the-operator-of-this-test'

let redis: Redis
let origin: string
let variables: Record<string, string>
let app: App

test.beforeAll(async ({ standIn }) => {
  redis = await startRedis()
  const port = await getPort()
  origin = `http://localhost:${port}`
  variables = {
    ...appVariables({ standIn, port }),
    REDIS_URL: redis.url,
    CONNECTIONS_TOKEN: token,
    CONNECT_RECORDS: 'full',
    // No receiver listens there, because the messages must wait.
    CONNECTED_WEBHOOK_URL: 'http://localhost:1/',
    CONNECTED_WEBHOOK_SECRET: standIn.webhookSecret,
  }
  app = await startApp({ port: await getPort(), origin, variables })
})
test.afterAll(async () => {
  await app.close()
  await redis.close()
})
test.beforeEach(({ control }) => control.set({ connectUrl: `${origin}/connect` }))
test.afterEach(() => redis.resume())

let users = 0

/** Returns a browser of a user who has signed in. */
async function newUser({ name = `Kept ${(users += 1)}` } = {}): Promise<PlainBrowser> {
  const user = new PlainBrowser(new Visitor(origin, () => app.address))
  await signIn(user, app, name)
  return user
}

async function arrivedUser(control: StandInControl): Promise<PlainBrowser> {
  const user = await newUser()
  await arrive(user, control)
  return user
}

/** Connects a wallet, and returns the user's ID and the request's. */
async function connect(control: StandInControl, { address = walletAddress, name = `Kept ${(users += 1)}` } = {}) {
  const user = await newUser({ name })
  const { request_id: requestId } = await arrive(user, control)
  await typeAndConnect(user, address)
  await expectBackAtService(user)
  return { userId: `demo:${name.toLowerCase()}`, requestId }
}

interface Line {
  cursor: number
  user_id: string
  wallet_address: string
  request_id: string
}

async function read(query = '', headers: Record<string, string> = { Authorization: `Bearer ${token}` }) {
  const { status, body } = await new Visitor(origin, () => app.address).send(`/api/connections${query}`, { headers })
  const lines = status === 200 ? body.split('\n').filter((line) => line !== '') : []
  return { status, body, lines: lines.map((line) => JSON.parse(line) as Line) }
}

const linesAbout = async (userId: string) => (await read('?limit=1000')).lines.filter((line) => line.user_id === userId)

/** Presses Connect, and returns how long the answer takes. */
async function timedConnect(user: PlainBrowser): Promise<number> {
  const startedAt = performance.now()
  await typeAndConnect(user)
  await expectBackAtService(user)
  return performance.now() - startedAt
}

test('no confirm is lost while Redis is silent', async ({ control }) => {
  const patient = await newUser()
  const kept = await connect(control)
  const usualMs = await timedConnect(await arrivedUser(control))
  const { request_id: requestId } = await arrive(patient, control)
  redis.pause()

  await test.step('a silent Redis delays a confirm by at most 5 seconds, and the log has what waits for it', async () => {
    // A press waits for no other answer of Redis.
    expect(await timedConnect(patient)).toBeLessThan(usualMs + 5000)
    const userId = expect.stringMatching(/^demo:kept \d+$/)
    expect(logOf(app, 'connection waits for redis')).toMatchObject([{ requestId, userId, walletAddress }])
  })
  await test.step('the list and the commands report that Redis is unavailable', async () => {
    const problem = expect.stringContaining('Redis is unavailable')
    const [list, listing, forgetting] = await Promise.all([
      read(),
      subnet('connections'),
      subnet('forget', '--user=-1', '--yes'),
    ])
    expect([list.status, list.body]).toEqual([503, problem])
    for (const { exitCode, errors } of [listing, forgetting]) expect([exitCode, errors]).toEqual([1, problem])
  })
  await test.step('the console says that it waits for Redis', async () => {
    const { status, body } = await operatorsPage('')
    expect([status, body]).toEqual([503, expect.stringContaining(inHtml(consoleT('layout.away.title')))])
    expect(body).not.toContain('Staging')
  })
  redis.resume()
  // The console opens when the sign-outs of all instances are known.
  await expect.poll(async () => (await operatorsPage('')).status, { timeout: 15_000 }).toBe(200)
  await test.step('the list has each confirm that was stored, and the waiting one when Redis is back', async () => {
    const listedIds = async () => (await read('?limit=1000')).lines.map((line) => line.request_id)
    await expect.poll(listedIds, { timeout: 15_000 }).toContain(requestId)
    expect(await linesAbout(kept.userId)).toMatchObject([
      { wallet_address: walletAddress, request_id: kept.requestId, proven: false, confirmed_before: false },
    ])
  })
})

test('a second confirm of a request changes nothing in the list, and the console reports it', async ({ control }) => {
  const user = await newUser({ name: 'Earl' })
  await arrive(user, control)
  const twice = user.copy()
  await typeAndConnect(user)
  await typeAndConnect(twice, newAccount().address)
  await expectBackAtService(twice)
  // The service keeps the first confirm, and so does the list.
  expect(await linesAbout('demo:earl')).toMatchObject([{ wallet_address: walletAddress, confirmed_before: false }])
  const page = (await operatorsPage('?find=demo:earl')).body
  expect(page).toContain(consoleT('connects.words.outcome.confirmed_before'))
  expect(page).toContain(inHtml(consoleT('connects.outcomes.tell.confirmed_before')))
})

test('the list answers with an error when the token or the query is invalid, or CONNECTIONS_TOKEN is missing', async ({
  app: appWithout,
}) => {
  expect((await read('', {})).status).toBe(401)
  expect((await read('', { Authorization: `Bearer ${token}x` })).status).toBe(401)
  expect(await read('?limit=1', { Authorization: `Bearer ${token}` })).toMatchObject({
    status: 200,
    lines: { length: 1 },
  })
  for (const query of ['?after=-1', '?after=x', '?limit=0', '?limit=1001', '?limit=1.5', `?after=${'9'.repeat(400)}`]) {
    const { status, body } = await read(query)
    expect([query, status, body]).toEqual([query, 400, expect.stringContaining('limit a number from 1 to 1000')])
  }
  const without = await new Visitor(appWithout.origin).send('/api/connections', {
    headers: { Authorization: `Bearer ${token}` },
  })
  expect(without.status).toBe(404)
})

const operator = async () => {
  const { visitor } = await newUser({ name: operatorName })
  return visitor
}
const operatorsPage = async (query = '') => (await operator()).send(`/console/connects${query}`)

test('an operator can delete the data of a user with a press on Delete, and a user gets 404', async ({ control }) => {
  // The page reads both lists to their ends.
  await control.set({ data: { users: 40, breakdownUsers: 10, conversions: 5 } })
  const connected = await connect(control)
  const other = await connect(control)
  const visitor = await operator()
  const path = `/console/users/one?id=${connected.userId}`
  const read = async () => hiddenFields((await visitor.send(path)).body, { button: consoleT('users.forget.button') })
  await expect.poll(read).toMatchObject({ user: connected.userId })
  const form = await read()
  const options = { headers: { Origin: origin }, form }
  const stranger = await newUser()
  expect((await stranger.visitor.send(path, options)).status).toBe(404)
  expect(await linesAbout(connected.userId)).toHaveLength(1)

  // Another user's ID.
  const notAnId = { ...options, form: { ...form, user: `${connected.userId} ` } }
  expect((await visitor.send(path, notAnId)).body).toContain(inHtml(consoleT('users.forget.noId')))
  expect(await linesAbout(connected.userId)).toHaveLength(1)

  const { body } = await visitor.send(path, options)
  // Two records (arrived and confirmed), one connection, and one waiting message.
  const done = consoleT('users.forget.done', { records: 2, connections: 1, messages: 1 })
  for (const text of [done, consoleT('users.forget.left')]) expect(body).toContain(inHtml(text))
  expect(await linesAbout(connected.userId)).toEqual([])
  expect((await visitor.send(`/console/connects?find=${connected.userId}`)).body).toContain(
    inHtml(consoleT('connects.find.none.title')),
  )
  expect(await linesAbout(other.userId)).toHaveLength(1)
  expect(app.output()).toContain('"action":"forget","records":2,"connections":1,"messages":1')
  expect((await visitor.send(path, options)).body).toContain(inHtml(consoleT('users.forget.nothing')))
})

/** Runs `subnet` of the build. */
const subnet = (...args: string[]) =>
  runScript('subnet.mjs', args, {
    folder: standaloneFolder,
    variables: { ...variables, NEXTAUTH_URL: app.address },
  })

test('the command reads the list, and deletes the data of a user', async ({ control }) => {
  const { userId } = await connect(control)
  const { lines } = await read('?limit=1000')
  const last = lines.at(-1)?.cursor ?? 0
  const [listed, rest, withoutUser] = await Promise.all([
    subnet('connections', '--format', 'jsonl'),
    subnet('connections', '--after', String(last - 1)),
    subnet('forget'),
  ])
  expect(listed.exitCode).toBe(0)
  expect(
    listed.output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Line),
  ).toEqual(lines)
  expect(listed.errors).toContain(`--after ${last}`)
  expect(rest.output.split('\r\n')).toEqual([
    'cursor,user_id,subnet_user_id,wallet_address,proven,confirmed_before,request_id,first_confirmed_at,last_confirmed_at',
    expect.stringMatching(new RegExp(`^${last},${userId},\\w{64},${walletAddress},false,false,`)),
    '',
  ])

  // The command deletes the data even when CONNECTIONS_TOKEN, which turns the list on, has been removed.
  delete variables['CONNECTIONS_TOKEN']
  const withoutYes = await subnet('forget', userId)
  expect([withoutYes.exitCode, withoutYes.errors]).toEqual([2, expect.stringContaining('--yes must be given')])
  expect(await linesAbout(userId)).toHaveLength(1)
  const forgotten = await subnet('forget', userId, '--yes')
  variables['CONNECTIONS_TOKEN'] = token
  expect([forgotten.exitCode, forgotten.errors]).toEqual([0, ''])
  expect(forgotten.output).toContain('Deleted 2 records, 1 confirmed wallet and 1 message.')
  expect(await linesAbout(userId)).toEqual([])
  expect(withoutUser.exitCode).toBe(2)
})

test('a press under way leaves nothing when the user’s data is deleted meanwhile, and a later press is kept', async ({
  standIn,
  control,
}) => {
  const [name, userId] = ['Ewan', 'demo:ewan']
  const user = await newUser({ name })
  const { request_id: requestId } = await arrive(user, control)
  const returnUrl = `${standIn.origin}/connect/callback?request_id=${requestId}#ac=slow`
  const json = { status: 'success', auth_code: 'slow', return_url: returnUrl }
  await control.script('confirm', { after: 'handle', waitsForRelease: true, json })
  const pressed = typeAndConnect(user)
  await expect.poll(() => control.received('confirm')).toHaveLength(1)
  const forget = async () => {
    const { exitCode, output, errors } = await subnet('forget', userId, '--yes')
    return [exitCode, (output || errors).split('\n')[0]]
  }
  expect(await forget()).toEqual([0, 'Deleted 1 record, 0 confirmed wallets and 0 messages.'])
  await control.release()
  await pressed
  // The app writes records and messages in the order of the presses.
  const { userId: other, requestId: otherRequest } = await connect(control)
  expect(await linesAbout(other)).toHaveLength(1)
  await expect
    .poll(async () => (await operatorsPage('?tab=webhooks')).body)
    .toContain(`wallet-confirmed-${otherRequest}`)
  expect(await forget()).toEqual([3, consoleT('users.forget.nothing')])

  await connect(control, { name })
  expect(await linesAbout(userId)).toHaveLength(1)
  await expect.poll(forget).toEqual([0, 'Deleted 2 records, 1 confirmed wallet and 1 message.'])
})

test('the command reports why it cannot read the list', async () => {
  const wrongUrl = await subnet('connections', '--url', 'http://connect.example')
  expect([wrongUrl.exitCode, wrongUrl.errors]).toEqual([2, expect.stringContaining('must be the https URL')])
  variables['CONNECTIONS_TOKEN'] = `${token}x`
  const wrongToken = await subnet('connections')
  variables['CONNECTIONS_TOKEN'] = token
  expect([wrongToken.exitCode, wrongToken.errors, wrongToken.output]).toEqual([
    1,
    expect.stringContaining('another CONNECTIONS_TOKEN'),
    '',
  ])
})
