import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { request as plainRequest, type IncomingMessage } from 'node:http'
import { globalAgent, request as tlsRequest } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import getPort from 'get-port'
import { generate } from 'selfsigned'
import { logOf, type App } from '../e2e/harness/app'
import { manyPresses } from '../e2e/harness/app-variables'
import { operatorName, walletAddress } from '../e2e/harness/people'
import { PlainBrowser } from '../e2e/harness/plain-browser'
import { cookieHeader, signInAtApp } from '../e2e/harness/sign-in'
import { Visitor } from '../e2e/harness/visitor'
import type { StandInControl } from '../e2e/stand-in/control/client'
import { consoleT, t } from '../e2e/texts'
import { uploadHeaders } from '../app/console/uploads/post-file'
import { uploadPath } from '../lib/request/paths'
import { examine } from '../scripts/doctor/checks'
import { Deployment } from '../scripts/doctor/deployment'
import { installPackages } from './debian-packages'
import { startStandInFor } from './programs'
import { balancer, proxies, type Place, type Proxy, type Setting } from './proxies/proxies'

/*
 * Puts two instances behind nginx, Caddy, HAProxy, Apache and Varnish, each as docs/deploy sets it. A user signs in,
 * connects and is refused, and an operator exports and uploads, all over HTTP. The table shows what works, and what the
 * doctor says. It exits with 1 if something fails, if an export is not as the guide says, or if the log does not name the
 * client behind a balancer.
 */

interface Site extends Place {
  origin: string
  plainOrigin: string
  instances: [App, App]
  control: StandInControl
  token: string
  logs: () => Promise<string>
}

/** A check returns what it has seen; a thrown error is its problem. */
type Check = (site: Site) => Promise<string | void>

/** The nonce of the link that the user has followed. */
let nonce = ''
let browser = new PlainBrowser(new Visitor('http://localhost'))
let users = 0

/** Returns the status of an answer; 0 without one. */
const statusOf = (sent: Promise<{ status: number }>) => sent.then(({ status }) => status).catch(() => 0)

async function operatorAt({ instances, origin }: Site): Promise<Visitor> {
  const visitor = new Visitor(origin)
  for (const { name, value } of await signInAtApp(instances[0], operatorName)) visitor.cookies.set(name, value)
  return visitor
}

async function arrive({ control }: Site): Promise<void> {
  const pressed = await control.pressConnect()
  nonce = pressed.nonce
  await browser.goto(pressed.link)
}

const exportPath = '/console/balances/export'
const pageOfBalances = {
  status: 'success',
  data: {
    balances: Array.from({ length: 100 }, (_, index) => ({
      wallet_address: randomBytes(250).toString('hex'),
      user_id: `user ${index}`,
      current_period_points: index,
      all_time_points: index,
      bolts: index,
    })),
    pagination: { page: 1, limit: 100, total: 5000 },
  },
}

/**
 * Exports balances with curl. The second page of the service fails when `fail` says so.
 *
 * @returns curl's exit code, and the last line of the file.
 */
async function brokenExport(site: Site, version: string, fail: () => Promise<unknown>): Promise<[number, string]> {
  const { control, folder, instances, origin } = site
  await control.script('balances', { json: pageOfBalances })
  await control.script('balances', { waitsForRelease: true, status: 403, json: { error: 'No longer' } })
  const file = join(folder, 'export.csv')
  await rm(file, { force: true })
  const cookie = cookieHeader(await signInAtApp(instances[0], operatorName))
  const options = ['--silent', '--insecure', '--no-buffer', version, '--header', `Cookie: ${cookie}`, '--output', file]
  const child = spawn('curl', [...options, origin + exportPath], { stdio: 'inherit' })
  const ended = once(child, 'exit') as Promise<[number]>
  // The first rows must arrive while the service still works on the next ones.
  const endsAt = Date.now() + 10_000
  const size = () => statSync(file, { throwIfNoEntry: false })?.size ?? 0
  while (size() === 0 && child.exitCode === null && Date.now() < endsAt) await sleep(50)
  const isStreamed = size() > 0
  await fail()
  const [code] = await ended
  await control.clearScripts()
  assert.ok(isStreamed, 'the first rows arrive only at the end')
  const lines = (await readFile(file, 'utf8')).trimEnd().split(/\r?\n/)
  return [code, lines.at(-1) ?? '']
}

const broken =
  (version: string): Check =>
  async (site) => {
    const [code, last] = await brokenExport(site, version, () => site.control.release())
    const isSaid = last.includes(consoleT('shared.exports.brokeOff', { count: 100 }))
    // A reset stream of HTTP/2 can take the last row with it.
    assert.ok(isSaid || code !== 0, `the file looks whole, and its last row is ${last.slice(0, 60)}`)
    return `${seenByCurl(code)}, the last row ${isSaid ? 'says it' : 'is lost'}`
  }

const seenByCurl = (code: number) => (code === 0 ? 'looks whole to curl' : `curl fails (${code})`)

const behindBalancer = 'behind a balancer, logs the client'

const checks: Readonly<Record<string, Check>> = {
  'http leads to https, and no cache stores it': async ({ plainOrigin, origin }) => {
    const { status, location, headers } = await new Visitor(plainOrigin).send('/connect?nonce=n')
    assert.equal(status, 308, `it answers with ${status}`)
    const absolute = plainRequest(plainOrigin, { path: `${plainOrigin}/connect?nonce=n` }).end()
    const [{ headers: whole }] = (await once(absolute, 'response')) as [IncomingMessage]
    absolute.destroy()
    // Caddy takes its own port for 443.
    for (const to of [location, whole.location]) {
      assert.ok([`${origin}/connect?nonce=n`, 'https://localhost/connect?nonce=n'].includes(to ?? ''), to)
    }
    assert.equal(headers['cache-control'], 'no-store', 'caches may store it')
  },
  'a user arrives, and signs in': async (site) => {
    browser = new PlainBrowser(new Visitor(site.origin))
    await arrive(site)
    await browser.press(t('signIn.demo.button'), { name: `User ${(users += 1)}` })
    assert.equal(browser.heading, t('confirm.title'))
  },
  'the press connects': async () => {
    await browser.press(t('confirm.connect'), { wallet_address: walletAddress })
    assert.match(browser.url, /\/connect\/callback\?request_id=.*#ac=/)
  },
  'a refused press says why': async (site) => {
    await arrive(site)
    await site.control.script('confirm', {
      status: 422,
      json: { error: 'Not on the curve', reason: 'invalid_address' },
    })
    await browser.press(t('confirm.connect'), { wallet_address: walletAddress })
    assert.match(browser.text, /Not on the curve/)
  },
  'other host names, and 20 KB of headers': async ({ origin, plainOrigin }) => {
    // The nonce of the link must not reach the log here either.
    const requests = [origin, plainOrigin].flatMap((site) => [
      { site, headers: { Host: 'other.example' } },
      { site, headers: { Host: 'local_host:x' } },
      { site, headers: { 'X-Long': 'x'.repeat(20_000) } },
    ])
    const statuses: (number | string)[] = []
    for (const { site, headers } of requests) {
      const sent = new Visitor(site).send(`/connect?nonce=${nonce}`, { headers, servername: 'localhost' })
      statuses.push((await statusOf(sent)) || 'closed')
    }
    return statuses.join(' ')
  },
  'the export is whole': async (site) => {
    const { body } = await (await operatorAt(site)).send(exportPath)
    assert.equal(body.trimEnd().split('\r\n').length, 1235)
  },
  'an export breaks off, HTTP/1.1': broken('--http1.1'),
  'an export breaks off, HTTP/2 if offered': broken('--http2'),
  'an upload of 60 MB, with a pause of 8 s': async (site) => {
    const half = `${'x'.repeat(999)}\n`.repeat(30_000)
    const request = tlsRequest(site.origin + uploadPath, {
      method: 'POST',
      rejectUnauthorized: false,
      headers: {
        Cookie: cookieHeader(await signInAtApp(site.instances[0], operatorName)),
        Origin: site.origin,
        'Content-Type': 'text/csv',
        'Content-Length': 2 * half.length,
        [uploadHeaders.fileName]: 'runs.csv',
      },
    })
    // A proxy that refuses the file closes the connection.
    request.on('error', () => undefined)
    const answered = once(request, 'response') as Promise<[IncomingMessage]>
    request.write(half)
    // Varnish reads a body for 5 s by default.
    await Promise.race([sleep(8000), answered])
    request.end(half)
    const [response] = await answered
    const body = await textOf(response)
    assert.ok(response.statusCode === 200 && body.includes('"kind":"taken"'), `it answers with ${response.statusCode}`)
  },
  'a form of 100 KB gets 413': async (site) => {
    const { status } = await (await operatorAt(site)).send('/signin', { body: 'x'.repeat(100_000) })
    assert.equal(status, 413, `it answers with ${status}`)
  },
  'overwrites X-Request-Id': async ({ origin, instances }) => {
    const forged = randomBytes(16).toString('hex')
    // A proxy removes the headers that Connection names.
    const headers = { 'X-Request-Id': forged, Connection: 'close, X-Forwarded-Proto, X-Request-Id' }
    await new Visitor(origin).send('/connect?request_id=1', { headers })
    const lines = instances.flatMap((app) => logOf(app, 'incomplete link'))
    const ids = lines.map((line) => line['proxyRequestId']).filter((id) => typeof id === 'string')
    assert.ok(!ids.includes(forged), 'the app logs the ID of the client')
    assert.ok(ids.length > 0, 'the app gets no ID')
    return `yes: ${ids.at(-1)?.replaceAll(/[0-9a-f]/gi, 'x')}`
  },
  'one client reaches one instance': async ({ origin, instances }) => {
    const visitor = new Visitor(origin)
    await visitor.send('/signin')
    const lines = () => instances.map((app) => logOf(app, 'incomplete link').length)
    const before = lines()
    for (let sent = 0; sent < 10; sent += 1) await visitor.send('/connect?request_id=1')
    const reached = lines().filter((count, index) => count > (before[index] ?? 0))
    assert.equal(reached.length, 1, `it reaches ${reached.length}`)
  },
  [behindBalancer]: async ({ origin, logs }) => {
    const headers = { 'X-Forwarded-For': '198.51.100.1, 203.0.113.7' }
    await new Visitor(origin).send('/signin', { headers, localAddress: balancer })
    await new Visitor(origin).send('/signin', { headers: { 'X-Forwarded-For': '198.51.100.2' } })
    // Some logs are late.
    const endsAt = Date.now() + 5000
    while (!(await logs()).includes('203.0.113.7') && Date.now() < endsAt) await sleep(100)
    const written = await logs()
    assert.ok(!/198\.51\.100\.\d/.test(written), 'the log has an address that a client made up')
    return written.includes('203.0.113.7') ? 'yes' : 'all clients count as one'
  },
  'logs paths, and no nonce': async (site) => {
    const logs = await site.logs()
    assert.ok(!logs.includes(nonce), 'the nonce is in the log')
    assert.ok(!/User-Agent|nonce=/i.test(logs), 'a query is in the log')
    return logs.includes('/connect') ? 'yes' : 'it logs no requests'
  },
  'the doctor': async ({ origin, plainOrigin, folder, token }) => {
    globalAgent.options.ca = [await readFile(join(folder, 'fullchain.pem'), 'utf8')]
    const findings = await examine({
      environment: undefined,
      deployment: new Deployment(new URL(origin), token, new URL(plainOrigin)),
      copy: { version: '1.0.0', changelog: await readFile('CHANGELOG.md', 'utf8') },
    })
    // The lab uses the demo login, and whatever Node is here.
    const found = findings.filter(
      ({ id, state, todo }) => !['login', 'node'].includes(id) && state !== 'unknown' && Boolean(todo),
    )
    for (const { id, state, what, todo } of found) console.log(`    ${state.padEnd(8)}${id}: ${what} ${todo}`)
    return found.map(({ id }) => id).join(', ') || 'finds nothing'
  },
  'a user notices no stop of an instance': async ({ origin, instances }) => {
    const visitor = new Visitor(origin)
    const lines = (index: 0 | 1) => logOf(instances[index], 'incomplete link').length
    const before = lines(1)
    await visitor.send('/connect?request_id=1')
    const used = lines(1) > before ? 1 : 0
    let isStopped = false
    const stopped = instances[used].close().then(() => (isStopped = true))
    const statuses = new Set<number>()
    while (!isStopped) statuses.add(await statusOf(visitor.send('/signin')))
    for (let sent = 0; sent < 20; sent += 1) statuses.add(await statusOf(visitor.send('/signin')))
    await stopped
    instances[used] = await start(apps[used])
    assert.deepEqual([...statuses], [200], `it gets ${[...statuses].join(', ')}`)
  },
  'an instance is killed during an export': async (site) => {
    const [code, last] = await brokenExport(site, '--http1.1', async () => {
      await Promise.all(site.instances.map((app) => app.close('SIGKILL')))
      await site.control.release()
    })
    return `${seenByCurl(code)}, the last row ${last.includes('user') ? 'is whole' : 'is cut'}`
  },
}

const { proxy: only } = parseArgs({ options: { proxy: { type: 'string' } } }).values
installPackages(['curl', ...Object.values(proxies).flatMap(({ packages }) => packages)])
const [port, plainPort, between, ...ports] = await Promise.all(Array.from({ length: 5 }, () => getPort()))
const apps = [ports[0] ?? 0, ports[1] ?? 0] as const
const origin = `https://localhost:${port}`
const token = randomBytes(32).toString('base64')
const { control, start } = await startStandInFor(origin, {
  ...manyPresses,
  TRUSTED_PROXY_HOPS: '1',
  METRICS_TOKEN: token,
  SHUTDOWN_DELAY_SECONDS: '5',
  SHUTDOWN_GRACE_SECONDS: '10',
})
for (const [name, proxy] of Object.entries(proxies)) {
  if (only !== undefined && only !== name) continue
  const [version = ''] = run(proxy.version).split('\n')
  console.log(`\n${name}: ${version}`)
  const results = await resultsBehind(proxy)
  for (const [check, text] of Object.entries(results)) console.log(`  ${check.padEnd(46)}${text.slice(0, 80)}`)
  const brokenOff = Object.entries(results).filter(([check]) => check.startsWith('an export breaks off'))
  const isRight =
    Object.values(results).every((text) => !text.startsWith('no')) &&
    brokenOff.every(([, text]) => text.startsWith('curl fails') === proxy.passesAborts) &&
    (results[behindBalancer] === 'yes') === proxy.readsBalancer &&
    results['logs paths, and no nonce'] === 'yes' &&
    results['the doctor'] === 'finds nothing'
  if (isRight) continue
  console.log('  The setting of the guide is not right.')
  process.exitCode = 1
}

/** Runs a proxy in front of two instances. @returns what each check has seen. */
async function resultsBehind(proxy: Proxy): Promise<Record<string, string>> {
  await control.reset()
  await control.set({ data: { users: 1234 } })
  const folder = await mkdtemp(join(tmpdir(), 'proxy-'))
  const place: Place = { folder, port: port ?? 0, plainPort: plainPort ?? 0, between: between ?? 0, apps }
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], { keyType: 'ec' })
  const setting = proxy.setting(place)
  const files = { ...setting.files, 'privkey.pem': key, 'fullchain.pem': cert, 'both.pem': `${cert}\n${key}` }
  await Promise.all(Object.entries(files).map(([file, text]) => writeFile(join(folder, file), text)))
  // Proxies give up root, and still read and write here.
  await chmod(folder, 0o777)
  const results: Record<string, string> = {}
  const problems = setting.checks.flatMap((command) => {
    const { status, stderr, stdout } = spawnSync(command[0], command.slice(1), { encoding: 'utf8', env: envOf(folder) })
    return status === 0 ? [] : [`${command[0]}: ${stderr || stdout}`]
  })
  results['the files are valid'] = problems.length === 0 ? 'yes' : `no: ${problems.join(' ')}`
  if (problems.length > 0) console.log(`    ${problems.join('\n    ')}`)
  const instances: [App, App] = await Promise.all([start(apps[0]), start(apps[1])])
  const running = startPrograms(setting, folder)
  try {
    await running.isReady(origin)
    const plainOrigin = `http://localhost:${place.plainPort}`
    const logs = async () => running.output() + (await readFile(join(folder, 'access.log'), 'utf8').catch(() => ''))
    const site: Site = { ...place, origin, plainOrigin, instances, control, token, logs }
    for (const [check, look] of Object.entries(checks)) {
      results[check] = await look(site).then(
        (text) => text ?? 'yes',
        (error: Error) => `no: ${error.message.split('\n', 1)[0]}`,
      )
    }
  } catch (error) {
    console.log(`    ${String(error)}\n${running.output()}`)
    results['a user arrives, and signs in'] = 'no: it does not start'
  } finally {
    await running.close()
    await Promise.all(instances.map((app) => app.close('SIGKILL')))
    await rm(folder, { recursive: true, force: true })
  }
  return results
}

function envOf(folder: string): NodeJS.ProcessEnv {
  return { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
}

function startPrograms({ programs }: Setting, folder: string) {
  let output = ''
  const children = programs.map(([program, ...args]) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env: envOf(folder) })
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (output += text))
    }
    return { child, ended: once(child, 'exit') }
  })
  return {
    output: () => output,
    async isReady(origin: string) {
      const endsAt = Date.now() + 20_000
      for (;;) {
        if ((await statusOf(new Visitor(origin).send('/api/health'))) === 200) return
        if (Date.now() > endsAt) throw new Error('The proxy does not answer.')
        await sleep(100)
      }
    },
    async close() {
      for (const { child } of children) child.kill('SIGTERM')
      await Promise.all(children.map(({ ended }) => ended))
    },
  }
}

function run([program, ...args]: readonly [string, ...string[]]): string {
  const { stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  return stdout || stderr
}
