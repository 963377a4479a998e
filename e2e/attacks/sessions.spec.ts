import getPort from 'get-port'
import { startApp } from '../harness/app'
import { PlainBrowser } from '../harness/plain-browser'
import { startRedis } from '../harness/redis'
import { logInAtProvider } from '../connect/page-steps'
import { expect, hiddenFields, sealedSession, sessionCookie, test, Visitor, type Site } from './site'
import { t } from '../texts'

/* A stolen session cookie, for example from a shared computer or a backup, must soon be useless. */

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
  expect(await statusOf(copy, '/console/balances/export')).toBe(404)
  expect(await statusOf(otherSession, '/console/uploads')).toBe(200)
})

/** Of a part of a session cookie as next-auth splits a long one, and of other cookies. */
const suffixes = ['.0', '.x', 'x', '.0.1']

test('a sign-out ends a session when another cookie has its name and a suffix', async ({ site }) => {
  for (const suffix of suffixes) {
    const user = await site.signedIn('ada')
    user.cookies.set(sessionCookie + suffix, 'x')
    expect(await statusOf(user), suffix).toBe(200)
    const copy = user.copy()
    await signOut(user)
    expect(user.cookies.has(sessionCookie), suffix).toBe(false)
    expect(await statusOf(copy), suffix).toBe(307)
  }
})

test('a login succeeds when another cookie has the session’s name and a suffix', async ({ site }) => {
  for (const suffix of suffixes) {
    const user = site.visitor()
    user.cookies.set(sessionCookie + suffix, 'x')
    const browser = new PlainBrowser(user)
    await logInAtProvider(browser, '/signin', 'ada')
    expect(new URL(browser.url).pathname).toBe('/connect/confirm')
    expect(user.cookies.get(sessionCookie)?.length, suffix).toBeGreaterThan(100)
  }
})

test('a session in several cookies signs nobody in', async ({ site }) => {
  const user = await site.signedIn('ada')
  const sealed = user.cookies.get(sessionCookie) ?? ''
  user.cookies.delete(sessionCookie)
  user.cookies.set(`${sessionCookie}.0`, sealed.slice(0, 100))
  user.cookies.set(`${sessionCookie}.1`, sealed.slice(100))
  expect(await statusOf(user)).toBe(307)
})

test('with several instances, a sign-out and a new secret apply to each of them', async ({ site }) => {
  const redis = await startRedis()
  const { NEXTAUTH_SECRET: former = '', ...variables } = { ...site.variables, REDIS_URL: redis.url }
  const next = 'n'.repeat(40)
  const [one, two] = await Promise.all([
    startInstance(site, { ...variables, NEXTAUTH_SECRET: former, NEXTAUTH_SECRET_NEXT: next }),
    startInstance(site, { ...variables, NEXTAUTH_SECRET: next, NEXTAUTH_SECRET_PREVIOUS: former }),
  ])
  const at = ({ address }: typeof one, session: string) => {
    const visitor = new Visitor(address)
    visitor.cookies.set(sessionCookie, session)
    return visitor
  }
  const statuses = (session: string, path?: string) =>
    Promise.all([one, two].map((instance) => statusOf(at(instance, session), path)))
  const signOutAt = async (visitor: Visitor) => {
    const page = await visitor.send('/signin')
    const form = hiddenFields(page.body, { button: t('confirm.signOut') })
    // The app checks the post against the origin of the site.
    await visitor.copy().send('/signin', { form, headers: { Origin: site.app.origin } })
  }
  const [ofFormer, ofNext, ofUser] = [
    await sealedSession(site.variables, 'olga'),
    await sealedSession({ ...site.variables, NEXTAUTH_SECRET: next }, 'olga'),
    await sealedSession(site.variables, 'ada'),
  ]
  try {
    await test.step('sessions of both secrets open the console', async () => {
      for (const session of [ofFormer, ofNext]) expect(await statuses(session, '/console/uploads')).toEqual([200, 200])
    })
    await test.step('a sign-out ends the session at each instance', async () => {
      await signOutAt(at(one, ofFormer))
      expect(await statuses(ofFormer)).toEqual([307, 307])
      expect(await statuses(ofNext)).toEqual([200, 200])
    })
    const isOpen = () => expect.poll(() => statuses(ofNext, '/console/uploads')).toEqual([200, 200])
    /** The console needs to know which sessions have ended. */
    const expectClosedForStaff = async () => {
      expect(await statuses(ofNext, '/console/uploads')).toEqual([503, 503])
      expect(await statuses(ofUser)).toEqual([200, 200])
    }
    await test.step('while Redis is full, a sign-out ends the session at each instance, and the console is closed', async () => {
      const session = await sealedSession(site.variables, 'ada')
      expect(await statuses(session)).toEqual([200, 200])
      await redis.fill()
      await signOutAt(at(one, session))
      expect(await statuses(session)).toEqual([307, 307])
      await expectClosedForStaff()
      await redis.empty()
      await isOpen()
    })
    await test.step('a sign-out that waited for Redis counts at the other instance before the console opens again', async () => {
      const session = await sealedSession({ ...site.variables, NEXTAUTH_SECRET: next }, 'olga')
      expect(await statuses(session, '/console/uploads')).toEqual([200, 200])
      await redis.demote()
      await expectClosedForStaff()
      await signOutAt(at(one, session))
      const atOther = () => statusOf(at(two, session), '/console/uploads')
      expect(await atOther()).toBe(503)
      await redis.promote()
      await expect.poll(atOther).not.toBe(503)
      expect(await atOther()).toBe(307)
      await isOpen()
    })
    await test.step('without Redis, a sign-out applies only here, and the console is closed', async () => {
      redis.pause()
      await signOutAt(at(one, ofUser))
      expect(await statuses(ofUser)).toEqual([307, 200])
      const operator = at(two, ofNext)
      expect(await statusOf(operator, '/console/uploads')).toBe(503)
      expect(await statusOf(operator, '/console/balances/export')).toBe(503)
      expect(await statusOf(operator, '/signin')).toBe(200)
    })
    await test.step('the sign-out reaches the other instance when Redis is back', async () => {
      redis.resume()
      await expect.poll(() => statusOf(at(two, ofNext), '/console/uploads')).toBe(200)
      await expect.poll(() => statuses(ofUser)).toEqual([307, 307])
    })
  } finally {
    redis.resume()
    await Promise.all([one.close(), two.close(), redis.close()])
  }
})

async function startInstance({ app: { origin } }: Site, variables: Record<string, string>) {
  const port = await getPort()
  const app = await startApp({ port, origin, variables })
  return { address: `http://connect.site.localhost:${port}`, close: () => app.close() }
}
