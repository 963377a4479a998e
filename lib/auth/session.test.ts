import { encode } from 'next-auth/jwt'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { inRequest } from '@/lib/request/test-support'
import { openSession } from './session'

const identity = { issuer: 'https://login.example', id: 'user-1', name: 'Ada', hasOperatorRole: false }
const [current, other, third] = ['a', 'b', 'c'].map((letter) => letter.repeat(32)) as [string, string, string]
const seal = (token: object, secret = current, maxAge = 3600) => encode({ token: { ...token }, secret, maxAge })

afterEach(() => void vi.useRealTimers())

describe('openSession', () => {
  it('gives the identity, an id of its own, and the times of the sign-in and the end', async () => {
    const session = await openSession(await seal({ identity }), { secret: current })
    expect(session?.identity).toEqual(identity)
    expect(session?.id).toMatch(/^[0-9a-f-]{36}$/)
    expect(Math.abs((session?.signedInAt ?? 0) - Date.now())).toBeLessThan(5000)
    expect((session?.expiresAt ?? 0) - (session?.signedInAt ?? 0)).toBe(3_600_000)
    const another = await openSession(await seal({ identity }), { secret: current })
    expect(another?.id).not.toBe(session?.id)
  })

  it('opens what the previous secret has sealed, and what no other has', async () => {
    const secrets = { secret: current, previousSecret: other }
    expect(await openSession(await seal({ identity }, current), secrets)).not.toBeNull()
    expect(await openSession(await seal({ identity }, other), secrets)).not.toBeNull()
    expect(await openSession(await seal({ identity }, third), secrets)).toBeNull()
    expect(await openSession(await seal({ identity }, other), { secret: current })).toBeNull()
  })

  it('opens one once in a request, and each of them', async () => {
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

  it('opens none that is over', async () => {
    const sealed = await seal({ identity }, current, 60)
    expect(await openSession(sealed, { secret: current })).not.toBeNull()
    vi.useFakeTimers({ now: Date.now() + 80_000, toFake: ['Date'] })
    expect(await openSession(sealed, { secret: current, previousSecret: other })).toBeNull()
  })

  it.each(['', 'x', '..', 'a.b.c.d.e', 'é'.repeat(5000), 'null', '{}', 'eyJhbGciOiJub25lIn0.e30.'])(
    'opens none where there is %j',
    async (sealed) => expect(await openSession(sealed, { secret: current, previousSecret: other })).toBeNull(),
  )

  it('opens none without an identity, as next-auth seals its other cookies', async () => {
    for (const token of [{}, { value: 'a-state', provider: 'oidc' }, { identity: { id: 'user-1' } }, { identity: 7 }]) {
      expect(await openSession(await seal(token), { secret: current })).toBeNull()
    }
    const state = await encode({ token: { identity }, secret: current, salt: 'next-auth.state' })
    expect(await openSession(state, { secret: current })).toBeNull()
  })
})
