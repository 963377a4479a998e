import getPort from 'get-port'
import { startApp } from '../harness/app'
import { appVariables } from '../harness/app-variables'
import { HttpUser } from '../harness/http-user'
import { expect, test } from '../fixtures'

/* The steps of docs/operate/secrets.md, while one instance has done the next one and the other has not. */

const former = 'f'.repeat(40)
const next = 'n'.repeat(40)

/** What an instance has before, and after each of the steps. */
const steps = [
  { HOLD_PASSWORD: former },
  { HOLD_PASSWORD: former, HOLD_PASSWORD_PREVIOUS: next },
  { HOLD_PASSWORD: next, HOLD_PASSWORD_PREVIOUS: former },
  { HOLD_PASSWORD: next },
] as const

test('HOLD_PASSWORD changes, and every link that is open meanwhile is confirmed on either instance', async ({
  standIn,
  control,
}) => {
  const port = await getPort()
  const origin = `http://localhost:${port}`
  const variables = appVariables({ standIn, port })
  await control.set({ connectUrl: `${origin}/connect` })
  const instances = await Promise.all(
    steps.map(async (step) => startApp({ port: await getPort(), origin, variables: { ...variables, ...step } })),
  )
  const [before, first, second, last] = instances
  if (!before || !first || !second || !last) throw new Error('There is an instance for each step.')
  try {
    /** Arrives at one instance, and presses Connect on another. */
    const confirm = async (from: typeof first, to: typeof first, name: string) => {
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
  } finally {
    await Promise.all(instances.map((instance) => instance.close()))
  }
})
