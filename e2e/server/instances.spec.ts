import getPort from 'get-port'
import { startApp, type App } from '../harness/app'
import { appVariables } from '../harness/app-variables'
import { PlainBrowser } from '../harness/plain-browser'
import { Visitor } from '../harness/visitor'
import { expect, test } from '../fixtures'
import { arrive, expectBackAtService, signIn, typeAndConnect } from '../steps'
import type { StandInControl } from '../stand-in/control/client'
import { t } from '../texts'

/*
 * Instances without Redis, which share links only by cookies. One test changes HOLD_PASSWORD by the steps of
 * docs/operate/secrets.md while the instances are at different steps. In the other test, a press reaches two instances.
 */

// One worker runs these tests, so that it starts the instances once.
test.describe.configure({ mode: 'default' })

const former = 'f'.repeat(40)
const next = 'n'.repeat(40)

/** The variables of an instance before the change, and after each step. */
const steps = {
  before: { HOLD_PASSWORD: former },
  first: { HOLD_PASSWORD: former, HOLD_PASSWORD_PREVIOUS: next },
  second: { HOLD_PASSWORD: next, HOLD_PASSWORD_PREVIOUS: former },
  last: { HOLD_PASSWORD: next },
}

let origin: string
let instances: Record<keyof typeof steps, App>

test.beforeAll(async ({ standIn }) => {
  const port = await getPort()
  origin = `http://localhost:${port}`
  const variables = appVariables({ standIn, port })
  const start = async (step: keyof typeof steps) =>
    startApp({ port: await getPort(), origin, variables: { ...variables, ...steps[step] } })
  const [before, first, second, last] = await Promise.all([
    start('before'),
    start('first'),
    start('second'),
    start('last'),
  ])
  instances = { before, first, second, last }
})
test.afterAll(() => Promise.all(Object.values(instances).map((instance) => instance.close())))
test.beforeEach(({ control }) => control.set({ connectUrl: `${origin}/connect` }))

/** Returns a browser of a user who has signed in at an instance, and holds a link there. */
async function arrivedAt(instance: App, name: string, control: StandInControl): Promise<PlainBrowser> {
  const user = new PlainBrowser(new Visitor(origin, () => instance.address))
  await signIn(user, instance, name)
  await arrive(user, control)
  return user
}

test('each instance confirms every open link while HOLD_PASSWORD changes', async ({ control }) => {
  const { before, first, second, last } = instances
  /** Arrives at one instance, and goes to the page of another. */
  const goFrom = async (from: App, to: App, name: string) => {
    const user = (await arrivedAt(from, name, control)).copy(() => to.address)
    await user.goto('/connect/confirm')
    return user
  }
  for (const [index, { from, to }] of [
    // Both directions of each pair of instances that run at the same time.
    { from: before, to: first },
    { from: first, to: before },
    { from: first, to: second },
    { from: second, to: first },
    // After the last step, the links under the former password have expired.
    { from: second, to: last },
  ].entries()) {
    const user = await goFrom(from, to, `Ada ${index}`)
    await typeAndConnect(user)
    await expectBackAtService(user)
  }
  // An instance that has skipped a step does not open the link.
  expect((await goFrom(first, last, 'Eve')).buttons).not.toContain(t('confirm.connect'))
  expect((await goFrom(second, before, 'Eve')).buttons).not.toContain(t('confirm.connect'))
})

test('a second press on another instance redirects to the same URL when the service answers 409', async ({
  control,
  standIn,
}) => {
  const { before, first } = instances
  const user = await arrivedAt(before, 'Whoever presses on two', control)
  const second = user.copy(() => first.address)
  await control.changeSuccess('confirm', { set: { return_url: '{origin}/landing/same#ac={ac}' }, times: 2 })
  await typeAndConnect(user)
  expect(user.url).toContain(`${standIn.origin}/landing/same#ac=`)
  // The first answer has cleared the hold, but a press that was already on its way still has it.
  await typeAndConnect(second)
  expect(second.url).toBe(user.url)
  expect((await control.received('confirm')).map(({ status }) => status)).toEqual([200, 409])
})
