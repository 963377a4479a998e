import { execFile } from 'node:child_process'
import { createServer as createProxy } from 'node:http'
import { createServer, globalAgent } from 'node:https'
import { connect } from 'node:net'
import { promisify } from 'node:util'
import { generate } from 'selfsigned'
import { expect, it, onTestFinished } from 'vitest'
import { listen } from '@/e2e/harness/listen'
import { bundledProgram } from '@/e2e/harness/program'

/** Prints what happens to the requests of a process, because Node reads its proxies only at its start. */
const asks = `import { parseConfig } from './lib/config'
import { postMessage } from './lib/jobs/delivery'
import { boundedRequest } from './lib/request/bounded-request'
const reached = (work) => work.then(() => 'reached', () => 'not reached')
const [login, long, service, url, silent] = process.argv.slice(1).map((url) => new URL(url))
const webhook = { url, secret: 'whsec_' + 'A'.repeat(32) }
console.log(JSON.stringify({
  login: await reached(boundedRequest(login)),
  long: await reached(boundedRequest(long)),
  service: await reached(fetch(service)),
  webhook: (await postMessage(webhook, { id: '1', body: '{}' })).isDelivered ? 'reached' : 'not reached',
  ...(silent && { silent: await reached(boundedRequest(silent)) }),
  refused: parseConfig(process.env).problems.some(({ name }) => name === 'NODE_USE_ENV_PROXY'),
}))`

it('a login and a receiver of webhooks are reached by the same proxy as the service, and a login’s answer through it is bounded', async () => {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'login' }], { keyType: 'ec' })
  const server = createServer({ key, cert }, ({ url }, response) => {
    response.end(url === '/long' ? Buffer.alloc(384 * 1024) : '{}')
  })
  const { port, close } = await listen(server)
  onTestFinished(close)
  let hosts: string[] = []
  const proxy = createProxy().on('connect', ({ url = '' }, client, head) => {
    hosts.push(url)
    if (url === 'silent.invalid:443') return
    const upstream = connect(port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connected\r\n\r\n')
      upstream.write(head)
      client.pipe(upstream).pipe(client)
    })
    for (const side of [client, upstream]) side.on('error', () => {})
  })
  const { port: proxyPort, close: closeProxy } = await listen(proxy)
  onTestFinished(closeProxy)

  const program = await bundledProgram(asks)
  const from = async (environment: Record<string, string>, ...more: string[]) => {
    hosts = []
    const asked = ['login.invalid/', 'login.invalid/long', 'service.invalid/', 'webhook.invalid/', ...more]
    const urls = asked.map((url) => `https://${url}`)
    const env = { ...environment, HTTPS_PROXY: `http://127.0.0.1:${proxyPort}`, NODE_TLS_REJECT_UNAUTHORIZED: '0' }
    const { stdout } = await promisify(execFile)(process.execPath, [...program, ...urls], {
      env: { ...env, NODE_ENV: 'test' },
    })
    return { ...(JSON.parse(stdout) as object), hosts: [...new Set(hosts)] }
  }
  // An older Node follows no proxy at all, and the app says so.
  const isSupported = 'proxyEnv' in globalAgent.options
  const out = { login: 'not reached', long: 'not reached', service: 'not reached', webhook: 'not reached' }
  const none = { ...out, refused: !isSupported, hosts: [] }
  const asked = ['login.invalid:443', 'service.invalid:443', 'webhook.invalid:443']
  const reached = { login: 'reached', long: 'not reached', service: 'reached', webhook: 'reached' }
  const all = { ...reached, refused: false, hosts: asked }
  expect(await from({ NODE_USE_ENV_PROXY: '1' })).toEqual(isSupported ? all : none)
  expect(await from({ NODE_USE_ENV_PROXY: '1', NO_PROXY: '.invalid' })).toEqual(none)
  // The process ends only without an open connection, so the wait for the proxy has ended too.
  const silence = { ...all, silent: 'not reached', hosts: [...asked, 'silent.invalid:443'] }
  if (isSupported) expect(await from({ NODE_USE_ENV_PROXY: '1' }, 'silent.invalid/')).toEqual(silence)
}, 40_000)
