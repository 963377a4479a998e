import { sealData } from 'iron-session'
import { describe, expect, it } from 'vitest'
import { inRequest } from '@/lib/request/test-support'
import {
  arriveLink,
  bindLinks,
  chooseLink,
  forgetConfirmed,
  keepOutcome,
  linkMemorySeconds,
  newSecretKey,
  linkSchema,
  ownerOf,
  reopenLinks,
  setLinksAside,
  linksVisibleTo,
  type HeldLink,
  type Link,
  type LinkChanges,
} from './link'
import { changeLinks, readHold, sealLink, type HoldCookies, type SealPasswords } from './hold-cookie'
import { openLink } from './test-support'

const passwords = { current: 'current-password-of-32-characters!', previous: 'previous-password-of-32-characters!' }
const otherPassword = 'another-password-of-32-characters!!'
const minute = 60_000
const now = Date.now()
const link = openLink(now)
const none: LinkChanges = {}
/** Returns the links of a browser as their cookies store them. */
async function readLinks(cookies: HoldCookies): Promise<Link[]> {
  const { links } = await readHold(cookies)
  return links.map((link) => linkSchema.parse(link))
}
const seal = (of: Link) => sealLink(of, passwords.current, now)
const sealedBy = (password: string, content: unknown = link) => sealData(content, { password, ttl: linkMemorySeconds })

function browser() {
  const jar = new Map<string, string>()
  const cookies: HoldCookies = {
    all: () => [...jar].map(([name, value]) => ({ name, value })),
    set: (name, value, maxAge) => void (maxAge === 0 ? jar.delete(name) : jar.set(name, value)),
    passwords,
    now,
  }
  return { jar, cookies }
}

describe('readHold and changeLinks', () => {
  async function browserWithLink() {
    const { jar, cookies } = browser()
    await changeLinks(null, () => ({ put: [link] }), cookies)
    return { jar, cookies }
  }
  const arrival = { userId: 'ada', isFromService: false, now }
  const arrivalOf = (nonce: string) => ({ requestId: `01ARZ3NDEKTSV4RRFFQ69G5${nonce.charCodeAt(0)}`, nonce })
  /** Lets a link arrive at a browser with these cookies. */
  const arrive = async (cookies: HoldCookies, nonce: string) => {
    await changeLinks(null, (links, now) => arriveLink(links, arrivalOf(nonce), { ...arrival, now }), cookies)
  }

  it('remember a link for 60 minutes from its arrival', async () => {
    const { cookies } = await browserWithLink()
    expect(await readLinks({ ...cookies, now: now + 60 * minute - 1000 })).toEqual([link])
    expect(await readLinks({ ...cookies, now: now + 60 * minute })).toEqual([])
  })

  it('open each cookie once per request', async () => {
    const { cookies } = await browserWithLink()
    await inRequest(async () => {
      const [first] = await Promise.all([readHold(cookies), readHold(cookies)])
      expect(first.links).toEqual([{ ...link, isNamed: true }])
      expect((await readHold(cookies)).links[0]).toBe(first.links[0])
    })
  })

  it('write no cookie when no link has changed', async () => {
    const { jar, cookies } = await browserWithLink()
    const before = new Map(jar)
    await changeLinks(null, () => ({}), cookies)
    expect(jar).toEqual(before)
  })

  it('keep each link in a separate cookie, so that one tab does not undo the changes of another', async () => {
    const { jar, cookies } = browser()
    await arrive(cookies, 'first')
    const [first] = await readLinks(cookies)
    const asFirstTabSawIt = new Map(jar)
    await arrive(cookies, 'second')
    // This response belongs to a press that began before the second link arrived.
    const staleCookies = { ...cookies, all: () => [...asFirstTabSawIt].map(([name, value]) => ({ name, value })) }
    const outcome = { kind: 'proof_problem', problem: 'missing' } as const
    const changes = keepOutcome(first ? [first] : [], first?.id ?? '', { outcome, now })
    await changeLinks(null, () => changes, staleCookies)
    const nonces = (await readLinks(cookies)).map(({ nonce }) => nonce)
    expect(new Set(nonces)).toEqual(new Set(['first', 'second']))
  })

  it('hold at most four links, one trace of confirmed links and one of links without room, when two users press', async () => {
    const { cookies } = browser()
    for (const letter of ['a', 'b', 'c', 'd', 'e']) await arrive(cookies, letter)
    for (const userId of ['ada', 'bob', 'ada']) {
      const other = { requestId: arrivalOf(userId).requestId, nonce: userId }
      await changeLinks(null, (links, now) => setLinksAside(links, now), cookies)
      await changeLinks(null, (links, now) => arriveLink(links, other, { ...arrival, userId, now }), cookies)
      const pressed = (links: HeldLink[], now: number) => {
        const link = links.find(({ nonce }) => nonce === userId)
        return link ? forgetConfirmed(links, link, now) : {}
      }
      await changeLinks(userId, pressed, cookies)
    }
    const traces = (await readLinks(cookies)).filter(({ status }) => status === 'no_room' || status === 'confirmed')
    expect(traces.map(({ status, owner }) => [status, owner])).toEqual([
      ['no_room', ownerOf('ada')],
      ['confirmed', ownerOf('ada')],
    ])
    expect(JSON.stringify(traces)).not.toContain('01ARZ3')
  })

  describe('with four links that arrived before a sign-in', () => {
    async function browserOfAda(nonceLength: number) {
      const { jar, cookies } = browser()
      for (const letter of ['a', 'b', 'c', 'd']) {
        const unbound = { ...arrival, userId: undefined, isOnPhone: true }
        const link = arrivalOf(letter.repeat(nonceLength))
        await change(cookies, (links, now) => arriveLink(links, link, { ...unbound, now }))
      }
      const sealed = new Map(jar)
      await change(cookies, (links, now) => bindLinks(links, 'ada', now))
      return { jar, cookies, sealed }
    }
    const change = (cookies: HoldCookies, changesOf: (links: HeldLink[], now: number) => LinkChanges) =>
      changeLinks(null, changesOf, cookies)
    const ownersOf = async (cookies: HoldCookies) => (await readLinks(cookies)).map(({ owner }) => owner)
    const four = <Value>(value: Value) => Array.from({ length: 4 }, () => value)

    it('bind and cancel all of them by one short cookie, also during a rotation, which a chosen link no longer needs', async () => {
      for (const nonceLength of [43, 512]) {
        const { jar, cookies, sealed } = await browserOfAda(nonceLength)
        await change(cookies, (links, now) => setLinksAside(links, now, 'ada'))
        const changed = [...jar].filter(([name, value]) => sealed.get(name) !== value)
        expect(changed.map(([name]) => name)).toEqual(['links'])
        expect(changed[0]?.[1].length).toBeLessThan(500)
        const duringRotation = { current: otherPassword, previous: passwords.current }
        expect(await ownersOf({ ...cookies, passwords: duringRotation })).toEqual(four(ownerOf('ada')))
        expect((await readLinks(cookies)).map(({ status }) => status)).toEqual(four('cancelled'))

        await change(cookies, (links, now) => reopenLinks(links, now, 'ada'))
        const [, second] = await readLinks(cookies)
        await change(cookies, (links, now) => chooseLink(links, second?.id ?? '', now))
        jar.delete('links')
        const found = await readLinks(cookies)
        expect(found.filter(({ owner }) => owner !== undefined).map(({ id }) => id)).toEqual([second?.id])
      }
    })
  })

  it('see no later time in a cookie than the time of a change, when another instance or clock was ahead', async () => {
    const { cookies } = browser()
    await arrive({ ...cookies, now: now + 2 * 60 * minute }, 'first')
    await arrive(cookies, 'second')
    await changeLinks(null, (links, then) => chooseLink(links, links[1]?.id ?? '', then), cookies)
    const { links: chosen } = await readHold(cookies)
    expect(linksVisibleTo(chosen, 'ada', now).map(({ needsChoice }) => needsChoice)).toEqual([true, false])
  })

  it('open at most eight cookies, and only cookies with the name of a link', async () => {
    const { cookies } = browser()
    for (const id of ['', 'short', 'of-13-letters', 'of 12 letter', 'of-12-letté'])
      cookies.set(`hold-${id}`, `Fe26.2*${id}`, 60)
    for (let index = 1; index <= 9; index += 1) {
      const id = `link-000000${index}`
      cookies.set(`hold-${id}`, await seal({ ...link, id }), 60)
    }
    expect(await readLinks(cookies)).toHaveLength(8)
    const badNames = browser()
    badNames.cookies.set('hold-link-1', await seal({ ...link, id: 'link-1' }), 60)
    expect(await readLinks(badNames.cookies)).toEqual([])
  })

  it('keep a link in a cookie beyond the eighth, which no request opens', async () => {
    const { jar, cookies } = browser()
    for (let index = 1; index <= 9; index += 1) {
      const id = `link-000000${index}`
      cookies.set(`hold-${id}`, await seal({ ...link, id }), 60)
    }
    await changeLinks(null, () => ({ remove: ['link-0000001'] }), cookies)
    expect([...jar.keys()]).toContain('hold-link-0000009')
  })

  it('ignore a link in a cookie with another link’s id', async () => {
    const { cookies } = browser()
    cookies.set('hold-link-0000002', await seal(link), 60)
    expect(await readLinks(cookies)).toEqual([])
  })

  it('remove invalid cookies when the browser has many, at most four per change', async () => {
    const { jar, cookies } = browser()
    for (let index = 0; index < 20; index += 1) cookies.set(`hold-invalid-${index}`, 'x', 60)
    for (const left of [16, 12, 8, 4, 4]) {
      await changeLinks(null, () => ({ put: [link] }), cookies)
      expect(jar.size).toBe(left + 1)
    }
    expect(await readLinks(cookies)).toEqual([link])
  })
})

describe('sealLink and readHold', () => {
  /** Reads the link of a browser with this cookie; null if the cookie is invalid. */
  async function unsealLink(sealed: string, by: SealPasswords = passwords) {
    const all = () => [{ name: `hold-${link.id}`, value: sealed }]
    return (await readLinks({ all, set: () => {}, passwords: by, now }))[0] ?? null
  }

  it('hide the nonce and the request id, and return the link unchanged', async () => {
    const sealed = await seal(link)
    expect(sealed).not.toContain(link.nonce)
    expect(sealed).not.toContain(link.requestId)
    expect(await unsealLink(sealed)).toEqual(link)
  })

  it('return null for a text that is no seal', async () => {
    for (const value of ['', 'hello', 'x'.repeat(5000), 'Fe26.2*1*a*b*c*d*e*f', 'A'.repeat(22)]) {
      expect(await unsealLink(value)).toBeNull()
    }
  })

  it('open a seal with the previous or the next password during a rotation, but not with any other password', async () => {
    expect(await unsealLink(await sealedBy(passwords.previous))).toEqual(link)
    expect(await unsealLink(await sealedBy(otherPassword), { ...passwords, next: otherPassword })).toEqual(link)
    expect(await unsealLink(await sealedBy(otherPassword))).toBeNull()
    expect(await unsealLink(await sealedBy(passwords.previous), { ...passwords, previous: undefined })).toBeNull()
  })

  it('leave room for a session in the 8 KB of a header, with the longest links, every press refused, and a wallet app', async () => {
    const { jar, cookies } = browser()
    const change = (changesOf: (links: HeldLink[], now: number) => LinkChanges) =>
      changeLinks('ada', changesOf, cookies)
    const session = { publicKey: 'k'.repeat(44), session: 's'.repeat(600) }
    const app = { id: 'backpack', walletAddress: 'a'.repeat(44), ...session }
    const usedKeys = { phantom: 99, solflare: 99, backpack: 99 }
    const signed = { walletName: 'w'.repeat(64), signature: 's'.repeat(128) }
    const entered = { walletAddress: 'a'.repeat(256), signed, way: 'mobile_wallet_adapter' } as const
    const outcome = {
      kind: 'refused',
      reason: 'answer_unreadable',
      remedy: 'check_profile',
      message: 'm'.repeat(500),
      code: '0123456789',
    } as const
    const arrivalOf = (index: number) => ({
      requestId: `01ARZ3NDEKTSV4RRFFQ69G5FA${index}`,
      nonce: `${index}`.repeat(512),
    })
    const from = { userId: 'ada', isFromService: true, isOnPhone: true, code: '0123456789' }
    await change((links, now) => arriveLink(links, arrivalOf(0), { ...from, now }))
    await change((links, now) => (links[0] ? forgetConfirmed(links, links[0], now) : none))
    for (const index of [1, 2, 3, 4, 5])
      await change((links, now) => arriveLink(links, arrivalOf(index), { ...from, now }))
    await change((links, now) => ({ ...setLinksAside(links, now, 'ada'), put: [] }))
    await change((links, now) => reopenLinks(links, now, 'ada'))
    const held = (await readLinks(cookies)).filter((link) => link.nonce !== undefined)
    for (const { id } of held) {
      await change((links, now) => chooseLink(links, id, now))
      await change((links, now) => keepOutcome(links, id, { outcome, entered, now }))
    }
    const { id, nonce } = held[0]!
    const ofApp = (link: Link) => ({ ...link, app, usedKeys, heldAt: now })
    await change((links) => ({ put: links.filter((link) => link.id === id).map(ofApp) }))
    expect((await readLinks(cookies)).find((link) => link.id === id)).toMatchObject({ nonce, usedKeys })
    expect([...jar.keys()].map((name) => name.split('-')[0])).toEqual(expect.arrayContaining(['hold', 'links', 'past']))
    expect(jar.size).toBe(7)
    const length = [...jar].map(([name, value]) => `__Host-connect-${name}=${value}; `).join('').length
    const longestOthers = '__Host-next-auth.session-token='.length + 1000 + 'lang=zh-Hans; '.length
    expect('Cookie: '.length + length + longestOthers).toBeLessThan(8192)
  })

  describe('with a wallet app', () => {
    const session = { publicKey: 'k'.repeat(44), session: 's'.repeat(600) }
    const outcome = { kind: 'app_problem', app: 'backpack', problem: 'invalid_address' } as const
    const walletAddress = 'a'.repeat(44)
    const app = { id: 'backpack', walletAddress }
    const keys = { appKey: newSecretKey(), usedKeys: { phantom: 99, solflare: 99, backpack: 99 } }
    const chosen = { ...link, ...keys, nonce: 'n'.repeat(512), app: { ...app, ...session }, outcome }
    const entered = { walletAddress, signed: { walletName: 'Backpack', signature: 's'.repeat(88) } }
    const signed = { ...chosen, app, entered, isPressedInApp: true }

    it('keep all fields of a link with the longest nonce when its app is chosen or has signed', async () => {
      for (const full of [chosen, signed]) {
        const sealed = await seal(full)
        expect(sealed.length).toBeLessThanOrEqual(2600)
        expect(await unsealLink(sealed)).toEqual(full)
      }
    })

    it('drop the press in the app when the signature is left out', async () => {
      const tooLong = { walletAddress: '日'.repeat(256), signed: { walletName: 'w', signature: '日'.repeat(256) } }
      const bare = await unsealLink(await seal({ ...signed, entered: tooLong }))
      for (const left of ['app', 'entered', 'isPressedInApp']) expect(bare).not.toHaveProperty(left)
    })
  })

  it('leave out the message, and then the entries, when the seal is too long for a request’s headers', async () => {
    const refused = { kind: 'refused', reason: 'unknown', remedy: 'try_again' } as const
    const outcome = { ...refused, message: '日'.repeat(500), code: 'C' }
    const entered = { walletAddress: 'a'.repeat(256), signed: { walletName: 'w', signature: 's'.repeat(128) } }
    const sealed = await seal({ ...link, outcome, entered })
    expect(sealed.length).toBeLessThanOrEqual(2100)
    expect(await unsealLink(sealed)).toMatchObject({ entered, outcome: { message: null } })
    const tooLong = {
      ...entered,
      walletAddress: '日'.repeat(256),
      signed: { walletName: 'w', signature: '日'.repeat(256) },
    }
    const bare = await unsealLink(await seal({ ...link, outcome, entered: tooLong }))
    expect(bare).toEqual({ ...link, outcome: { ...outcome, message: null } })
  })
})
