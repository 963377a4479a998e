import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { postMessage } from './post'

/* Runs the receiver exactly as docs/operate/webhooks.md shows it. */

const secret = `whsec_${Buffer.alloc(32, 9).toString('base64')}`
const message = { id: 'wallet-confirmed-1', body: '{"type":"wallet.confirmed","data":{"user_id":"zoë"}}' }

let receiver: ChildProcess
let url: string
let output = ''

beforeAll(async () => {
  const [, code = ''] = /```js\n(.*?)```/s.exec(readFileSync('docs/operate/webhooks.md', 'utf8')) ?? []
  // Another test could take a port that is free now.
  const onFreePort = code.replace(
    ".listen(8080, '127.0.0.1')",
    ".listen(0, '127.0.0.1', function () { console.log(`port ${this.address().port}`) })",
  )
  receiver = spawn(process.execPath, ['--input-type=module', '--eval', onFreePort], {
    env: { NODE_ENV: 'test', CONNECTED_WEBHOOK_SECRET: secret },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  receiver.stdout?.setEncoding('utf8').on('data', (text: string) => (output += text))
  const port = await vi.waitFor(() => /^port (\d+)$/m.exec(output)?.[1] ?? expect.fail('no port yet'), 10_000)
  url = `http://127.0.0.1:${port}/`
}, 20_000)
afterAll(() => void receiver.kill())

it('the documented receiver accepts only a message that is signed with its secret', async () => {
  expect(await postMessage({ url, secret }, message)).toEqual({ isDelivered: true, result: '204' })
  await vi.waitFor(() => expect(output).toContain("wallet-confirmed-1 wallet.confirmed { user_id: 'zoë' }"), 10_000)
  const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`
  expect((await postMessage({ url, secret: other }, { ...message, id: 'canary' })).result).toBe('401')
  expect(output).not.toContain('canary')
})
