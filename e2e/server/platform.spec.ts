import { setTimeout as sleep } from 'node:timers/promises'
import { startTestReceiver } from '../harness/webhook-receiver'
import { expect, test } from '../fixtures'
import { logOf } from '../harness/app'
import { Visitor } from '../harness/visitor'
import { arrive, expectBackAtService, plainBrowserAt, typeAndConnect } from '../steps'

/* The app on a hosting platform, which runs the server itself and ends its processes at any time. */

test('on a platform, a press does not wait for its message, but the end of the process does', async ({
  standIn,
  control,
  startVariant,
}) => {
  const receiver = await startTestReceiver(standIn.webhookSecret)
  let accept = () => {}
  receiver.respond = (_request, response) => (accept = () => response.writeHead(204).end())
  const app = await startVariant({
    VERCEL: '1',
    CONNECTED_WEBHOOK_URL: receiver.url,
    CONNECTED_WEBHOOK_SECRET: standIn.webhookSecret,
  })
  await test.step('a page has its nonce, and deletes an invalid session cookie', async () => {
    const headers = { Cookie: 'next-auth.session-token=nonsense' }
    const page = await new Visitor(app.origin).send('/signin', { headers })
    const [, nonce = 'none'] = /'nonce-([^']+)'/.exec(String(page.headers['content-security-policy'])) ?? []
    expect(page.body).toContain(`<script nonce="${nonce}"`)
    expect(page.setCookies.join()).toContain('next-auth.session-token=; Path=/; Max-Age=0')
  })

  await control.set({ connectUrl: `${app.origin}/connect` })
  const user = await plainBrowserAt(app)
  await arrive(user, control)
  await typeAndConnect(user)
  await expectBackAtService(user)
  await expect.poll(() => receiver.requests).toBe(1)
  const closed = app.close()
  // A process that does not wait would have ended already.
  await sleep(500)
  accept()
  await closed
  expect(logOf(app, 'webhook lost')).toEqual([])
  expect(logOf(app, 'webhook delivered')).toHaveLength(1)
  await receiver.close()
})
