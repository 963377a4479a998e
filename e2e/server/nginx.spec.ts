import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect as connectByTls } from 'node:tls'
import getPort from 'get-port'
import { startApp, type App } from '../harness/app'
import { appVariables } from '../harness/app-variables'
import { startNginx, type Nginx } from '../harness/nginx'
import { operatorName, walletAddress } from '../harness/people'
import { PlainBrowser } from '../harness/plain-browser'
import { Visitor, type Answer } from '../harness/visitor'
import { expect, test } from '../fixtures'
import { arrive, expectBackAtService, expectNothingHeld, plainBrowserAt, typeAndConnect } from '../steps'
import { visitorAs } from '../sessions'
import { t } from '../texts'

/*
 * Two instances behind a real nginx, with the configuration of docs/deploy. Users can use both instances, also while
 * one of them stops, and from the moment that one is back after both were down.
 */

let nginx: Nginx
let ports: readonly [number, number]
/** Starts the instance of a port. */
let startOn: (port: number) => Promise<App>
let instances: [App, App]

test.beforeAll(async ({ standIn }) => {
  const port = await getPort()
  ports = [await getPort(), await getPort()]
  nginx = await startNginx(port, ports)
  const { origin } = nginx
  const variables = {
    ...appVariables({ standIn, port }),
    NEXTAUTH_URL: origin,
    TRUSTED_PROXY_HOPS: '1',
    SHUTDOWN_DELAY_SECONDS: '1',
    SHUTDOWN_GRACE_SECONDS: '20',
  }
  startOn = (port) => startApp({ port, origin, variables })
  instances = await Promise.all([startOn(ports[0]), startOn(ports[1])])
})
test.afterAll(async () => {
  await Promise.all(instances.map((instance) => instance.close('SIGKILL')))
  await nginx.close()
})
test.beforeEach(({ control }) => control.set({ connectUrl: `${nginx.origin}/connect` }))

test('a user goes from a link through the login back to the service', async ({ control }) => {
  const browser = new PlainBrowser(new Visitor(nginx.origin))
  const { link, nonce } = await control.pressConnect()
  await browser.goto(link)
  await browser.press(t('signIn.demo.button'), { name: 'Ada' })
  expect(browser.url).toBe(`${nginx.origin}/connect/confirm`)
  await typeAndConnect(browser)
  await expectBackAtService(browser)
  await expectNothingHeld(browser)
  // The log of nginx has no queries, because they contain nonces and codes.
  const logs = await nginx.logs()
  expect(logs).toContain('"GET /connect"')
  expect(logs).not.toContain(nonce)
})

test('nginx redirects a link from http to https, and no cache may store its nonce', async ({ control }) => {
  const { link, nonce } = await control.pressConnect()
  const { pathname, search } = new URL(link)
  const { status, headers, location } = await new Visitor(nginx.plainOrigin).send(pathname + search)
  expect([status, location]).toEqual([308, link])
  expect(headers['cache-control']).toBe('no-store')
  expect(await nginx.logs()).not.toContain(nonce)
})

test('nginx answers a certificate authority over plain http from its folder, and redirects the rest', async () => {
  await mkdir(nginx.challengeFolder, { recursive: true })
  await writeFile(join(nginx.challengeFolder, 'token-1'), 'token-1.thumbprint')
  const visitor = new Visitor(nginx.plainOrigin)
  const [answer, missing, other] = await Promise.all(
    ['acme-challenge/token-1', 'acme-challenge/token-2', 'security.txt'].map((path) =>
      visitor.send(`/.well-known/${path}`),
    ),
  )
  expect([answer?.status, answer?.headers['content-type'], answer?.body]).toEqual([
    200,
    'text/plain',
    'token-1.thumbprint',
  ])
  expect([missing?.status, other?.status]).toEqual([404, 308])
})

/** Addresses of one client, in the forms that a balancer may send, and an address of another client. */
const clients: [addresses: string[], other: string][] = [
  [['192.0.2.1', '::ffff:192.0.2.1', '::ffff:c000:201'], '192.0.2.2'],
  // An IPv4 address that a network translates, and of networks that place IPv4 addresses themselves.
  [['192.0.2.3', '64:ff9b::192.0.2.3', '::ffff:0:192.0.2.3'], '64:ff9b::192.0.2.4'],
  [['64:ff9b:1:c000:2:100::', '64:FF9B:1:c000:2:100:0:0'], '64:ff9b:1:c000:2:200::'],
  [['64:ff9b:1:c633:64:500::'], '64:ff9b:2:c633:64:500::'],
  // A whole network, also with zeros at its end, within, at its start, and only zeros.
  [['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::1', '2001:DB8:1:2:0:0:1:0'], '2001:db8:1:3:3:4:5:6'],
  [['2001:db8::1', '2001:db8::5:6:7:8', '2001:db8:0:0:1::'], '2001:db8:0:1::1'],
  [['2001:db8:1::1', '2001:db8:1:0:5:6:7:8', '2001:db8:1::6:7:8'], '2001:db8:1:1::1'],
  [['2001:0:0:1::1', '2001::1:6:7:8:9'], '2001::6:7:8:9'],
  [['0:0:0:1::1', '::1:5:6:7:8'], '0:0:1:1::1'],
  [['::1', '::5:6:7:8', '::1.2.3.4', '::'], '::2:0:0:0:0'],
]

test('behind a balancer, nginx limits one IPv4 address or /64 network as one client, in every form', async () => {
  const balanced = await startNginx(await getPort(), ports, (site) =>
    site
      .replaceAll(/^#(set_real_ip_from|real_ip)/gm, '$1')
      .replace('192.0.2.0/24', '127.0.0.1')
      // One request for each client, and no second one during the test.
      .replaceAll(/rate=\S+;/g, 'rate=1r/m;')
      .replaceAll(' burst=1200 nodelay', '')
      // For a balancer that sends no SNI.
      .replaceAll(/^ +(listen .*443 .*default_server|ssl_reject_handshake on);\n/gm, '')
      .replaceAll(/(listen .*443 ssl http2);/g, '$1 default_server;'),
  )
  try {
    const statusFor = async (address: string, sent = address) => {
      const visitor = new Visitor(balanced.origin)
      const { status } = await visitor.send('/robots', { headers: { 'X-Forwarded-For': sent } })
      return `${address} ${status}`
    }
    for (const [[first = '', ...others], other] of clients) {
      expect(await statusFor(first)).toBe(`${first} 404`)
      for (const address of others) expect(await statusFor(address)).toBe(`${address} 429`)
      expect(await statusFor(other)).toBe(`${other} 404`)
    }
    // The balancer adds the real address behind one that the client has made up.
    expect(await statusFor('192.0.2.2', '198.51.100.1, 192.0.2.2')).toContain('429')
    const check = { headers: { Host: '192.0.2.10' }, servername: '' }
    expect((await new Visitor(balanced.origin).send('/api/ready', check)).status).toBe(200)
    // nginx does not believe another sender than the balancer.
    const stranger = new Visitor(balanced.origin)
    const fromStranger = (sent: string) =>
      stranger.send('/robots', { headers: { 'X-Forwarded-For': sent }, localAddress: '127.0.0.9' })
    expect((await fromStranger('198.51.100.8')).status).toBe(404)
    expect((await fromStranger('198.51.100.9')).status).toBe(429)
  } finally {
    await balanced.close()
  }
})

test('nginx answers only for its host name', async () => {
  const { port } = new URL(nginx.origin)
  const handshake = async (servername?: string) => {
    const socket = connectByTls({ host: '127.0.0.1', port: Number(port), servername, rejectUnauthorized: false })
    try {
      await once(socket, 'secureConnect')
      return 'done'
    } catch (error) {
      return error instanceof Error ? error.message : 'failed'
    } finally {
      socket.destroy()
    }
  }
  expect(await handshake('localhost')).toBe('done')
  expect(await handshake('other.example')).toContain('unrecognized name')
  expect(await handshake()).toContain('unrecognized name')

  const statusAt = (origin: string, host: string) =>
    new Visitor(origin)
      .send('/robots.txt', { headers: { Host: host }, servername: 'localhost' })
      .then(({ status }) => status)
      .catch(() => 'closed')
  expect(await statusAt(nginx.origin, `localhost:${port}`)).toBe(200)
  expect(await statusAt(nginx.origin, 'other.example')).toBe('closed')
  expect(await statusAt(nginx.plainOrigin, 'localhost')).toBe(308)
  expect(await statusAt(nginx.plainOrigin, 'other.example')).toBe('closed')
})

test('nginx refuses requests beyond a burst from one client address, and counts files apart from pages', async () => {
  // With the documented 1,200 pages and 6,000 files, the test would take seconds.
  const burst = 60
  const limited = await startNginx(await getPort(), ports, (site) => {
    const bursts = site.match(/zone=\w+ burst=\d+ nodelay/g)?.toSorted()
    const pages = 'zone=subnet_connect_clients burst=1200 nodelay'
    const files = 'zone=subnet_connect_files burst=6000 nodelay'
    expect(bursts).toEqual([pages, pages, pages, files, files])
    return site.replaceAll(/burst=(1200|6000)/g, `burst=${burst}`).replace('rate=100r/s', 'rate=20r/s')
  })
  const visitor = new Visitor(limited.origin)
  // The server refuses these requests before any page, so a 414 shows that nginx has let them through.
  const longQuery = `?${'a&'.repeat(200)}`
  const fromOffice = { localAddress: '127.0.0.2' }
  const send = (path: string) => visitor.send(path + longQuery, fromOffice)
  // Any page can be sent the form of another one.
  const paths = ['/connect', '/', '/signin', '/console']
  try {
    const answers = await Promise.all(Array.from({ length: burst }, (_, index) => send(paths[index % 4] ?? '')))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([414]))

    let refused: Answer | undefined
    await expect
      .poll(async () => {
        const more = await Promise.all(Array.from({ length: burst }, () => send('/connect')))
        refused = more.find(({ status }) => status === 429)
        return refused?.status
      })
      .toBe(429)
    expect(refused?.headers).toMatchObject({
      'content-type': 'text/html',
      'cache-control': 'no-store',
      'retry-after': '60',
    })
    expect(refused?.body).toContain('Wait a minute, then reload this page.')
    for (const path of ['/robots.txt', '/favicon.ico', '/wallets/phantom.svg']) {
      expect((await visitor.send(path, fromOffice)).status, path).toBe(200)
    }
    expect((await visitor.send('/signin')).status).toBe(200)
    for (const path of ['/_next/static/none.js', '/wallets/none.svg', '/skin/none/none.svg']) {
      await expect
        .poll(async () => {
          const answers = await Promise.all(Array.from({ length: burst }, () => visitor.send(path, fromOffice)))
          return answers.some(({ status }) => status === 429)
        })
        .toBe(true)
    }
    expect((await visitor.send('/wallets/phantom.svg')).status).toBe(200)
    expect(await limited.logs()).not.toContain(longQuery)
  } finally {
    await limited.close()
  }
})

test('a file of 30 MB reaches the service, and a form of 100 KB gets 413', async ({ control }) => {
  const operator = await visitorAs(instances[0], operatorName)
  const row = `${'x'.repeat(999)}\n`
  const send = (path: string, bytes: number) => {
    const body = row.repeat(bytes / row.length)
    const headers = { 'Content-Type': 'text/csv', 'X-File-Name': 'runs.csv' }
    return operator.send(path, { headers: { Origin: nginx.origin, ...headers }, body })
  }
  const { status, body } = await send('/console/uploads/file', 30_000_000)
  expect([status, body]).toEqual([200, expect.stringContaining('"kind":"taken"')])
  expect((await control.received('upload')).map(({ upload }) => upload?.bytes)).toEqual([30_000_000])
  expect((await send('/connect/confirm', 100_000)).status).toBe(413)
})

test('users notice nothing while instances stop and start, as long as one of them is up', async ({ control }) => {
  const visitor = new Visitor(nginx.origin)

  await test.step('while one instance stops', async () => {
    const statuses = new Map<number, number>()
    const requestCount = () => [...statuses.values()].reduce((sum, count) => sum + count, 0)
    let isRunning = true
    const visits = Array.from({ length: 4 }, async () => {
      while (isRunning) {
        for (const path of ['/signin', '/favicon.ico', '/connect/confirm']) {
          const { status } = await visitor.send(path)
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
          // Often enough for every moment of a stop. More users would take the processor from the app.
          await sleep(100)
        }
      }
    })
    const browser = await plainBrowserAt(instances[0])
    await arrive(browser, control)
    // The real answer is late and then lost, so the second attempt gets the code while the instance stops.
    await control.script('confirm', { after: 'handle', delayMs: 1500, status: 503 })
    const pressed = browser.press(t('confirm.connect'), { wallet_address: walletAddress })
    await expect.poll(async () => (await control.received('confirm')).length).toBe(1)
    // Each of the two instances may have the confirm, which must succeed on both.
    expect(await instances[0].close()).toBe(0)
    await pressed
    await expectBackAtService(browser)
    const answered = requestCount()
    await expect.poll(requestCount).toBeGreaterThan(answered + 20)
    isRunning = false
    await Promise.all(visits)
    expect([...statuses.keys()].toSorted((a, b) => a - b)).toEqual([200, 307])
  })

  await test.step('from the moment that an instance is back after both were down', async () => {
    const statusOf = async () => (await visitor.send('/robots.txt')).status
    expect(await instances[1].close()).toBe(0)
    let isBack = false
    // nginx has seen the instances fail just before one is back.
    const requestsUntilBack = (async () => {
      const statuses = new Set<number>()
      while (!isBack) {
        statuses.add(await statusOf())
        await sleep(20)
      }
      return statuses
    })()
    instances[0] = await startOn(ports[0])
    const statuses = await Promise.all(Array.from({ length: 30 }, statusOf))
    isBack = true
    expect(await requestsUntilBack).toContain(502)
    expect(statuses).toEqual(Array.from({ length: 30 }, () => 200))
  })
})
