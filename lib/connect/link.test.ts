import { describe, expect, it } from 'vitest'
import {
  arriveLink,
  bindLinks,
  changeWallet,
  chooseLink,
  forgetConfirmed,
  isOpen,
  linkLifetimeSeconds,
  linksVisibleTo,
  linkTogether,
  ownerOf,
  keepOutcome,
  reopenLinks,
  secondsLeft,
  setLinksAside,
  supportCodeOf,
  type HeldLink,
  type Link,
  type LinkChanges,
  type Together,
} from './link'
import type { NotConfirmed } from './outcome'

const minute = 60_000
const start = Date.UTC(2026, 0, 5, 12)
const ownLink = { requestId: '01ARZ3NDEKTSV4RRFFQ69G5FAV', nonce: 'own-nonce' }
const strangersLink = { requestId: '01BX5ZZKBKACTAV9WEVGEMMVRZ', nonce: 'strangers-nonce' }
/** A link for each nonce, with a different request id. */
const linkOf = (nonce: string) => ({ requestId: `01REQUEST-${nonce}`, nonce })
const address = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'

const refused = (reason: 'request_expired' | 'request_not_found' | 'server_error'): NotConfirmed => ({
  kind: 'refused',
  reason,
  remedy: reason === 'server_error' ? 'try_again' : 'press_connect_again',
  message: null,
  code: null,
})

const waitUntil = (until: number) =>
  ({ kind: 'wait', cause: 'queue', until, waitMs: 9000, place: 1, message: null, code: null }) satisfies NotConfirmed

/** The links of one browser, as stored in its cookies. */
function browser() {
  let stored: Link[] = []
  let together: Together = { bound: null, all: null }
  const apply = ({ put = [], remove = [], together: changed }: LinkChanges) => {
    const gone = new Set([...remove, ...put.map(({ id }) => id)])
    stored = [...stored.filter(({ id }) => !gone.has(id)), ...put]
    together = { ...together, ...changed }
  }
  /** Returns all links, each as its own user sees it. */
  const all = (now = start) => {
    const links: HeldLink[] = stored.map((link) => linkTogether(link, together))
    const users = [undefined, 'ada', 'bob', 'ada@example.com']
    return links.flatMap((link) => {
      const userId = users.find((user) => link.owner === (user && ownerOf(user)))
      return linksVisibleTo(links, userId, now).filter(({ id }) => id === link.id)
    })
  }
  return {
    all,
    /** Returns the content of the links' own cookies. */
    stored: () => stored,
    byRequest: (requestId: string, now?: number) => {
      const link = all(now).find((candidate) => candidate.requestId === requestId)
      if (!link) throw new Error('no such link')
      return link
    },
    apply,
    arrive: (
      link: { requestId: string; nonce: string },
      now = start,
      userId: string | null = 'ada',
      isFromService = false,
    ) => apply(arriveLink(all(now), link, { userId: userId ?? undefined, isFromService, now })),
    visibleTo: (userId: string) => linksVisibleTo(all(), userId, start),
  }
}

/** A browser at which Ada's own link has arrived, and the ID of this link. */
function withOwnLink() {
  const ada = browser()
  ada.arrive(ownLink)
  return { ada, id: ada.byRequest(ownLink.requestId).id }
}

describe('arriveLink', () => {
  it('keeps both links and asks for a choice when a second request arrives, even with another nonce later', () => {
    const { ada } = withOwnLink()
    expect(ada.all()).toMatchObject([{ ...ownLink, status: 'open', needsChoice: false, arrivedAt: start }])
    for (const nonce of [strangersLink.nonce, 'newer-nonce']) {
      ada.arrive({ ...strangersLink, nonce }, start + minute)
      expect(ada.byRequest(ownLink.requestId)).toMatchObject({ ...ownLink, needsChoice: true })
      expect(ada.byRequest(strangersLink.requestId)).toMatchObject({ nonce, needsChoice: true })
    }
  })

  it('changes nothing when the same link arrives again', () => {
    const { ada } = withOwnLink()
    const before = ada.all()
    ada.arrive(ownLink, start + minute)
    expect(ada.all()).toEqual(before)
  })

  it('replaces the nonce and asks for no choice when the same request arrives with another nonce', () => {
    const { ada } = withOwnLink()
    const before = ada.byRequest(ownLink.requestId)
    const entered = { walletAddress: address, signed: { walletName: 'Phantom', signature: 'of the nonce before' } }
    ada.apply(keepOutcome(ada.all(), before.id, { outcome: refused('server_error'), entered, now: start }))
    ada.arrive({ ...ownLink, nonce: 'newer-nonce' }, start + minute)
    const { outcome: _, ...kept } = before
    const newer = { nonce: 'newer-nonce', digest: expect.not.stringMatching(before.digest) }
    const times = { arrivedAt: start + minute, changedAt: start + minute, heldAt: start }
    expect(ada.all()).toEqual([{ ...kept, ...newer, ...times, entered: { walletAddress: address } }])
  })

  it('keeps the waiting time when the same request arrives with another nonce', () => {
    const { ada, id } = withOwnLink()
    const outcome = { ...waitUntil(start + minute), place: 3 }
    ada.apply(keepOutcome(ada.all(), id, { outcome, now: start }))
    ada.arrive({ ...ownLink, nonce: 'newer-nonce' }, start + 1000)
    expect(ada.all()).toMatchObject([{ nonce: 'newer-nonce', outcome }])
  })

  it('adds a new link when the request arrives with another nonce after the previous link ended', () => {
    const { ada, id } = withOwnLink()
    ada.apply(keepOutcome(ada.all(), id, { outcome: refused('request_expired'), now: start }))
    ada.arrive({ ...ownLink, nonce: 'newer-nonce' }, start + minute)
    expect(ada.all()).toMatchObject([{ id: expect.not.stringMatching(id), status: 'open', nonce: 'newer-nonce' }])
  })

  it('leaves another user’s link unchanged when the same request arrives', () => {
    const shared = browser()
    shared.arrive(ownLink, start, 'bob')
    shared.arrive({ ...ownLink, nonce: 'newer-nonce' }, start + minute, 'ada')
    expect(shared.all()).toMatchObject([{ nonce: 'own-nonce' }, { nonce: 'newer-nonce', needsChoice: false }])
  })

  it('marks the link as from the service after one arrival from the service', () => {
    const { ada } = withOwnLink()
    expect(ada.all()).toEqual([expect.not.objectContaining({ isFromService: true })])
    ada.arrive(ownLink, start + minute, 'ada', true)
    expect(ada.all()).toMatchObject([{ isFromService: true, arrivedAt: start }])
    ada.arrive({ ...ownLink, nonce: 'newer-nonce' }, start + 2 * minute)
    expect(ada.all()).toMatchObject([{ isFromService: true, nonce: 'newer-nonce' }])
  })

  it('asks for a choice again when a link that was not chosen or was set aside arrives again', () => {
    for (const status of ['open', 'signed_out'] as const) {
      const ada = browser()
      ada.arrive(ownLink)
      if (status === 'signed_out') ada.apply(setLinksAside(ada.all(), start))
      ada.arrive(strangersLink, start + minute)
      ada.apply(chooseLink(ada.all(), ada.byRequest(strangersLink.requestId).id, start + minute))
      ada.arrive(ownLink, start + 2 * minute)
      expect(ada.all()).toMatchObject(Array(2).fill({ status: 'open', needsChoice: true }))
    }
  })

  it('gives a cancelled link the same id when it arrives in two tabs at once', () => {
    const { ada, id } = withOwnLink()
    ada.apply(setLinksAside(ada.all(), start, 'ada'))
    const arrival = { userId: 'ada', isFromService: false, now: start + minute }
    const answers = [0, 1].map(() => arriveLink(ada.all(), ownLink, arrival))
    for (const answer of answers) ada.apply(answer)
    expect(ada.all()).toMatchObject([{ id: expect.not.stringMatching(id), needsChoice: false }])
  })

  it('reopens a cancelled link, but not an ended link, when it arrives again', () => {
    for (const nonce of [ownLink.nonce, 'newer-nonce']) {
      const { ada } = withOwnLink()
      ada.apply(setLinksAside(ada.all(), start, 'ada'))
      ada.arrive({ ...ownLink, nonce }, start + minute)
      expect(ada.all()).toMatchObject([{ status: 'open', nonce, needsChoice: false }])
    }
    const { ada, id } = withOwnLink()
    ada.apply(keepOutcome(ada.all(), id, { outcome: refused('request_not_found'), now: start }))
    ada.arrive(ownLink, start + minute)
    expect(ada.all()).toMatchObject([{ status: 'ended' }])
  })

  it('holds no fifth open link, and keeps the first four', () => {
    const ada = browser()
    const nonces = ['first', 'chosen', 'pressed', 'fourth']
    for (const [index, nonce] of nonces.entries()) ada.arrive(linkOf(nonce), start + index)
    const idOf = (nonce: string) => ada.all().find((link) => link.nonce === nonce)?.id ?? ''
    ada.apply(keepOutcome(ada.all(), idOf('pressed'), { outcome: refused('server_error'), now: start }))
    ada.apply(chooseLink(ada.all(), idOf('chosen'), start))
    for (const nonce of ['5', '6', '7']) ada.arrive(linkOf(nonce), start + minute)
    expect(new Set(ada.all().flatMap(({ nonce }) => nonce ?? []))).toEqual(new Set(nonces))
  })

  it('returns isHeld false for a fifth link, and marks all links with needsChoice and othersDropped', () => {
    const ada = browser()
    for (const nonce of ['1', '2', '3', '4']) ada.arrive(linkOf(nonce))
    expect(ada.all().some(({ othersDropped }) => othersDropped)).toBe(false)
    const change = arriveLink(ada.all(), strangersLink, { userId: 'ada', isFromService: false, now: start })
    expect(change.isHeld).toBe(false)
    ada.apply(change)
    expect(ada.all().slice(0, 4)).toMatchObject(Array(4).fill({ needsChoice: true, othersDropped: true }))
    expect(JSON.stringify(ada.stored().at(-1))).not.toContain(strangersLink.nonce)
  })

  it('holds a new link when the four links are cancelled or expired', () => {
    for (const later of [start + 1, start + 31 * minute]) {
      const ada = browser()
      for (const nonce of ['1', '2', '3', '4']) ada.arrive(linkOf(nonce))
      if (later === start + 1) ada.apply(setLinksAside(ada.all(), start, 'ada'))
      ada.arrive(ownLink, later)
      const fifth = { status: 'open', needsChoice: false, othersDropped: false }
      expect(ada.byRequest(ownLink.requestId, later)).toMatchObject(fifth)
    }
  })

  it('drops all links of another user, so that none of them is left alone, when a fifth link needs room', () => {
    const shared = browser()
    for (const nonce of ['1', '2', '3', '4']) shared.arrive(linkOf(nonce), start, 'bob')
    shared.arrive(ownLink, start + minute)
    expect(shared.all()).toMatchObject([{ ...ownLink, needsChoice: false }])
  })

  it('drops links that were set aside before an open link', () => {
    const ada = browser()
    ada.arrive(linkOf('aside'))
    ada.apply(setLinksAside(ada.all(), start, 'ada'))
    for (const nonce of ['1', '2', '3', '4']) ada.arrive(linkOf(nonce), start + 1)
    expect(ada.all().map(({ nonce }) => nonce)).toEqual(['1', '2', '3', '4'])
  })
})

describe('supportCodeOf', () => {
  const arrival = { userId: 'ada', isFromService: false, now: start }
  /** Returns Ada's link that arrived with a code, after a press with this outcome. */
  const pressed = (outcome: NotConfirmed) => {
    const ada = browser()
    ada.apply(arriveLink([], ownLink, { ...arrival, code: 'ARRIVAL001' }))
    ada.apply(keepOutcome(ada.all(), ada.byRequest(ownLink.requestId).id, { outcome, now: start }))
    expect(ada.all()).toMatchObject([{ code: 'ARRIVAL001', outcome }])
    return ada.byRequest(ownLink.requestId)
  }

  it('returns undefined when neither the arrival nor a press has a code', () => {
    const { ada } = withOwnLink()
    expect(ada.all()).toEqual([expect.not.objectContaining({ code: expect.anything() })])
    expect(supportCodeOf(ada.byRequest(ownLink.requestId))).toBeUndefined()
  })

  it('returns the code of the first arrival when the link arrives again, even with a newer nonce', () => {
    const ada = browser()
    for (const [code, nonce] of [
      ['ARRIVAL001', ownLink.nonce],
      ['ARRIVAL002', ownLink.nonce],
      ['ARRIVAL003', 'newer-nonce'],
    ] as const) {
      ada.apply(arriveLink(ada.all(), { ...ownLink, nonce }, { ...arrival, code }))
      const link = ada.byRequest(ownLink.requestId)
      expect([link.nonce, link.code, supportCodeOf(link)]).toEqual([nonce, 'ARRIVAL001', 'ARRIVAL001'])
    }
  })

  it('returns the code of a press that was refused with a code, and otherwise of the arrival', () => {
    for (const reason of ['server_error', 'request_expired'] as const) {
      expect(supportCodeOf(pressed({ ...refused(reason), code: 'PRESS00001' } as NotConfirmed))).toBe('PRESS00001')
    }
    for (const outcome of [
      refused('server_error'),
      waitUntil(start),
      { kind: 'proof_problem', problem: 'missing' },
      { kind: 'app_problem', app: 'phantom', problem: 'declined' },
    ] satisfies NotConfirmed[])
      expect(supportCodeOf(pressed(outcome)), outcome.kind).toBe('ARRIVAL001')
  })
})

describe('owner and lifetime of a link', () => {
  it('shows an unbound link to every user, and a bound link only to its user', () => {
    const shared = browser()
    shared.arrive(ownLink, start, null)
    expect(shared.visibleTo('ada')).toHaveLength(1)
    expect(shared.visibleTo('bob')).toHaveLength(1)
    shared.apply(bindLinks(shared.all(), 'ada', start))
    expect(shared.visibleTo('ada')).toHaveLength(1)
    expect(shared.visibleTo('bob')).toEqual([])
    const boundAgain = bindLinks(shared.all(), 'bob', start)
    expect(boundAgain.bound).toEqual([])
    shared.apply(boundAgain)
    expect(shared.visibleTo('bob')).toEqual([])
  })

  it('stores no readable data about the user', () => {
    const ada = browser()
    ada.arrive(ownLink, start, 'ada@example.com')
    expect(JSON.stringify(ada.all())).not.toContain('ada')
  })

  it('leaves at most 30 minutes until the expiry, even when the clock is set back', () => {
    expect(secondsLeft(start, start)).toBe(linkLifetimeSeconds)
    expect(secondsLeft(start, start + 29 * minute)).toBe(60)
    expect(secondsLeft(start, start + 30 * minute)).toBe(0)
    expect(secondsLeft(start, start - 90 * minute)).toBe(linkLifetimeSeconds)
  })
})

describe('chooseLink', () => {
  it('chooses one link, removes its entries, and does not choose the other link', () => {
    const { ada, id } = withOwnLink()
    const entered = { walletAddress: address, signed: { walletName: 'Phantom', signature: 'abc' } }
    ada.apply(
      keepOutcome(ada.all(), id, { outcome: { kind: 'proof_problem', problem: 'missing' }, entered, now: start }),
    )
    ada.arrive(strangersLink)
    ada.apply(chooseLink(ada.all(), id, start))
    expect(ada.byRequest(ownLink.requestId)).toMatchObject({ needsChoice: false, nonce: 'own-nonce' })
    expect(ada.byRequest(ownLink.requestId)).not.toHaveProperty('entered')
    expect(ada.byRequest(ownLink.requestId).outcome).toBeUndefined()
    expect(ada.byRequest(strangersLink.requestId).needsChoice).toBe(true)
    // Another choice withdraws the first one.
    ada.apply(chooseLink(ada.all(), ada.byRequest(strangersLink.requestId).id, start + 1))
    expect(ada.byRequest(ownLink.requestId).needsChoice).toBe(true)
    expect(ada.byRequest(strangersLink.requestId).needsChoice).toBe(false)
  })

  it('lets the chosen link be pressed when the other arrives again, but not when a third one arrives or the other is chosen', () => {
    const [third, again] = [linkOf('third'), { ...strangersLink, nonce: 'another' }]
    for (const [isChosen, change] of [
      [true, (ada: ReturnType<typeof browser>) => ada.arrive(again, start + 2)],
      [false, (ada: ReturnType<typeof browser>) => ada.arrive(third, start + 2)],
      [false, (ada: ReturnType<typeof browser>) => chooseStrangers(ada)],
      [
        false,
        (ada: ReturnType<typeof browser>) =>
          ada.apply(forgetConfirmed(ada.all(), ada.byRequest(strangersLink.requestId), start + 2)),
      ],
    ] as const) {
      const { ada, id } = withOwnLink()
      ada.arrive(strangersLink)
      ada.apply(chooseLink(ada.all(), id, start + 1))
      expect(ada.byRequest(ownLink.requestId)).toMatchObject({ needsChoice: false, isChosen: true })
      change(ada)
      expect(ada.byRequest(ownLink.requestId)).toMatchObject({ needsChoice: true, isChosen })
    }
    function chooseStrangers(ada: ReturnType<typeof browser>) {
      ada.apply(chooseLink(ada.all(), ada.byRequest(strangersLink.requestId).id, start + 2))
      expect(ada.byRequest(strangersLink.requestId)).toMatchObject({ needsChoice: false, isChosen: true })
    }
  })

  it('changes nothing for an unknown, an expired or another user’s link', () => {
    const { ada, id } = withOwnLink()
    expect(chooseLink(ada.all(), 'unknown', start)).toEqual({ put: [] })
    expect(chooseLink(ada.all(), id, start + 31 * minute)).toEqual({ put: [] })
    expect(chooseLink(ada.visibleTo('bob'), id, start)).toEqual({ put: [] })
  })
})

describe('setLinksAside and reopenLinks', () => {
  it('set all open links aside and open them again', () => {
    for (const status of ['cancelled', 'signed_out'] as const) {
      const { ada } = withOwnLink()
      ada.arrive(strangersLink)
      ada.apply(setLinksAside(ada.visibleTo('ada'), start, status === 'cancelled' ? 'ada' : undefined))
      expect(ada.all().map((link) => link.status)).toEqual([status, status])
      ada.apply(reopenLinks(ada.visibleTo('ada'), start + minute, 'ada'))
      expect(ada.all()).toMatchObject(Array(2).fill({ status: 'open', needsChoice: true }))
    }
  })

  it('leave the links of other users unchanged', () => {
    const shared = browser()
    shared.arrive(ownLink, start, 'ada')
    shared.arrive(strangersLink, start, 'bob')
    shared.apply(setLinksAside(shared.visibleTo('bob'), start, 'bob'))
    expect(shared.all()).toMatchObject([{ status: 'open' }, { status: 'cancelled' }])
  })

  it('open no link again after its 30 minutes', () => {
    const { ada } = withOwnLink()
    ada.apply(setLinksAside(ada.all(), start, 'ada'))
    ada.apply(reopenLinks(ada.all(), start + 31 * minute, 'ada'))
    expect(ada.all(start + 31 * minute).some((link) => isOpen(link, start + 31 * minute))).toBe(false)
  })

  it('ask for a choice when two links that arrived one after another open again, or one opens beside an open link', () => {
    for (const isSecondOpen of [false, true]) {
      const { ada } = withOwnLink()
      ada.apply(setLinksAside(ada.all(), start))
      ada.arrive(strangersLink)
      if (!isSecondOpen) ada.apply(setLinksAside(ada.all(), start))
      ada.apply(reopenLinks(ada.all(), start + minute, 'ada'))
      expect(ada.all()).toMatchObject(Array(2).fill({ status: 'open', needsChoice: true }))
    }
  })
})

describe('forgetConfirmed and keepOutcome', () => {
  it('leave a trace without a secret of the confirmed link, and keep the other open link', () => {
    const { ada } = withOwnLink()
    ada.arrive(strangersLink)
    ada.apply(forgetConfirmed(ada.visibleTo('ada'), ada.byRequest(ownLink.requestId), start))
    expect(ada.all()).toMatchObject([{ ...strangersLink, needsChoice: true }, { status: 'confirmed' }])
    expect(JSON.stringify(ada.stored())).not.toContain('own-nonce')
  })

  it('ask for a choice of a link that was held before another user’s confirm, and of none that arrived after it', () => {
    const shared = browser()
    shared.arrive(ownLink, start, 'ada')
    shared.arrive(linkOf('of-bob'), start, 'bob')
    shared.apply(forgetConfirmed(shared.visibleTo('bob'), shared.byRequest(linkOf('of-bob').requestId), start + 1))
    shared.arrive(strangersLink, start + 2, 'ada@example.com')
    const needsChoice = (userId: string) => shared.visibleTo(userId).map((link) => link.needsChoice)
    expect([needsChoice('ada'), needsChoice('ada@example.com')]).toEqual([[true], [false]])
  })

  it('treat the pressed link as chosen when another link has arrived since', () => {
    const { ada, id } = withOwnLink()
    ada.arrive(strangersLink)
    ada.apply(keepOutcome(ada.all(), id, { outcome: refused('server_error'), now: start }))
    expect(ada.byRequest(ownLink.requestId).needsChoice).toBe(false)
    expect(ada.byRequest(strangersLink.requestId).needsChoice).toBe(true)
  })
})

describe('keepOutcome of an expired link', () => {
  it('ends it, so that another one that has arrived since needs a choice', () => {
    const later = start + 31 * minute
    const { ada, id } = withOwnLink()
    ada.arrive(strangersLink, later)
    expect(ada.byRequest(strangersLink.requestId, later).needsChoice).toBe(false)
    ada.apply(keepOutcome(ada.all(later), id, { outcome: refused('request_expired'), now: later + 1 }))
    expect(ada.byRequest(ownLink.requestId, later)).toMatchObject({ status: 'ended', changedAt: later + 1 })
    expect(ada.byRequest(strangersLink.requestId, later).needsChoice).toBe(true)
  })
})

describe('link of a phone', () => {
  const app = { id: 'phantom', walletAddress: address, publicKey: 'their-key', session: 'their-session' }
  const entered = { walletAddress: address, signed: { walletName: 'Phantom', signature: 'signature' } }

  /** What a link has left of its app and of the key that it had before. */
  const leftOf = (link: Link, { appKey }: Link) => ({
    app: 'app' in link,
    isPressedInApp: 'isPressedInApp' in link,
    hasNewKey: /^[\w-]{43}$/.test(link.appKey ?? '') && link.appKey !== appKey,
  })
  const nothingLeft = { app: false, isPressedInApp: false, hasNewKey: true }

  /** Ada's browser with one link, and a wallet app that has shared an address. */
  function phone(change: Partial<Link> = {}) {
    const ada = browser()
    ada.apply(arriveLink([], ownLink, { userId: 'ada', isFromService: true, isOnPhone: true, now: start }))
    const held = ada.byRequest(ownLink.requestId)
    ada.apply({ put: [{ ...held, app, ...change }] })
    return { ada, link: () => ada.byRequest(ownLink.requestId), held: ada.byRequest(ownLink.requestId) }
  }

  it('has a separate key for wallet apps, unlike links on other devices', () => {
    const ada = browser()
    for (const [index, isOnPhone] of [true, true, false].entries()) {
      const arrival = { userId: 'ada', isFromService: false, isOnPhone, now: start + index }
      ada.apply(arriveLink(ada.all(), linkOf(`nonce-${index}`), arrival))
    }
    const keys = ada.all().map(({ appKey }) => appKey)
    expect(keys).toEqual([expect.stringMatching(/^[\w-]{43}$/), expect.stringMatching(/^[\w-]{43}$/), undefined])
    expect(keys[0]).not.toBe(keys[1])
  })

  it('keeps the app and its key when a newer nonce arrives', () => {
    const { ada, link, held } = phone()
    ada.arrive({ ...ownLink, nonce: 'newer-nonce' }, start + minute)
    expect(link()).toMatchObject({ nonce: 'newer-nonce', app, appKey: held.appKey })
  })

  it('loses its app and gets a new key when a press is refused, the wallet changes, or the link is chosen', () => {
    const outcome = refused('server_error')
    for (const change of [
      (links: Link[]) => keepOutcome(links, links[0]?.id ?? '', { outcome, entered, now: start }),
      (links: Link[]) => changeWallet(links, links[0]?.id ?? '', start),
      (links: Link[]) => chooseLink(links, links[0]?.id ?? '', start),
    ]) {
      const { ada, link, held } = phone({ isPressedInApp: true })
      ada.apply(change(ada.all()))
      expect(leftOf(link(), held)).toEqual(nothingLeft)
    }
  })

  it('loses an app that has signed when a newer nonce arrives, or when the link is cancelled and opened again', () => {
    const hasSigned = { app: { id: 'phantom', walletAddress: address }, isPressedInApp: true, entered }
    for (const isCancelled of [false, true]) {
      const { ada, link, held } = phone(hasSigned)
      if (isCancelled) {
        ada.apply(setLinksAside(ada.all(), start + minute, 'ada'))
        ada.apply(reopenLinks(ada.all(), start + minute, 'ada'))
      } else ada.arrive({ ...ownLink, nonce: 'newer-nonce' }, start + minute)
      expect(link().status).toBe('open')
      expect(leftOf(link(), held)).toEqual(nothingLeft)
    }
  })

  it('has no app and no key after it has ended', () => {
    const { ada, link } = phone()
    ada.apply(keepOutcome(ada.all(), link().id, { outcome: refused('request_expired'), now: start }))
    expect(link()).toMatchObject({ status: 'ended' })
    for (const gone of ['app', 'appKey', 'nonce']) expect(link()).not.toHaveProperty(gone)
  })

  it('keeps the waiting time when the wallet is changed, but no other result of a press', () => {
    const { ada, link } = phone({ outcome: waitUntil(start), entered })
    ada.apply(changeWallet(ada.all(), link().id, start))
    expect(link()).toMatchObject({ outcome: waitUntil(start) })
    expect(link()).not.toHaveProperty('entered')
    for (const outcome of [
      refused('server_error'),
      { kind: 'proof_problem', problem: 'refused' },
      { kind: 'app_problem', app: 'phantom', problem: 'declined' },
    ] as const) {
      const { ada, link } = phone({ outcome })
      ada.apply(changeWallet(ada.all(), link().id, start))
      expect(link()).not.toHaveProperty('outcome')
    }
  })
})
