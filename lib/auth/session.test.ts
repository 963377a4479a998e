import { encode } from 'next-auth/jwt'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { inRequest } from '@/lib/request/test-support'
import { processStore } from '@/lib/store/process-store'
import { StoreUnavailableError, type Store } from '@/lib/store/store'
import { beginAnotherProcess } from '@/lib/test-support'
import {
  authCookies,
  decodeWithEither,
  isSessionCookie,
  openSession,
  revocationOf,
  revokeSession,
  sealedSession,
  sessionUser,
  type Session,
} from './session'

const stored = vi.hoisted(() => ({ store: vi.fn(), hasAllSignOuts: vi.fn(async () => true) }))
vi.mock('@/lib/store', async () => ({ ...(await import('@/lib/store/store')), ...stored }))
const settings = vi.hoisted(() => ({ config: vi.fn() }))
vi.mock('@/lib/config', async (original) => ({ ...(await original<object>()), ...settings }))
const error = vi.hoisted(() => vi.fn())
vi.mock('@/lib/log', () => ({ log: () => ({ error }) }))

const https = authCookies(true, 'users')
const http = authCookies(false, 'users')

describe('authCookies', () => {
  it('follows the rules of the prefix __Host- (secure, path /, no domain) when the app has https', () => {
    expect(Object.values(https).map(({ name }) => name)).toEqual([
      '__Host-next-auth.session-token',
      '__Host-next-auth.callback-url',
      '__Host-next-auth.csrf-token',
      '__Host-next-auth.pkce.code_verifier',
      '__Host-next-auth.state',
      '__Host-next-auth.nonce',
    ])
    for (const { options } of Object.values(https)) {
      expect(options).toMatchObject({ secure: true, httpOnly: true, path: '/', sameSite: 'lax' })
      expect(options).not.toHaveProperty('domain')
    }
  })

  it('returns names without the prefix when the app has no https, because browsers would refuse it', () => {
    for (const { name, options } of Object.values(http)) {
      expect(name).toMatch(/^next-auth\./)
      expect(options.secure).toBe(false)
    }
  })
})

describe('sealedSession', () => {
  const name = https.sessionToken.name
  it('joins the parts of the session, and ignores other cookies', () => {
    for (const [cookies, sealed] of [
      [{ [name]: 'whole' }, 'whole'],
      [{ [`${name}.1`]: 'b', [`${name}.0`]: 'a' }, 'ab'],
      [{ [name]: 'whole', [`${name}.0`]: 'left over' }, 'whole'],
      [{ [http.sessionToken.name]: 'of http' }, ''],
      [{ '__Secure-next-auth.session-token': 'of an older version, or another app' }, ''],
      [{ [`${name}X`]: 'x', [`${name}.x`]: 'x', [`${name}.10`]: 'x', [`x${name}`]: 'x' }, ''],
      [{ [`x${name}.0`]: 'x', '.0': 'x', [`.${name}0`]: 'x' }, ''],
      [{}, ''],
    ] as const) {
      const sent = Object.entries(cookies).map(([name, value]) => ({ name, value }))
      expect(sealedSession(sent, https), JSON.stringify(cookies)).toBe(sealed)
    }
  })

  it('isSessionCookie accepts only the session cookie and its numbered parts', () => {
    expect([name, `${name}.0`, `${name}.9`].every((each) => isSessionCookie(each, https))).toBe(true)
    const others = [`${name}.`, `${name}.0.1`, `${name}${name}`, https.state.name, 'x', '', '.0', `.${name}0`]
    expect(others.some((each) => isSessionCookie(each, https))).toBe(false)
  })
})

const identity = {
  issuer: 'https://login.example',
  id: 'user-1',
  name: 'Ada',
  roles: [] as string[],
}
const [current, other, third] = ['a', 'b', 'c'].map((letter) => letter.repeat(32)) as [string, string, string]
const deployment = 'https://connect.example'
const seal = (token: object, secret = current, maxAge = 3600) =>
  encode({ token: { people: 'users', deployment, ...token }, secret, maxAge })

afterEach(() => void vi.useRealTimers())

describe('openSession', () => {
  it('returns the identity, a unique id, and the times of the sign-in and the end', async () => {
    const session = await openSession(await seal({ identity }), { secret: current })
    expect(session?.identity).toEqual(identity)
    expect(session?.id).toMatch(/^[0-9a-f-]{36}$/)
    expect(Math.abs((session?.signedInAt ?? 0) - Date.now())).toBeLessThan(5000)
    expect((session?.expiresAt ?? 0) - (session?.signedInAt ?? 0)).toBe(3_600_000)
    const another = await openSession(await seal({ identity }), { secret: current })
    expect(another?.id).not.toBe(session?.id)
  })

  it('opens sessions of the current and the previous secret only', async () => {
    const secrets = { secret: current, previousSecret: other }
    expect(await openSession(await seal({ identity }, current), secrets)).not.toBeNull()
    expect(await openSession(await seal({ identity }, other), secrets)).not.toBeNull()
    expect(await openSession(await seal({ identity }, third), secrets)).toBeNull()
    expect(await openSession(await seal({ identity }, other), { secret: current })).toBeNull()
  })

  it('opens each session once per request', async () => {
    const secrets = { secret: current }
    const [sealed, another] = [await seal({ identity }), await seal({ identity })]
    const [first, again, others] = await inRequest(() =>
      Promise.all([sealed, sealed, another].map((each) => openSession(each, secrets))),
    )
    expect(first?.identity).toEqual(identity)
    expect(again).toBe(first)
    expect(others?.id).not.toBe(first?.id)
    expect(await inRequest(() => openSession(sealed, secrets))).not.toBe(first)
  })

  it('returns null when the session has expired', async () => {
    const sealed = await seal({ identity }, current, 60)
    expect(await openSession(sealed, { secret: current })).not.toBeNull()
    vi.useFakeTimers({ now: Date.now() + 80_000, toFake: ['Date'] })
    expect(await openSession(sealed, { secret: current, previousSecret: other })).toBeNull()
  })

  it('returns null when the session is from the future by more than the clocks may differ', async () => {
    const real = Date.now()
    for (const [aheadMs, isOpened] of [
      [10_000, true],
      [60_000, false],
      [31 * 24 * 3_600_000, false],
    ] as const) {
      vi.useFakeTimers({ now: real + aheadMs, toFake: ['Date'] })
      const sealed = await seal({ identity })
      vi.useFakeTimers({ now: real, toFake: ['Date'] })
      expect((await openSession(sealed, { secret: current })) !== null, String(aheadMs)).toBe(isOpened)
    }
  })

  it('does not decrypt a token with another header than next-auth’s', async () => {
    const [, ...parts] = (await seal({ identity })).split('.')
    const decrypt = vi.spyOn(crypto.subtle, 'decrypt')
    const headers = [
      { alg: 'PBES2-HS512+A256KW', enc: 'A256GCM', p2c: 2_000_000_000, p2s: 'c2FsdHNhbHQ' },
      { alg: 'A256GCMKW', enc: 'A256GCM' },
      { alg: 'dir', enc: 'A128CBC-HS256' },
      { alg: 'dir', enc: 'A256GCM', zip: 'DEF' },
    ]
    for (const header of headers) {
      const token = [Buffer.from(JSON.stringify(header)).toString('base64url'), ...parts].join('.')
      await expect(decodeWithEither({ token, secret: current }, other)).rejects.toThrow('not sealed by next-auth')
    }
    expect(decrypt).not.toHaveBeenCalled()
  })

  it('returns null for anything else than a session', async () => {
    for (const sealed of ['', 'x', '..', 'a.b.c.d.e', 'é'.repeat(5000), 'null', '{}', 'eyJhbGciOiJub25lIn0.e30.']) {
      expect(await openSession(sealed, { secret: current, previousSecret: other }), sealed).toBeNull()
    }
  })

  it('returns null for a token without a valid identity, and for another cookie of next-auth', async () => {
    for (const token of [{}, { value: 'a-state', provider: 'oidc' }, { identity: { id: 'user-1' } }, { identity: 7 }]) {
      expect(await openSession(await seal(token), { secret: current })).toBeNull()
    }
    const state = await encode({ token: { identity }, secret: current, salt: 'next-auth.state' })
    expect(await openSession(state, { secret: current })).toBeNull()
  })
})

describe('sessionUser', () => {
  const session = { userSeconds: 3600, operatorSeconds: 1800 }
  const login = { secret: current, session, oidc: { issuer: identity.issuer }, isDemo: false }
  const { name } = authCookies(true, 'users').sessionToken
  const userOf = async (token: object) => (await sessionUser([{ name, value: await seal(token) }], 'users'))?.user

  beforeEach(() => {
    settings.config.mockReturnValue({
      app: { isHttps: true, origin: deployment },
      login,
      consoleUsers: [],
      consoleViewers: ['user-1'],
    })
  })

  it('returns no user for a session of another deployment with the same secret', async () => {
    expect(await userOf({ identity })).toMatchObject({ id: 'user-1' })
    for (const other of ['https://connect.example:8443', 'https://other.example', '', undefined])
      expect(await userOf({ identity, deployment: other }), other).toBeUndefined()
  })

  it('takes the right of a role away when its variable is gone or has changed', async () => {
    const ofRole = { identity: { ...identity, id: 'user-2', roles: ['console'] } }
    for (const [roles, rights] of [
      [{ operatorRole: 'console' }, [true, false]],
      [{ viewerRole: 'console' }, [false, true]],
      [{ operatorRole: 'admin' }, [false, false]],
      [{}, [false, false]],
    ] as const) {
      const oidc = { issuer: identity.issuer, ...roles }
      settings.config.mockReturnValue({ ...settings.config(), login: { ...login, oidc } })
      const user = await userOf(ofRole)
      expect([user?.isOperator, user?.isViewer], JSON.stringify(roles)).toEqual(rights)
    }
  })

  it('refuses the session of a user whose ID is too long for SUBNET_USER_ID=plain, which may be new', async () => {
    const settingsWith = (format: string) =>
      settings.config.mockReturnValue({ ...settings.config(), subnetUserId: { format } })
    for (const [length, format, isAccepted] of [
      [128, 'plain', true],
      [129, 'plain', false],
      [129, 'hashed', true],
    ] as const) {
      settingsWith(format)
      const user = await userOf({ identity: { ...identity, id: 'x'.repeat(length) } })
      expect(user !== undefined, `${length} ${format}`).toBe(isAccepted)
    }
  })

  it('ends the session of a viewer after operatorSeconds, while the session of a user continues', async () => {
    const [viewer, other] = [await seal({ identity }), await seal({ identity: { ...identity, id: 'user-2' } })]
    vi.useFakeTimers({ now: Date.now() + 1_900_000, toFake: ['Date'] })
    expect(await sessionUser([{ name, value: viewer }], 'users')).toBeNull()
    expect(await sessionUser([{ name, value: other }], 'users')).not.toBeNull()
  })
})

describe('revokeSession', () => {
  const hourMs = 3_600_000
  const session = (id: string): Session => ({
    id,
    people: 'users',
    deployment,
    identity,
    signedInAt: Date.now(),
    expiresAt: Date.now() + hourMs,
  })

  beforeEach(() => {
    vi.useFakeTimers()
    beginAnotherProcess()
    stored.store.mockReturnValue(processStore())
    error.mockReset()
  })

  it('revokes only this session', async () => {
    const [one, another] = [session('one'), session('another')]
    await revokeSession(one)
    expect(await revocationOf(one)).toBe('revoked')
    expect(await revocationOf(another)).toBe('none')
  })

  it('forgets the session within 20 s after it expires', async () => {
    const one = session('one')
    await revokeSession(one)
    vi.advanceTimersByTime(hourMs)
    expect(await revocationOf(one)).toBe('revoked')
    vi.advanceTimersByTime(20_000)
    expect(await revocationOf(one)).toBe('none')
  })

  it('does not list an expired session', async () => {
    const one = session('one')
    vi.advanceTimersByTime(2 * hourMs)
    await revokeSession(one)
    expect(await revocationOf(one)).toBe('none')
  })

  it('keeps the session revoked after 60,000 other sign-outs', async () => {
    const one = session('one')
    await revokeSession(one)
    for (let count = 0; count < 60_000; count += 1) await revokeSession(session(`other ${count}`))
    expect(await revocationOf(one)).toBe('revoked')
  })

  describe('while Redis is unavailable', () => {
    const fail = () => Promise.reject(new StoreUnavailableError('unavailable'))
    const redis = (): Store => ({ ...processStore(), isShared: true })
    const redisDown = (): Store => ({ ...redis(), get: fail, set: fail })

    it('revokes the session at this instance, and reports other sessions as unknown', async () => {
      stored.store.mockReturnValue(redisDown())
      await revokeSession(session('one'))
      expect(await revocationOf(session('one'))).toBe('revoked')
      expect(await revocationOf(session('another'))).toBe('unknown')
    })

    it('reports sessions as unknown while Redis can be read but accepts no writes', async () => {
      stored.store.mockReturnValue(redis())
      expect(await revocationOf(session('one'))).toBe('none')
      stored.hasAllSignOuts.mockResolvedValueOnce(false)
      expect(await revocationOf(session('one'))).toBe('unknown')
    })

    it('revokes the session at other instances when Redis is back', async () => {
      stored.store.mockReturnValue(redisDown())
      await revokeSession(session('one'))
      const back = redis()
      stored.store.mockReturnValue(back)
      await vi.waitFor(async () => expect(await back.get('revoked-session:one', z.literal(true))).toBe(true), 10_000)
      expect(error).not.toHaveBeenCalled()
    })

    it('queues a session only once when it is revoked repeatedly', async () => {
      const former = process.listeners('exit')
      stored.store.mockReturnValue(redisDown())
      for (let count = 0; count < 100; count += 1) await revokeSession(session('one'))
      for (const listener of process.listeners('exit')) if (!former.includes(listener)) listener(0)
      expect(error).toHaveBeenCalledOnce()
    })

    it('logs an unlisted sign-out when this process stops before Redis is back', async () => {
      const former = process.listeners('exit')
      stored.store.mockReturnValue(redisDown())
      await revokeSession(session('one'))
      for (const listener of process.listeners('exit')) if (!former.includes(listener)) listener(0)
      expect(error).toHaveBeenCalledExactlyOnceWith({ event: 'sign-out not listed', reason: 'the process ended' })
    })
  })
})
