import { sealData, unsealData } from 'iron-session'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { readLinks, writeLinks, type LinkCookies } from './browser-links'
import { arriveLink, keepOutcome } from './link'
import { sealLink } from './sealed-link'
import { openLink } from './test-support'

vi.mock('iron-session', { spy: true })
const valuesOfRequest = new Map<string, unknown>()
vi.mock('@/lib/request/context', () => ({
  perRequest: (name: string, make: () => unknown) => {
    if (!valuesOfRequest.has(name)) valuesOfRequest.set(name, make())
    return valuesOfRequest.get(name)
  },
}))
beforeEach(() => valuesOfRequest.clear())

const passwords = { current: 'current-password-of-32-characters!', previous: undefined }
const minute = 60_000
const now = Date.now()
const link = openLink(now)

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
  const arrivalOf = (nonce: string) => ({ requestId: link.requestId, nonce })

  it('are remembered for 60 minutes from their arrival', async () => {
    const { cookies } = browser()
    await writeLinks(cookies, passwords, { put: [link], remove: [], now })
    expect(await readLinks(cookies, passwords, now + 60 * minute - 1000)).toEqual([link])
    expect(await readLinks(cookies, passwords, now + 60 * minute)).toEqual([])
  })

  it('are opened once in a request, however often it reads them', async () => {
    const { cookies } = browser()
    await writeLinks(cookies, passwords, { put: [link], remove: [], now })
    vi.mocked(unsealData).mockClear()
    await Promise.all([readLinks(cookies, passwords, now), readLinks(cookies, passwords, now)])
    expect(await readLinks(cookies, passwords, now)).toEqual([link])
    expect(unsealData).toHaveBeenCalledTimes(1)
  })

  it('are sealed again only where they change', async () => {
    const { cookies } = browser()
    await writeLinks(cookies, passwords, { put: [link], remove: [], now })
    vi.mocked(sealData).mockClear()
    await writeLinks(cookies, passwords, { put: [], remove: [], now })
    expect(sealData).not.toHaveBeenCalled()
  })

  it('are kept one a cookie, so that one tab does not undo what another has done', async () => {
    const { jar, cookies } = browser()
    await writeLinks(cookies, passwords, { ...arriveLink([], arrivalOf('first'), { userId: 'ada', now }), now })
    const [first] = await readLinks(cookies, passwords, now)
    const asFirstTabSawIt = new Map(jar)
    await writeLinks(cookies, passwords, {
      ...arriveLink(await readLinks(cookies, passwords, now), arrivalOf('second'), { userId: 'ada', now }),
      now,
    })
    // The response to a press that began before the second link came.
    const staleCookies = { ...cookies, all: () => [...asFirstTabSawIt].map(([id, value]) => ({ id, value })) }
    const outcome = { kind: 'proof_problem', problem: 'missing' } as const
    const changes = keepOutcome(first ? [first] : [], first?.id ?? '', { outcome, now })
    await writeLinks(staleCookies, passwords, { ...changes, now })
    const nonces = (await readLinks(cookies, passwords, now)).map(({ nonce }) => nonce)
    expect(new Set(nonces)).toEqual(new Set(['first', 'second']))
  })

  it('are no more than fit into 3,000 bytes together, the newest always among them', async () => {
    const { jar, cookies } = browser()
    for (const letter of ['a', 'b', 'c', 'd']) {
      const links = await readLinks(cookies, passwords, now)
      const changes = arriveLink(links, arrivalOf(letter.repeat(700)), { userId: 'ada', now: now + links.length })
      await writeLinks(cookies, passwords, { ...changes, now })
      const bytes = [...jar.values()].reduce((sum, value) => sum + value.length, 0)
      expect(bytes).toBeLessThanOrEqual(3000)
      expect((await readLinks(cookies, passwords, now)).at(-1)?.nonce).toBe(letter.repeat(700))
    }
    expect(jar.size).toBe(2)
  })

  it('is not found in a cookie with another link’s id', async () => {
    const { cookies } = browser()
    cookies.set('link-2', await sealLink(link, passwords, now), 60)
    expect(await readLinks(cookies, passwords, now)).toEqual([])
  })

  it('loses invalid cookies once there are many', async () => {
    const { jar, cookies } = browser()
    for (let index = 0; index < 9; index += 1) cookies.set(`invalid-${index}`, 'x', 60)
    await writeLinks(cookies, passwords, { put: [link], remove: [], now })
    expect([...jar.keys()]).toEqual(['link-1'])
  })
})
