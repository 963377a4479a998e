import { encode } from 'next-auth/jwt'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { configure } from '@/lib/config/test-support'
import * as logs from '@/lib/log'
import { inRequest } from '@/lib/request/test-support'
import * as stores from '@/lib/store'
import { processStore } from '@/lib/store/process-store'
import { StoreUnavailableError, type Store } from '@/lib/store/store'
import { beginAnotherProcess } from '@/lib/test-support'
import { authCookies } from './cookies'
import { revocationOf, revokeSession, sessionIn, sessionUser, type Session } from './session'

const { name } = authCookies('users', true).sessionToken
const deployment = 'https://connect.example'
const identity = { issuer: 'https://login.example/', id: 'user-1', name: 'Ada', roles: [] as string[] }
const [current, other, third] = ['a', 'b', 'c'].map((letter) => letter.repeat(44)) as [string, string, string]
const seal = (token: object, secret = current, maxAge = 3600) =>
  encode({ token: { people: 'users', deployment, ...token }, secret, maxAge })
const cookiesOf = (value: string, named = name) => ({
  get: (asked: string) => (asked === named ? { value } : undefined),
})
const open = (sealed: string) => sessionIn(cookiesOf(sealed), 'users')

beforeEach(() => configure({ NEXTAUTH_SECRET: current }))

describe('sessionIn', () => {
  it('reads only the cookie of that exact name', async () => {
    const sealed = await seal({ identity })
    expect(await open(sealed)).not.toBeNull()
    for (const other of [`${name}.0`, `${name}X`, 'next-auth.session-token', '__Secure-next-auth.session-token'])
      expect(await sessionIn(cookiesOf(sealed, other), 'users'), other).toBeNull()
  })

  it('returns the identity, a unique id, and the times of the sign-in and the end', async () => {
    const session = await open(await seal({ identity }))
    expect(session?.identity).toEqual(identity)
    expect(session?.id).toMatch(/^[0-9a-f-]{36}$/)
    expect(Math.abs((session?.signedInAt ?? 0) - Date.now())).toBeLessThan(5000)
    expect((session?.expiresAt ?? 0) - (session?.signedInAt ?? 0)).toBe(3_600_000)
    expect((await open(await seal({ identity })))?.id).not.toBe(session?.id)
  })

  it('opens sessions of the current, the previous and the next secret only', async () => {
    expect(await open(await seal({ identity }, other))).toBeNull()
    for (const name of ['NEXTAUTH_SECRET_PREVIOUS', 'NEXTAUTH_SECRET_NEXT']) {
      configure({ NEXTAUTH_SECRET: current, [name]: other })
      expect(await open(await seal({ identity }, current)), name).not.toBeNull()
      expect(await open(await seal({ identity }, other)), name).not.toBeNull()
      expect(await open(await seal({ identity }, third)), name).toBeNull()
    }
  })

  it('opens each session once per request', async () => {
    const [sealed, another] = [await seal({ identity }), await seal({ identity })]
    const [first, again, others] = await inRequest(() => Promise.all([sealed, sealed, another].map(open)))
    expect(first?.identity).toEqual(identity)
    expect(again).toBe(first)
    expect(others?.id).not.toBe(first?.id)
    expect(await inRequest(() => open(sealed))).not.toBe(first)
  })

  it('returns null when the session has expired, and keeps a session from the future', async () => {
    const real = Date.now()
    for (const [sealedInMs, isOpened] of [
      [-70_000, true],
      [-80_000, false],
      [31 * 24 * 3_600_000, true],
    ] as const) {
      vi.useFakeTimers({ now: real + sealedInMs, toFake: ['Date'] })
      const sealed = await seal({ identity }, current, 60)
      vi.useFakeTimers({ now: real, toFake: ['Date'] })
      expect((await open(sealed)) !== null, String(sealedInMs)).toBe(isOpened)
    }
  })

  it('does not decrypt a token with another header than next-auth’s', async () => {
    const [, ...parts] = (await seal({ identity })).split('.')
    const decrypt = vi.spyOn(crypto.subtle, 'decrypt')
    for (const header of [
      { alg: 'PBES2-HS512+A256KW', enc: 'A256GCM', p2c: 2_000_000_000, p2s: 'c2FsdHNhbHQ' },
      { alg: 'A256GCMKW', enc: 'A256GCM' },
      { alg: 'dir', enc: 'A128CBC-HS256' },
      { alg: 'dir', enc: 'A256GCM', zip: 'DEF' },
    ]) {
      const token = [Buffer.from(JSON.stringify(header)).toString('base64url'), ...parts].join('.')
      expect(await open(token)).toBeNull()
    }
    expect(decrypt).not.toHaveBeenCalled()
  })

  it('returns null for anything else than a session, and for another cookie of next-auth', async () => {
    for (const sealed of ['', 'x', '..', 'a.b.c.d.e', 'é'.repeat(5000), 'null', '{}', 'eyJhbGciOiJub25lIn0.e30.'])
      expect(await open(sealed), sealed).toBeNull()
    for (const token of [{}, { value: 'a-state', provider: 'oidc' }, { identity: { id: 'user-1' } }, { identity: 7 }])
      expect(await open(await seal(token))).toBeNull()
    const token = { people: 'users', deployment, identity }
    expect(await open(await encode({ token, secret: current, salt: 'next-auth.state' }))).toBeNull()
  })
})

describe('sessionUser', () => {
  const userOf = async (token: object) => (await sessionUser(cookiesOf(await seal(token)), 'users'))?.user
  const settings = { NEXTAUTH_SECRET: current }

  it('returns no user for a session of another deployment with the same secret', async () => {
    expect(await userOf({ identity })).toMatchObject({ id: 'user-1' })
    for (const other of ['https://connect.example:8443', 'https://other.example', '', undefined])
      expect(await userOf({ identity, deployment: other }), other).toBeUndefined()
  })

  it('takes the right of a role away when its variable is gone or has changed', async () => {
    const ofRole = { identity: { ...identity, id: 'user-2', roles: ['console'] } }
    for (const [variables, rights] of [
      [{ OIDC_OPERATOR_ROLE: 'console' }, [true, false]],
      [{ OIDC_VIEWER_ROLE: 'console' }, [false, true]],
      [{ OIDC_OPERATOR_ROLE: 'admin' }, [false, false]],
      [{}, [false, false]],
    ] as const) {
      configure({ ...settings, ...variables })
      const user = await userOf(ofRole)
      expect([user?.isOperator, user?.isViewer], JSON.stringify(variables)).toEqual(rights)
    }
  })

  it('refuses the session of a user whose ID is too long for SUBNET_USER_ID=plain, which may be new', async () => {
    for (const [length, format, isAccepted] of [
      [128, 'plain', true],
      [129, 'plain', false],
      [129, 'hashed', true],
    ] as const) {
      configure({ ...settings, SUBNET_USER_ID: format })
      const user = await userOf({ identity: { ...identity, id: 'x'.repeat(length) } })
      expect(user !== undefined, `${length} ${format}`).toBe(isAccepted)
    }
  })

  it('accepts a session from the future by at most a minute, because clocks differ', async () => {
    configure(settings)
    const sealed = await seal({ identity })
    const sealedAt = Math.floor(Date.now() / 1000) * 1000
    for (const [aheadMs, isAccepted] of [
      [59_000, true],
      [61_000, false],
      [31 * 24 * 3_600_000, false],
    ] as const) {
      vi.useFakeTimers({ now: sealedAt - aheadMs, toFake: ['Date'] })
      const user = await sessionUser(cookiesOf(sealed), 'users')
      expect(user !== null, String(aheadMs)).toBe(isAccepted)
    }
  })

  it('ends the session of a viewer sooner than the session of a user', async () => {
    configure({ ...settings, CONSOLE_VIEWERS: 'user-1' })
    const long = 8 * 3600
    const viewer = await seal({ identity }, current, long)
    const user = await seal({ identity: { ...identity, id: 'user-2' } }, current, long)
    vi.useFakeTimers({ now: Date.now() + 2.1 * 3_600_000, toFake: ['Date'] })
    expect(await sessionUser(cookiesOf(viewer), 'users')).toBeNull()
    expect(await sessionUser(cookiesOf(user), 'users')).not.toBeNull()
  })
})

describe('revokeSession', () => {
  const error = vi.fn()
  const useStore = (store: Store) => vi.spyOn(stores, 'store').mockReturnValue(store)
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
    error.mockReset()
    vi.spyOn(logs, 'log').mockReturnValue({ error } as never)
    vi.spyOn(stores, 'hasAllSignOuts').mockResolvedValue(true)
    useStore(processStore())
  })

  it('lists the session for the length of a session and 15 s, whatever the clock shows', async () => {
    const one = session('one')
    vi.setSystemTime(Date.now() + hourMs / 2)
    await revokeSession(one)
    vi.setSystemTime(one.signedInAt)
    vi.advanceTimersByTime(hourMs)
    expect(await revocationOf(one)).toBe('revoked')
    vi.advanceTimersByTime(20_000)
    expect(await revocationOf(one)).toBe('none')
  })

  it('lists the session until it expires when an instance whose clock is ahead has begun it', async () => {
    const one = { ...session('one'), signedInAt: Date.now() + hourMs, expiresAt: Date.now() + 2 * hourMs }
    await revokeSession(one)
    vi.advanceTimersByTime(2 * hourMs)
    expect(await revocationOf(one)).toBe('revoked')
  })

  it('keeps the session revoked when other sign-outs exceed the usual limit of a store', async () => {
    const one = session('one')
    await revokeSession(one)
    for (let mebibyte = 0; mebibyte < 33; mebibyte += 1) await revokeSession(session(`${mebibyte}`.padEnd(2 ** 20)))
    expect(await revocationOf(one)).toBe('revoked')
  })

  describe('while Redis is unavailable', () => {
    const fail = () => Promise.reject(new StoreUnavailableError('unavailable'))
    const redis = (): Store => ({ ...processStore(), isShared: true })
    const redisDown = (): Store => ({ ...redis(), get: fail, set: fail })

    let former: NodeJS.ExitListener[]
    const endProcess = () => {
      for (const listener of process.listeners('exit')) if (!former.includes(listener)) listener(0)
    }
    beforeEach(() => void (former = process.listeners('exit')))
    // Otherwise the queue would try again in the tests of another file, which have no configuration.
    afterEach(() => endProcess())

    it('revokes the session at this instance, and reports other sessions as unknown', async () => {
      useStore(redisDown())
      await revokeSession(session('one'))
      expect(await revocationOf(session('one'))).toBe('revoked')
      expect(await revocationOf(session('another'))).toBe('unknown')
    })

    it('reports sessions as unknown while Redis can be read but accepts no writes', async () => {
      useStore(redis())
      expect(await revocationOf(session('one'))).toBe('none')
      vi.spyOn(stores, 'hasAllSignOuts').mockResolvedValueOnce(false)
      expect(await revocationOf(session('one'))).toBe('unknown')
    })

    it('revokes the session at other instances when Redis is back', async () => {
      useStore(redisDown())
      await revokeSession(session('one'))
      const back = redis()
      useStore(back)
      await vi.waitFor(async () => expect(await back.get('revoked-session:one', z.literal(true))).toBe(true), 10_000)
      expect(error).not.toHaveBeenCalled()
    })

    it('queues a session only once when it is revoked repeatedly', async () => {
      useStore(redisDown())
      for (let count = 0; count < 100; count += 1) await revokeSession(session('one'))
      endProcess()
      expect(error).toHaveBeenCalledOnce()
    })

    it('logs an unlisted sign-out when this process stops before Redis is back', async () => {
      useStore(redisDown())
      await revokeSession(session('one'))
      endProcess()
      expect(error).toHaveBeenCalledExactlyOnceWith({ event: 'sign-out not listed', reason: 'the process ended' })
    })
  })
})
