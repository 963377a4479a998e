import * as ironSession from 'iron-session'
import { afterEach, expect, it, vi } from 'vitest'
import { sealData, unsealData } from './seal'

const [password, other] = ['a', 'b'].map((letter) => letter.repeat(32)) as [string, string]
const value = { text: 'ü日"\\', number: 7, list: [null, true] }

afterEach(() => void vi.useRealTimers())

it('opens what iron-session has sealed, and iron-session opens what is sealed here', async () => {
  expect(await unsealData(await ironSession.sealData(value, { password, ttl: 60 }), { password })).toEqual(value)
  expect(await ironSession.unsealData(await sealData(value, { password, ttl: 60 }), { password })).toEqual(value)
})

it('seals the same value in another way each time', async () => {
  const parts = await Promise.all([1, 2].map(async () => (await sealData(value, { password, ttl: 60 })).split('*')))
  // Of each: both salts, the start vector, the text and the signature.
  for (const part of [2, 3, 4, 6, 7]) expect(parts[0]?.[part]).not.toBe(parts[1]?.[part])
})

it('opens nothing with another password', async () => {
  await expect(unsealData(await sealData(value, { password, ttl: 60 }), { password: other })).rejects.toThrow('hmac')
})

it('opens nothing that was changed anywhere', async () => {
  const sealed = await sealData(value, { password, ttl: 60 })
  for (const at of [0, 8, 20, 80, 100, 150, 180, 230, sealed.length - 20, sealed.length - 1]) {
    const letter = sealed[at] === '1' ? '2' : '1'
    const changed = sealed.slice(0, at) + letter + sealed.slice(at + 1)
    await expect(unsealData(changed, { password })).rejects.toThrow()
  }
})

it('opens nothing that is over, after the minute that clocks may differ', async () => {
  const sealed = await sealData(value, { password, ttl: 60 })
  vi.useFakeTimers({ now: Date.now() + 110_000, toFake: ['Date'] })
  expect(await unsealData(sealed, { password })).toEqual(value)
  vi.useFakeTimers({ now: Date.now() + 11_000, toFake: ['Date'] })
  await expect(unsealData(sealed, { password })).rejects.toThrow('Expired')
})

it.each(['', '~2', 'hello', 'Fe26.2*1*******~2', 'Fe26.2*1*a*b*c*d*e*f~2'])('opens nothing where there is %j', (text) =>
  expect(unsealData(text, { password })).rejects.toThrow(),
)
