import { NextRequest } from 'next/server'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  answerOfProvider,
  arriveHere,
  beginApp,
  beginLoginHere,
  browserCookies,
  copyOfCookies,
  endLogin,
  logIn,
  staffLoginAt,
} from './login-in-process'
import { startScriptedProvider, type Habits, type ScriptedProvider } from '../idp/scripted'
import * as confirmActions from '@/app/connect/confirm/actions'
import { GET as proofMessage } from '@/app/connect/proof-message/route'
import { peopleOf, type People } from '@/lib/auth/people'
import { endSession } from '@/lib/auth/login'
import { consoleUser, currentUser, requireOperator, requireUser, requireViewer } from '@/lib/auth/user'
import { config } from '@/lib/config'
import { limitAccount } from '@/lib/limits'
import { linksOf } from '@/lib/connect/hold-cookie'
import { inRequest } from '@/lib/request/test-support'
import { proxy } from '@/proxy'

/*
 * Users and staff sign in here at the same provider, with the same client and ID. So only the app distinguishes them.
 */

const callbackUrls = { users: '/connect/confirm', staff: '/console' } as const
const sessionCookies = { users: 'next-auth.session-token', staff: 'next-auth.staff.session-token' } as const
const otherPeople = { users: 'staff', staff: 'users' } as const
const bothPeople = ['users', 'staff'] as const

const notFound = { digest: 'NEXT_HTTP_ERROR_FALLBACK;404' }
const signInFor = (page: string) => ({
  digest: expect.stringContaining(`;/signin?callbackUrl=${encodeURIComponent(page)};`),
})

/** The claims of an operator by ID, by email address and by role. */
const claims = { name: 'Olga', email: 'olga@example.com', email_verified: true, roles: ['console'], wallet: 'rWallet' }
const operators = { CONSOLE_USERS: 'user-1,olga@example.com', OIDC_OPERATOR_ROLE: 'console' }

let provider: ScriptedProvider
const staffLogin = () => staffLoginAt(provider)

/** Starts an app. @param variables - by default with a login of staff. */
function begin(variables: Record<string, string> = { ...operators, ...staffLogin() }): void {
  const walletClaim = { OIDC_WALLET_CLAIM: 'wallet' }
  beginApp(provider, { ...walletClaim, ...variables })
}

/** Restarts the deployment with other variables, and keeps the browser. */
function restart(variables: Record<string, string>): void {
  const restoreCookies = copyOfCookies()
  begin({ ...variables, NEXTAUTH_SECRET: config().login.secret })
  restoreCookies()
}

beforeEach(async () => {
  const habits: Habits = { idToken: { openid: claims } }
  provider = await startScriptedProvider(habits)
  begin()
})
afterEach(() => provider.close())

const logInAs = (people: People) => logIn(callbackUrls[people])
const user = (people: People) => inRequest(() => currentUser(people))
const operator = () => inRequest(() => requireOperator())
const viewer = () => inRequest(() => requireViewer())
const browserCookie = () => [...browserCookies].map((pair) => pair.join('=')).join('; ')

function rename(from: string, to: string): void {
  for (const [name, value] of new Map(browserCookies)) {
    if (!name.startsWith(from)) continue
    browserCookies.delete(name)
    browserCookies.set(name.replace(from, to), value)
  }
}

describe('a login', () => {
  it.each(bothPeople)('of %s sets only the session of these people', async (people) => {
    expect(await logInAs(people)).toMatchObject({ path: callbackUrls[people], error: null, lines: [] })
    const sessions = [...browserCookies.keys()].filter((name) => name.includes('session-token'))
    expect(sessions).toEqual([sessionCookies[people]])
    const wallet = people === 'users' ? { walletAddress: 'rWallet' } : {}
    expect(await user(people)).toEqual({
      id: 'user-1',
      name: 'Olga',
      ...wallet,
      isOperator: people === 'staff',
      isViewer: false,
    })
    expect(await user(otherPeople[people])).toBeNull()
    expect(await inRequest(() => consoleUser())).toEqual(await user('staff'))
  })

  it.each(bothPeople)('of %s ends the session that it replaces, and no other', async (people) => {
    await logInAs(otherPeople[people])
    await logInAs(people)
    const name = sessionCookies[people]
    const sessions = [browserCookies.get(name) ?? '']
    await logInAs(people)
    sessions.push(browserCookies.get(name) ?? '')
    // Another browser of this person.
    browserCookies.delete(name)
    await logInAs(people)
    expect([await user('users'), await user('staff')]).toMatchObject([{ id: 'user-1' }, { id: 'user-1' }])
    const users = []
    for (const session of sessions) users.push(await (browserCookies.set(name, session), user(people)))
    expect(users).toEqual([null, expect.objectContaining({ id: 'user-1' })])
  })

  it.each(bothPeople)('of %s does not end at the redirect URL of the other people', async (people) => {
    const callback = await answerOfProvider(await beginLoginHere(callbackUrls[people]))
    const other = new URL(callback)
    other.pathname = other.pathname.replace(/\w+$/, (name) => (name === 'oidc' ? 'console' : 'oidc'))
    const restoreCookies = copyOfCookies()
    const [from, to] = people === 'users' ? ['next-auth.', 'next-auth.staff.'] : ['next-auth.staff.', 'next-auth.']
    for (const renameCookies of [() => {}, () => rename(from, to)]) {
      renameCookies()
      expect(await endLogin(other)).toMatchObject({ error: 'unfinished', user: null })
      expect([await user('users'), await user('staff')]).toEqual([null, null])
    }
    restoreCookies()
    expect((await endLogin(callback)).error).toBeNull()
    expect(await user(people)).not.toBeNull()
  })

  it.each([
    ['users', '/console', '/connect/confirm', {}],
    ['staff', '/connect/confirm', '/console', { people: 'staff' }],
  ] as const)('of %s does not lead to a page of the other people: %s', async (people, foreign, path, ofPeople) => {
    const callback = await answerOfProvider(await beginLoginHere(callbackUrls[people]))
    const cookie = sessionCookies[people].replace('session-token', 'callback-url')
    expect(browserCookies.get(cookie)).toBe(`http://localhost:3000${callbackUrls[people]}`)
    browserCookies.set(cookie, `http://localhost:3000${foreign}`)
    callback.searchParams.set('state', 'another')
    const end = await endLogin(callback)
    expect(end.path).toContain(`/signin?callbackUrl=${encodeURIComponent(path)}&error=unfinished`)
    const hint = expect.stringContaining('cookies')
    const line = { level: 'warn', event: 'login failed', ...ofPeople, code: 'another_login', hint }
    expect(end.lines).toEqual([line])
  })

  it('of a user 30 times does not lock out a member of staff with the same ID', async () => {
    for (let login = 0; login < 30; login += 1) await limitAccount({ people: 'users', id: 'user-1' })
    expect((await logInAs('users')).error).toBe('too_often')
    expect((await logInAs('staff')).error).toBeNull()
  })
})

it('staff sign in for the pages of the console when they have a separate login', () => {
  for (const [path, people] of [
    ['/console', 'staff'],
    ['/console/users/x', 'staff'],
    ['/console?a=b', 'staff'],
    ['/console#a', 'staff'],
    ['/consoles', 'users'],
    ['/Console', 'users'],
    ['/connect/confirm?next=/console', 'users'],
    ['/', 'users'],
    ['', 'users'],
  ] as const) {
    begin()
    expect(peopleOf(path), path).toBe(people)
    begin(operators)
    expect(peopleOf(path), path).toBe('users')
  }
})

describe('the console', () => {
  it('opens for people by the rights of the login that is for staff', async () => {
    const both = { ...operators, ...staffLogin() }
    const ofStaff = (role: string, ofUsers: string) => ({
      ...staffLogin(),
      CONSOLE_OIDC_OPERATOR_ROLE: role,
      OIDC_OPERATOR_ROLE: ofUsers,
    })
    const viewersOfStaff = { ...staffLogin(), OIDC_VIEWER_ROLE: 'console', CONSOLE_OIDC_VIEWER_ROLE: 'console' }
    for (const [variables, people, isOperator, isViewer] of [
      [operators, 'users', true, false],
      [both, 'users', false, false],
      [both, 'staff', true, false],
      [ofStaff('console', 'another'), 'staff', true, false],
      [ofStaff('another', 'console'), 'staff', false, false],
      [{ OIDC_VIEWER_ROLE: 'console' }, 'users', false, true],
      [viewersOfStaff, 'users', false, false],
      [viewersOfStaff, 'staff', false, true],
    ] as const) {
      begin(variables)
      const what = `${people} with ${JSON.stringify(variables)}`
      expect((await logInAs(people)).user, what).toMatchObject({ id: 'user-1', isOperator, isViewer })
      const entered = await Promise.allSettled([viewer(), operator()])
      const refusal = { status: 'rejected', reason: notFound }
      const entry = { status: 'fulfilled', value: { id: 'user-1', isOperator, isViewer } }
      expect(entered, what).toMatchObject([isOperator || isViewer ? entry : refusal, isOperator ? entry : refusal])
    }
  })

  it('sends users to the sign-in of staff, and is missing for staff without rights', async () => {
    await logInAs('users')
    await expect(inRequest(() => requireOperator('/console'))).rejects.toMatchObject(signInFor('/console'))
    begin({ ...staffLogin(), CONSOLE_OIDC_OPERATOR_ROLE: 'another' })
    await logInAs('staff')
    await expect(inRequest(() => requireOperator('/console'))).rejects.toMatchObject(notFound)
  })
})

describe('a session', () => {
  it.each(bothPeople)(
    'of %s opens nothing under the name of the other people, and is deleted there',
    async (people) => {
      const deleted = async () => {
        const headers = { cookie: browserCookie() }
        const { cookies } = await proxy(new NextRequest('http://localhost:3000/signin', { headers }))
        return cookies.getAll().flatMap(({ name, maxAge }) => (maxAge === 0 ? [name] : []))
      }
      await logInAs(people)
      const [own, other] = [sessionCookies[people], sessionCookies[otherPeople[people]]]
      expect(await deleted()).toEqual([])
      rename(own, other)
      expect([await user('users'), await user('staff')]).toEqual([null, null])
      await expect(operator()).rejects.toMatchObject(notFound)
      await expect(inRequest(() => requireUser('/connect/confirm'))).rejects.toMatchObject(
        signInFor('/connect/confirm'),
      )
      expect(await deleted()).toEqual([other])
      // The same cookie under its original name.
      rename(other, own)
      expect(await user(people)).not.toBeNull()
    },
  )

  it.each(bothPeople)('of %s ends with all its copies, and without the other session', async (people) => {
    await logInAs('users')
    await logInAs('staff')
    const restoreCookies = copyOfCookies()
    await inRequest(() => endSession(people))
    const other = otherPeople[people]
    for (let copies = 0; copies < 2; copies += 1) {
      expect(await user(people)).toBeNull()
      expect(await user(other)).not.toBeNull()
      restoreCookies()
    }
  })

  it('of staff confirms no wallet', async () => {
    const address = new NextRequest('http://localhost:3000/connect/proof-message?link=a')
    const statusOfProof = async () => (await inRequest(() => proofMessage(address))).status
    await logInAs('staff')
    for (const action of Object.values(confirmActions)) {
      await expect(inRequest(() => action(new FormData()))).rejects.toMatchObject(signInFor('/connect/confirm'))
    }
    expect(await statusOfProof()).toBe(401)
    await logInAs('users')
    for (const [name, action] of Object.entries(confirmActions)) {
      const path = name === 'startAgainAction' ? '/profile' : ';/connect/confirm'
      const toPage = { digest: expect.stringContaining(`${path};`) }
      await expect(inRequest(() => action(new FormData()))).rejects.toMatchObject(toPage)
    }
    expect(await statusOfProof()).toBe(404)
  })

  it('of staff does not use up a link, so that the user who signs in later has it', async () => {
    const openLinks = async (userId: string) => {
      const links = await inRequest(() => linksOf(userId))
      return links.map(({ requestId, status }) => `${requestId.at(-1)} is ${status}`).toSorted()
    }
    const logInWithId = async (people: People, sub: string) => {
      provider.sub = sub
      await logInAs(people)
    }
    // One link before staff sign in, and one after.
    await arriveHere('1')
    await logInWithId('staff', 'staff-1')
    await arriveHere('2')
    await inRequest(() => endSession('staff'))
    await logInWithId('staff', 'staff-1')
    await logInWithId('users', 'user-1')
    const both = ['1 is open', '2 is open']
    expect(await openLinks('user-1')).toEqual(both)
    expect(await openLinks('staff-1')).toEqual([])
    await inRequest(() => endSession('staff'))
    expect(await openLinks('user-1')).toEqual(both)
    await inRequest(() => endSession('users'))
    expect(await openLinks('user-1')).not.toEqual(both)
  })

  it('of an operator is a user’s session after staff get a separate login', async () => {
    begin(operators)
    await logIn('/console')
    expect(await operator()).toMatchObject({ id: 'user-1' })
    restart({ ...operators, ...staffLogin() })
    await expect(operator()).rejects.toMatchObject(notFound)
    expect(await user('users')).toMatchObject({ id: 'user-1', isOperator: false })
    restart(operators)
    expect(await operator()).toMatchObject({ id: 'user-1' })
  })

  it('of staff opens nothing after their separate login is removed', async () => {
    await logInAs('staff')
    restart(operators)
    expect([await user('users'), await user('staff')]).toEqual([null, null])
    await expect(operator()).rejects.toMatchObject(notFound)
    rename(sessionCookies.staff, sessionCookies.users)
    expect(await user('users')).toBeNull()
  })
})
