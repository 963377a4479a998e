import { sealData, unsealData } from 'iron-session'
import { describe, expect, it, vi } from 'vitest'
import { processStore } from '@/lib/store/process-store'
import { readLinks, writeLinks, type LinkCookies } from './browser-links'
import { arriveLink, linkMemorySeconds, ownerOf, recordResult, type Link } from './link'
import { sealedLinkStore, sharedLinkStore } from './link-store'

vi.mock('iron-session', { spy: true })

const passwords = { current: 'current-password-of-32-characters!', previous: 'previous-password-of-32-characters!' }
const otherPassword = 'another-password-of-32-characters!!'
const minute = 60_000
const now = Date.now()
const link: Link = {
  id: 'link-1',
  requestId: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  nonce: 'the-nonce-of-this-test',
  digest: 'digest-1',
  arrivedAt: now,
  owner: ownerOf('ada'),
  status: 'open',
  changedAt: now,
  needsChoice: false,
}

const stores = {
  sealedLinkStore: () => sealedLinkStore(passwords),
  sharedLinkStore: () => sharedLinkStore(processStore(), passwords),
}

for (const [name, makeStore] of Object.entries(stores)) {
  describe(`${name}:`, () => {
    it('finds a stored link by a cookie value that reveals nothing of it', async () => {
      const store = makeStore()
      const value = await store.put(link, undefined, now)
      expect(value).not.toContain(link.nonce)
      expect(value).not.toContain(link.requestId)
      expect(await store.find(value, now)).toEqual(link)
    })

    it('remembers a link for 60 minutes from its arrival', async () => {
      const store = makeStore()
      const value = await store.put(link, undefined, now)
      expect(await store.find(value, now + 59 * minute)).not.toBeNull()
      expect(await store.find(value, now + 60 * minute)).toBeNull()
    })

    it('opens a seal once, however often it is asked for it', async () => {
      const store = makeStore()
      const value = await store.put(link, undefined, now)
      vi.mocked(unsealData).mockClear()
      expect(await Promise.all([store.find(value, now), store.find(value, now)])).toEqual([link, link])
      expect(await store.find(value, now)).toEqual(link)
      expect(unsealData).toHaveBeenCalledTimes(1)
    })

    it.each(['', 'hello', 'x'.repeat(5000), 'Fe26.2*1*a*b*c*d*e*f', 'A'.repeat(22)])(
      'takes %.30j for no link',
      async (value) => expect(await makeStore().find(value, now)).toBeNull(),
    )
  })
}

describe('sealedLinkStore', () => {
  const store = sealedLinkStore(passwords)

  it('opens what the other password has sealed while it is changed, and what no password has sealed not at all', async () => {
    const sealedWith = (password: string) => sealData(link, { password, ttl: linkMemorySeconds })
    expect(await store.find(await sealedWith(passwords.previous), now)).toEqual(link)
    expect(await store.find(await sealedWith(otherPassword), now)).toBeNull()
  })

  it.each(['n', '"', 'ü', '日', '\\'])('fits a nonce of 1,024 bytes of %j', async (character) => {
    const nonce = character.repeat(Math.floor(1024 / Buffer.byteLength(character)))
    const value = await store.put({ ...link, nonce }, undefined, now)
    expect(value.length).toBeLessThan(4096 - 64)
    expect(await store.find(value, now)).toMatchObject({ nonce })
  })

  it('leaves out the message, and then what was entered, before a link does not fit', async () => {
    const result = {
      kind: 'refused',
      reason: 'unknown',
      remedy: 'try_again',
      message: '"'.repeat(500),
      code: 'C',
    } as const
    const entered = { walletAddress: 'a'.repeat(256), signed: { walletName: 'w', signature: 's'.repeat(128) } }
    const long = { ...link, nonce: '"'.repeat(1024), result, entered }
    const found = await store.find(await store.put(long, undefined, now), now)
    expect(found).toMatchObject({ nonce: long.nonce })
    const plain = { ...link, nonce: 'n'.repeat(1024), result, entered }
    expect(await store.find(await store.put(plain, undefined, now), now)).toMatchObject({
      entered,
      result: { reason: 'unknown' },
    })
  })
})

describe('sharedLinkStore', () => {
  it('keeps its id when the link changes, and is worth nothing once the link is removed', async () => {
    const store = sharedLinkStore(processStore(), passwords)
    const value = await store.put(link, undefined, now)
    expect(await store.put({ ...link, needsChoice: true }, value, now)).toBe(value)
    expect(await store.find(value, now)).toMatchObject({ needsChoice: true })
    await store.remove(value)
    expect(await store.find(value, now)).toBeNull()
  })

  it('stores nothing that could be read or used without the password and the cookie', async () => {
    const written: string[] = []
    const values = {
      get: async () => null,
      set: async (key: string, value: string) => void written.push(key, value),
      delete: async () => {},
    }
    const cookieValue = await sharedLinkStore(values, passwords).put(link, undefined, now)
    expect(written).toHaveLength(2)
    for (const secret of [cookieValue, 'the-nonce-of-this-test', link.requestId]) {
      expect(written.join(' ')).not.toContain(secret)
    }
  })
})

describe('the links of a browser', () => {
  function browser() {
    const jar = new Map<string, string>()
    const cookies: LinkCookies = {
      all: () => [...jar].map(([id, value]) => ({ id, value })),
      set: (id, value) => void jar.set(id, value),
      remove: (id) => void jar.delete(id),
    }
    return { jar, cookies }
  }
  const store = sealedLinkStore(passwords)
  const arrivalOf = (nonce: string) => ({ requestId: link.requestId, nonce })

  it('are kept one a cookie, so that one tab does not undo what another has done', async () => {
    const { jar, cookies } = browser()
    await writeLinks(cookies, store, { ...arriveLink([], arrivalOf('first'), { userId: 'ada', now }), now })
    const [first] = await readLinks(cookies, store, now)
    const asFirstTabSawIt = new Map(jar)
    await writeLinks(cookies, store, {
      ...arriveLink(await readLinks(cookies, store, now), arrivalOf('second'), { userId: 'ada', now }),
      now,
    })
    // The response to a press that began before the second link came.
    const staleCookies = { ...cookies, all: () => [...asFirstTabSawIt].map(([id, value]) => ({ id, value })) }
    const result = { kind: 'proof_problem', problem: 'missing' } as const
    const changes = recordResult(first ? [first] : [], first?.id ?? '', { result, now })
    await writeLinks(staleCookies, store, { ...changes, now })
    const nonces = (await readLinks(cookies, store, now)).map(({ nonce }) => nonce)
    expect(new Set(nonces)).toEqual(new Set(['first', 'second']))
  })

  it('are no more than fit into 3,000 bytes together, the newest always among them', async () => {
    const { jar, cookies } = browser()
    for (const letter of ['a', 'b', 'c', 'd']) {
      const links = await readLinks(cookies, store, now)
      const changes = arriveLink(links, arrivalOf(letter.repeat(700)), { userId: 'ada', now: now + links.length })
      await writeLinks(cookies, store, { ...changes, now })
      const bytes = [...jar.values()].reduce((sum, value) => sum + value.length, 0)
      expect(bytes).toBeLessThanOrEqual(3000)
      expect((await readLinks(cookies, store, now)).at(-1)?.nonce).toBe(letter.repeat(700))
    }
    expect(jar.size).toBe(2)
  })

  it('is not found in a cookie with another link’s id', async () => {
    const { cookies } = browser()
    cookies.set('link-2', await store.put(link, undefined, now), 60)
    expect(await readLinks(cookies, store, now)).toEqual([])
  })

  it('loses invalid cookies once there are many', async () => {
    const { jar, cookies } = browser()
    for (let index = 0; index < 9; index += 1) cookies.set(`invalid-${index}`, 'x', 60)
    await writeLinks(cookies, store, { put: [link], remove: [], now })
    expect([...jar.keys()]).toEqual(['link-1'])
  })
})
