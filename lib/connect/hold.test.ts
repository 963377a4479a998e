import { sealData } from 'iron-session'
import { describe, expect, it } from 'vitest'
import {
  boundHold,
  holdForUser,
  holdLifetimeSeconds,
  HoldTooLargeError,
  newHold,
  sealedHoldStore,
  secondsLeft,
  type Hold,
} from './hold'

const password = 'current-password-of-32-characters!'
const formerPassword = 'former-password-of-32-characters!!'
const foreignPassword = 'foreign-password-of-32-characters!'
const now = Date.now()
const minute = 60_000
const link = { requestId: '01ARZ3NDEKTSV4RRFFQ69G5FAV', nonce: 'the-nonce-of-this-test' }
const hold: Hold = { ...link, arrivedAt: now }
const store = sealedHoldStore({ current: password, previous: undefined })

describe('a hold', () => {
  it('belongs to nobody before login, and to the user who is signed in as it arrives', () => {
    expect(newHold(link, undefined, now)).toEqual(hold)
    expect(newHold(link, 'ada', now)).toEqual({ ...hold, userId: 'ada' })
  })

  it('is seen by the user it is bound to, and by whoever signs in while it is bound to nobody', () => {
    expect(holdForUser(hold, 'ada')).toEqual(hold)
    expect(holdForUser({ ...hold, userId: 'ada' }, 'ada')).not.toBeNull()
    expect(holdForUser(null, 'ada')).toBeNull()
  })

  it('is not seen by another user', () => {
    expect(holdForUser({ ...hold, userId: 'ada' }, 'bob')).toBeNull()
  })

  it('is bound once, and keeps its time of arrival', () => {
    expect(boundHold(hold, 'ada')).toEqual({ ...hold, userId: 'ada' })
    expect(boundHold({ ...hold, userId: 'ada' }, 'bob').userId).toBe('ada')
  })

  it('lives 30 minutes from its arrival', () => {
    expect(secondsLeft(hold, now)).toBe(holdLifetimeSeconds)
    expect(secondsLeft(hold, now + 29 * minute)).toBe(60)
    expect(secondsLeft(hold, now + 30 * minute)).toBe(0)
  })

  it('gains no time from a clock that was set back', () => {
    expect(secondsLeft(hold, now - 90 * minute)).toBe(holdLifetimeSeconds)
  })
})

describe('sealedHoldStore', () => {
  it('gives back what was put, from a text that shows nothing of it', async () => {
    const text = await store.put(hold, now)
    expect(text).not.toContain(link.nonce)
    expect(text).not.toContain(link.requestId)
    expect(await store.find(text, now)).toEqual(hold)
  })

  it('takes a nonce of 1,024 characters', async () => {
    const long = { ...hold, nonce: 'ü'.repeat(1024) }
    expect(await store.find(await store.put(long, now), now)).toEqual(long)
  })

  it('refuses a hold that no cookie could carry, instead of losing it', async () => {
    await expect(store.put({ ...hold, nonce: '日'.repeat(1024) }, now)).rejects.toThrow(HoldTooLargeError)
  })

  it('has ended after 30 minutes, to the second', async () => {
    const text = await store.put(hold, now)
    expect(await store.find(text, now + 30 * minute - 1000)).toEqual(hold)
    expect(await store.find(text, now + 30 * minute)).toBeNull()
  })

  it('counts from arrival inside the seal, however young the seal is', async () => {
    const renewed = await sealData({ ...hold, arrivedAt: now - 31 * minute }, { password, ttl: 1800 })
    expect(await store.find(renewed, now)).toBeNull()
  })

  it('opens older seals with the previous password, and none without it', async () => {
    const text = await sealedHoldStore({ current: formerPassword, previous: undefined }).put(hold, now)
    expect(await sealedHoldStore({ current: password, previous: formerPassword }).find(text, now)).toEqual(hold)
    expect(await store.find(text, now)).toBeNull()
  })

  it('seals with the current password only', async () => {
    const text = await sealedHoldStore({ current: password, previous: formerPassword }).put(hold, now)
    expect(await store.find(text, now)).toEqual(hold)
  })

  it.each<[string, () => string | Promise<string>]>([
    ['an empty text', () => ''],
    ['no seal', () => 'Fe26.2*1*not*a*seal'],
    ['a seal with a changed character', async () => (await store.put(hold, now)).replace(/.(?=.{20}$)/, '~')],
    ['a seal cut short', async () => (await store.put(hold, now)).slice(0, -30)],
    ['a seal of another password', () => sealData(hold, { password: foreignPassword, ttl: 1800 })],
    ['a seal over something else', () => sealData({ hello: 'world' }, { password, ttl: 1800 })],
    ['more than a cookie can hold', () => 'x'.repeat(100_000)],
  ])('reads %s as no hold', async (_what, text) => {
    expect(await store.find(await text(), now)).toBeNull()
  })
})
