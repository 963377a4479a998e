import getPort from 'get-port'
import { startApp, type App } from '../harness/app'
import { appVariables } from '../harness/app-variables'
import { logOf } from '../harness/log'
import { metricIn } from '../harness/metrics'
import { walletAddress } from '../harness/people'
import { PlainBrowser } from '../harness/plain-browser'
import { Visitor } from '../harness/visitor'
import { expect, test } from '../fixtures'
import { arrive, expectBackAtService, expectHeld, signIn, typeAndConnect } from '../steps'
import type { StandInControl } from '../stand-in/control/client'
import { t } from '../texts'

/*
 * Two instances without Redis, which share links only by cookies. HOLD_PASSWORD changes by the steps of
 * docs/operate/secrets.md, and the instances are at different steps. The last test ends an instance.
 */

const [former, next] = ['f'.repeat(40), 'n'.repeat(40)]
const metricsToken = 'a-token-for-metrics-of-more-than-32-characters'

let origin: string
/** An instance after the first step of the change, and one after the second step. */
let first: App
let second: App

test.beforeAll(async ({ standIn }) => {
  const port = await getPort()
  origin = `http://localhost:${port}`
  const variables = {
    ...appVariables({ standIn, port }),
    CONNECT_RECORDS: 'full',
    CONNECTED_WEBHOOK_URL: standIn.webhookUrl,
    CONNECTED_WEBHOOK_SECRET: standIn.webhookSecret,
    METRICS_TOKEN: metricsToken,
  }
  const start = async (passwords: Record<string, string>) =>
    startApp({ port: await getPort(), origin, variables: { ...variables, ...passwords } })
  ;[first, second] = await Promise.all([
    start({ HOLD_PASSWORD: former, HOLD_PASSWORD_NEXT: next }),
    start({ HOLD_PASSWORD: next, HOLD_PASSWORD_PREVIOUS: former }),
  ])
})
test.afterAll(() => Promise.all([first.close(), second.close()]))
test.beforeEach(({ control }) => control.set({ connectUrl: `${origin}/connect` }))

/** Returns a browser of a user who has signed in at an instance, and holds a link there. */
async function arrivedAt(instance: App, name: string, control: StandInControl) {
  const user = new PlainBrowser(new Visitor(origin, () => instance.address))
  await signIn(user, instance, name)
  const { request_id: requestId } = await arrive(user, control)
  return { user, requestId }
}

test('each instance confirms the open links of the other while HOLD_PASSWORD changes', async ({ control }) => {
  for (const [from, to] of [
    [first, second],
    [second, first],
  ] as const) {
    const { user } = await arrivedAt(from, 'Ada', control)
    const moved = user.copy(() => to.address)
    await expectHeld(moved)
    await typeAndConnect(moved)
    await expectBackAtService(moved)
  }
})

test('a stranger’s link needs a choice at each instance while HOLD_PASSWORD changes', async ({ control }) => {
  for (const [from, to] of [
    [first, second],
    [second, first],
  ] as const) {
    const user = new PlainBrowser(new Visitor(origin, () => from.address))
    for (const account of ['bob', 'bob', 'alice'] as const) {
      const link = new URL((await control.pressConnect(account)).link)
      if (account === 'bob') link.searchParams.set('nonce', 'n'.repeat(512))
      await user.goto(link.href)
    }
    await signIn(user, from, 'Ada between passwords')
    for (const instance of [from, to]) {
      const at = user.copy(() => instance.address)
      await at.goto('/connect/confirm')
      expect(at.heading).toBe(t('whichLink.title'))
    }
    const moved = user.copy(() => to.address)
    await moved.goto('/connect/confirm')
    // Without the other link, the one that is left still needs the choice.
    await moved.press(t('whichLink.choose'))
    await typeAndConnect(moved)
    await expectBackAtService(moved)
    await moved.goto('/connect/confirm')
    expect(moved.heading).toBe(t('whichLink.title'))
  }
})

test('a second press on another instance redirects to the same URL when the service answers 409', async ({
  control,
  standIn,
}) => {
  const { user } = await arrivedAt(first, 'Whoever presses on two', control)
  const twice = user.copy(() => second.address)
  await control.changeSuccess('confirm', { set: { return_url: '{origin}/landing/same#ac={ac}' }, times: 2 })
  await typeAndConnect(user)
  expect(user.url).toContain(`${standIn.origin}/landing/same#ac=`)
  // The first answer has cleared the hold, but a press that was already on its way still has it.
  await typeAndConnect(twice)
  expect(twice.url).toBe(user.url)
  expect((await control.received('confirm')).map(({ status }) => status)).toEqual([200, 409])
})

test('the log has an error with user and wallet for each message that is lost when the process ends', async ({
  control,
}) => {
  await control.set({ webhookStatus: 503 })
  const requestIds: string[] = []
  for (const name of ['Lost', 'Lost too']) {
    const { user, requestId } = await arrivedAt(second, name, control)
    await typeAndConnect(user)
    await expectBackAtService(user)
    requestIds.push(requestId)
  }
  const failed = () => logOf(second, 'webhook failed').map(({ message }) => message)
  await expect.poll(failed).toEqual(expect.arrayContaining(requestIds.map((id) => `wallet-confirmed-${id}`)))
  const headers = { Authorization: `Bearer ${metricsToken}` }
  const { body } = await new Visitor(second.address).send('/api/metrics', { headers })
  expect(metricIn(body, 'webhooks_waiting')).toBe(2)
  expect(metricIn(body, 'webhooks_given_up')).toBe(0)
  expect(await second.close()).toBe(0)
  expect(logOf(second, 'webhook lost')).toMatchObject(
    ['lost', 'lost too'].map((name, index) => ({
      level: 50,
      message: `wallet-confirmed-${requestIds[index]}`,
      type: 'wallet.confirmed',
      requestId: requestIds[index],
      userId: `demo:${name}`,
      walletAddress,
      reason: 'the process ended',
    })),
  )
})
