import getPort from 'get-port'
import { startApp } from '../harness/app'
import { startRedis } from '../harness/redis'
import { expect, hiddenFields, logIn, sealedSession, sessionCookie, test, Visitor, type Site } from './site'
import { t } from '../texts'

/* A stolen session cookie, for example from a shared computer or a backup, must soon be useless. */

const hourMs = 3_600_000

async function signOut(visitor: Visitor): Promise<void> {
  const page = await visitor.send('/signin')
  const answer = await visitor.send('/signin', { form: hiddenFields(page.body, { button: t('confirm.signOut') }) })
  expect(answer.status).toBe(303)
}

const statusOf = async (visitor: Visitor, path = '/connect/confirm') => (await visitor.send(path)).status

test('a copied session ends with the sign-out, and the user’s other sessions continue', async ({ site }) => {
  const user = await site.signedIn('olga')
  const otherSession = await site.signedIn('olga')
  const copy = user.copy()
  expect(await statusOf(copy, '/console/uploads')).toBe(200)

  await signOut(user)
  expect(user.cookies.has(sessionCookie)).toBe(false)
  expect(await statusOf(copy)).toBe(307)
  expect(await statusOf(copy, '/console/balances/export?format=csv')).toBe(404)
  expect(await statusOf(otherSession, '/console/uploads')).toBe(200)
})

for (const stray of ['.0', '.1', '.x', 'x', '.0.1']) {
  test(`a sign-out ends a session when another cookie has its name and the suffix ${stray}`, async ({ site }) => {
    const user = await site.signedIn('ada')
    user.cookies.set(sessionCookie + stray, 'x')
    expect(await statusOf(user)).toBe(200)
    const copy = user.copy()
    await signOut(user)
    expect([...user.cookies.keys()].filter((name) => name.startsWith(sessionCookie))).toEqual([])
    expect(await statusOf(copy)).toBe(307)
  })

  test(`a login succeeds when another cookie has the session’s name and the suffix ${stray}`, async ({ site }) => {
    const user = site.visitor()
    user.cookies.set(sessionCookie + stray, 'x')
    expect(new URL((await logIn(user, 'ada')).url).pathname).toBe('/connect/confirm')
    expect([...user.cookies.keys()].filter((name) => name.startsWith(sessionCookie))).toEqual([sessionCookie])
  })
}

test('a sign-out ends a session that is in several cookies, and deletes them all', async ({ site }) => {
  const user = await site.signedIn('ada')
  const sealed = user.cookies.get(sessionCookie) ?? ''
  user.cookies.delete(sessionCookie)
  user.cookies.set(`${sessionCookie}.0`, sealed.slice(0, 100))
  user.cookies.set(`${sessionCookie}.1`, sealed.slice(100))
  expect(await statusOf(user)).toBe(200)
  const copy = user.copy()
  await signOut(user)
  expect([...user.cookies.keys()].filter((name) => name.startsWith(sessionCookie))).toEqual([])
  expect(await statusOf(copy)).toBe(307)
})

test('the session of an operator ends sooner than the session of a user', async ({ site }) => {
  for (const [login, ageMs, status] of [
    ['olga', 1.9 * hourMs, 200],
    ['olga', 2.1 * hourMs, 307],
    ['ada', 2.1 * hourMs, 200],
    ['ada', 7.9 * hourMs, 200],
    ['ada', 8.1 * hourMs, 307],
  ] as const) {
    expect(await statusOf(await site.signedIn(login, { ageMs })), `${login} after ${ageMs / hourMs} h`).toBe(status)
  }
})

test.describe('with several instances', () => {
  test('a sign-out ends the session on each instance, sessions survive a new secret, and the console is closed without Redis', async ({
    site,
  }) => {
    const redis = await startRedis()
    const { NEXTAUTH_SECRET: former = '', ...variables } = { ...site.variables, REDIS_URL: redis.url }
    const next = 'n'.repeat(40)
    const [one, two] = await Promise.all([
      startInstance(site, { ...variables, NEXTAUTH_SECRET: former, NEXTAUTH_SECRET_PREVIOUS: next }),
      startInstance(site, { ...variables, NEXTAUTH_SECRET: next, NEXTAUTH_SECRET_PREVIOUS: former }),
    ])
    try {
      const sessions = [
        await sealedSession(site.variables, 'olga'),
        await sealedSession({ ...site.variables, NEXTAUTH_SECRET: next }, 'olga'),
        await sealedSession(site.variables, 'ada'),
      ]
      const at = (address: string, session = '') => {
        const visitor = new Visitor(address)
        visitor.cookies.set(sessionCookie, session)
        return visitor
      }
      for (const session of sessions.slice(0, 2)) {
        for (const { address } of [one, two]) expect(await statusOf(at(address, session), '/console/uploads')).toBe(200)
      }

      const user = at(one.address, sessions[0])
      // The app checks the post against the origin of the site.
      const page = await user.send('/signin')
      const form = hiddenFields(page.body, { button: t('confirm.signOut') })
      await user.send('/signin', { form, headers: { Origin: site.app.origin } })
      for (const { address } of [one, two]) expect(await statusOf(at(address, sessions[0]))).toBe(307)
      for (const { address } of [one, two]) expect(await statusOf(at(address, sessions[1]))).toBe(200)

      redis.pause()
      // A sign-out applies to its instance at once, and to the other instance when Redis is back.
      const [leaving, otherSession] = [at(one.address, sessions[2]), at(two.address, sessions[2])]
      const signInPage = await leaving.send('/signin')
      const leave = hiddenFields(signInPage.body, { button: t('confirm.signOut') })
      await leaving.copy().send('/signin', { form: leave, headers: { Origin: site.app.origin } })
      expect(await statusOf(leaving)).toBe(307)
      expect(await statusOf(otherSession)).toBe(200)
      const operator = at(two.address, sessions[1])
      expect(await statusOf(operator, '/console/uploads')).toBe(500)
      expect(await statusOf(operator, '/console/balances/export?format=csv')).toBe(500)
      expect(await statusOf(operator, '/signin')).toBe(200)
      redis.resume()
      await expect.poll(() => statusOf(operator, '/console/uploads')).toBe(200)
      await expect.poll(() => statusOf(otherSession)).toBe(307)
    } finally {
      redis.resume()
      await Promise.all([one.close(), two.close(), redis.close()])
    }
  })
})

async function startInstance({ app: { origin } }: Site, variables: Record<string, string>) {
  const port = await getPort()
  const app = await startApp({ port, origin, variables })
  return { address: `http://connect.site.localhost:${port}`, close: () => app.close() }
}
