import getPort from 'get-port'
import { startApp, type App } from '../harness/app'
import { appVariables } from '../harness/app-variables'
import { HttpUser } from '../harness/http-user'
import { expect, test } from '../fixtures'

/*
 * Several instances without a Redis, which know of each other's links by their cookies alone: while HOLD_PASSWORD
 * changes by the steps of docs/operate/secrets.md, and one of them has done the next step and the other has not; and
 * where a press reaches two of them.
 */

// One worker starts them, not each.
test.describe.configure({ mode: 'default' })

const former = 'f'.repeat(40)
const next = 'n'.repeat(40)

/** What an instance has before, and after each of the steps. */
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

test('HOLD_PASSWORD changes, and every link that is open meanwhile is confirmed on either instance', async ({
  control,
}) => {
  const { before, first, second, last } = instances
  /** Arrives at one instance, and presses Connect on another. */
  const confirm = async (from: App, to: App, name: string) => {
    const user = new HttpUser(origin, () => from.address)
    await user.signIn(from, name)
    await user.open((await control.pressConnect()).link)
    const elsewhere = user.copy(() => to.address)
    const shown = await elsewhere.open('/connect/confirm')
    return shown.kind === 'form' ? elsewhere.press(shown.html) : shown
  }
  // Both directions of each pair that runs side by side.
  const pairs = [
    { from: before, to: first },
    { from: first, to: before },
    { from: first, to: second },
    { from: second, to: first },
  ]
  for (const [index, { from, to }] of pairs.entries()) {
    expect(await confirm(from, to, `Ada ${index}`)).toMatchObject({ kind: 'connected' })
  }
  // After the last step what the former one sealed is over, and without the first step it is too early.
  expect(await confirm(second, last, 'Bob')).toMatchObject({ kind: 'connected' })
  expect(await confirm(first, last, 'Eve')).toMatchObject({ kind: 'other page' })
  expect(await confirm(second, before, 'Eve')).toMatchObject({ kind: 'other page' })
})

test('a press on two instances: the second meets 409 with the code, and gets the same redirect', async ({
  control,
  standIn,
}) => {
  const { before, first } = instances
  const user = new HttpUser(origin, () => before.address)
  await user.signIn(before, 'Whoever presses on two')
  const shown = await user.open((await control.pressConnect()).link)
  const second = user.copy(() => first.address)
  const shownThere = await second.open('/connect/confirm')
  if (shown.kind !== 'form' || shownThere.kind !== 'form') throw new Error('There is no form.')
  await control.changeSuccess('confirm', { set: { return_url: '{origin}/landing/same#ac={ac}' }, times: 2 })
  const outcome = await user.press(shown.html)
  expect(outcome).toEqual({
    kind: 'connected',
    returnUrl: expect.stringContaining(`${standIn.origin}/landing/same#ac=`),
  })
  // The first answer has cleared the hold in the first browser; a press that was on its way has it still.
  expect(await second.press(shownThere.html)).toEqual(outcome)
  expect((await control.received('confirm')).map(({ status }) => status)).toEqual([200, 409])
})
