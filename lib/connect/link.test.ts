import { describe, expect, it } from 'vitest'
import {
  arriveLink,
  bindLinks,
  changeWallet,
  chooseLink,
  forgetConfirmed,
  linkLifetimeSeconds,
  linksVisibleTo,
  keepOutcome,
  reopenLinks,
  secondsLeft,
  setLinksAside,
  supportCodeOf,
  type Link,
  type LinkChanges,
} from './link'
import type { NotConfirmed } from './outcome'

const minute = 60_000
const start = Date.UTC(2026, 0, 5, 12)
const ownLink = { requestId: '01ARZ3NDEKTSV4RRFFQ69G5FAV', nonce: 'own-nonce' }
const strangersLink = { requestId: '01BX5ZZKBKACTAV9WEVGEMMVRZ', nonce: 'strangers-nonce' }
/** Links of different requests, by their nonces. */
const linkOf = (nonce: string) => ({ requestId: `01REQUEST-${nonce}`, nonce })
const address = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'

const refused = (reason: 'request_expired' | 'request_not_found' | 'server_error'): NotConfirmed => ({
  kind: 'refused',
  reason,
  remedy: reason === 'server_error' ? 'try_again' : 'press_connect_again',
  message: null,
  code: null,
})

/** The links of one browser, as its cookies keep them. */
function browser() {
  let links: Link[] = []
  const apply = ({ put, remove }: LinkChanges) => {
    const changed = new Set([...remove, ...put.map(({ id }) => id)])
    links = [...links.filter(({ id }) => !changed.has(id)), ...put]
  }
  return {
    all: () => links,
    byRequest: (requestId: string) => {
      const link = links.find((candidate) => candidate.requestId === requestId)
      if (!link) throw new Error('no such link')
      return link
    },
    apply,
    arrive: (
      link: { requestId: string; nonce: string },
      now = start,
      userId: string | null = 'ada',
      isFromService = false,
    ) => apply(arriveLink(links, link, { userId: userId ?? undefined, isFromService, now })),
    visibleTo: (userId: string) => linksVisibleTo(links, userId),
  }
}

describe('an arrival', () => {
  it('alone needs no choice', () => {
    const ada = browser()
    ada.arrive(ownLink)
    expect(ada.all()).toMatchObject([{ ...ownLink, status: 'open', needsChoice: false, arrivedAt: start }])
  })

  it('beside an open link replaces nothing, and makes both need a choice', () => {
    const ada = browser()
    ada.arrive(ownLink)
    ada.arrive(strangersLink, start + minute)
    expect(ada.all()).toMatchObject([
      { ...ownLink, needsChoice: true },
      { ...strangersLink, needsChoice: true },
    ])
  })

  it('of the same link again changes nothing', () => {
    const ada = browser()
    ada.arrive(ownLink)
    const before = ada.all()
    ada.arrive(ownLink, start + minute)
    expect(ada.all()).toEqual(before)
  })

  it('of the same request with another nonce takes the place of the one before, and nothing has to be chosen', () => {
    const ada = browser()
    ada.arrive(ownLink)
    const { id, digest } = ada.byRequest(ownLink.requestId)
    const entered = { walletAddress: address, signed: { walletName: 'Phantom', signature: 'of the nonce before' } }
    ada.apply(keepOutcome(ada.all(), id, { outcome: refused('server_error'), entered, now: start }))
    ada.arrive({ ...ownLink, nonce: 'newer-nonce' }, start + minute)
    expect(ada.all()).toEqual([
      {
        id,
        requestId: ownLink.requestId,
        nonce: 'newer-nonce',
        digest: expect.not.stringMatching(digest),
        arrivedAt: start + minute,
        changedAt: start + minute,
        owner: expect.any(String),
        status: 'open',
        needsChoice: false,
        entered: { walletAddress: address },
      },
    ])
  })

  it('of the same request with another nonce keeps the time that its user has to wait', () => {
    const ada = browser()
    ada.arrive(ownLink)
    const outcome: NotConfirmed = {
      kind: 'wait',
      cause: 'queue',
      until: start + minute,
      place: 3,
      message: null,
      code: null,
    }
    ada.apply(keepOutcome(ada.all(), ada.byRequest(ownLink.requestId).id, { outcome, now: start }))
    ada.arrive({ ...ownLink, nonce: 'newer-nonce' }, start + 1000)
    expect(ada.all()).toMatchObject([{ nonce: 'newer-nonce', outcome }])
  })

  it('of the same request with another nonce still needs a choice when another request stands beside it', () => {
    const ada = browser()
    ada.arrive(ownLink)
    ada.arrive(strangersLink, start + minute)
    ada.arrive({ ...strangersLink, nonce: 'newer-nonce' }, start + 2 * minute)
    expect(ada.byRequest(ownLink.requestId)).toMatchObject({ needsChoice: true })
    expect(ada.byRequest(strangersLink.requestId)).toMatchObject({ nonce: 'newer-nonce', needsChoice: true })
  })

  it('of the same request with another nonce opens what was cancelled', () => {
    const ada = browser()
    ada.arrive(ownLink)
    ada.apply(setLinksAside(ada.all(), 'cancelled', start))
    ada.arrive({ ...ownLink, nonce: 'newer-nonce' }, start + minute)
    expect(ada.all()).toMatchObject([{ status: 'open', nonce: 'newer-nonce', needsChoice: false }])
  })

  it('of the same request with another nonce is a new link when the one before has ended', () => {
    const ada = browser()
    ada.arrive(ownLink)
    const { id } = ada.byRequest(ownLink.requestId)
    ada.apply(keepOutcome(ada.all(), id, { outcome: refused('request_expired'), now: start }))
    ada.arrive({ ...ownLink, nonce: 'newer-nonce' }, start + minute)
    expect(ada.all()).toMatchObject([{ id: expect.not.stringMatching(id), status: 'open', nonce: 'newer-nonce' }])
  })

  it('of another user’s request leaves that link as it is', () => {
    const shared = browser()
    shared.arrive(ownLink, start, 'bob')
    shared.arrive({ ...ownLink, nonce: 'newer-nonce' }, start + minute, 'ada')
    expect(shared.all()).toMatchObject([{ nonce: 'own-nonce' }, { nonce: 'newer-nonce', needsChoice: false }])
  })

  it('is known to come from the service once one of its arrivals has', () => {
    const ada = browser()
    ada.arrive(ownLink)
    expect(ada.all()).toEqual([expect.not.objectContaining({ isFromService: true })])
    ada.arrive(ownLink, start + minute, 'ada', true)
    expect(ada.all()).toMatchObject([{ isFromService: true, arrivedAt: start }])
    ada.arrive({ ...ownLink, nonce: 'newer-nonce' }, start + 2 * minute)
    expect(ada.all()).toMatchObject([{ isFromService: true, nonce: 'newer-nonce' }])
  })

  it('of the same link again has the other one chosen anew, whether it was open or set aside', () => {
    for (const status of ['open', 'signed_out'] as const) {
      const ada = browser()
      ada.arrive(ownLink)
      if (status === 'signed_out') ada.apply(setLinksAside(ada.all(), status, start))
      ada.arrive(strangersLink, start + minute)
      ada.apply(chooseLink(ada.all(), ada.byRequest(strangersLink.requestId).id, start + minute))
      ada.arrive(ownLink, start + 2 * minute)
      expect(ada.all().map((link) => [link.status, link.needsChoice])).toEqual([
        ['open', true],
        ['open', true],
      ])
    }
  })

  it('of the same link again says why it has ended, and opens again what was cancelled', () => {
    const ada = browser()
    ada.arrive(ownLink)
    ada.apply(setLinksAside(ada.all(), 'cancelled', start))
    ada.arrive(ownLink, start + minute)
    expect(ada.all()).toMatchObject([{ status: 'open', arrivedAt: start }])
    const { id } = ada.byRequest(ownLink.requestId)
    ada.apply(keepOutcome(ada.all(), id, { outcome: refused('request_not_found'), now: start }))
    ada.arrive(ownLink, start + minute)
    expect(ada.all()).toMatchObject([{ status: 'ended' }])
  })

  it('beside an expired, a cancelled or an ended link needs no choice', () => {
    const later = start + 31 * minute
    const ada = browser()
    ada.arrive(ownLink)
    ada.arrive(strangersLink, later)
    expect(ada.byRequest(strangersLink.requestId).needsChoice).toBe(false)
  })

  it('beyond four open links is not held, whichever of them was chosen or pressed', () => {
    const ada = browser()
    const nonces = ['first', 'chosen', 'pressed', 'fourth']
    for (const [index, nonce] of nonces.entries()) ada.arrive(linkOf(nonce), start + index)
    const idOf = (nonce: string) => ada.all().find((link) => link.nonce === nonce)?.id ?? ''
    ada.apply(keepOutcome(ada.all(), idOf('pressed'), { outcome: refused('server_error'), now: start }))
    ada.apply(chooseLink(ada.all(), idOf('chosen'), start))
    for (const nonce of ['5', '6', '7']) ada.arrive(linkOf(nonce), start + minute)
    expect(new Set(ada.all().map(({ nonce }) => nonce))).toEqual(new Set(nonces))
  })

  it('beyond four says so, and has every link that stays need a choice and know that another was dropped', () => {
    const ada = browser()
    for (const nonce of ['1', '2', '3', '4']) ada.arrive(linkOf(nonce))
    expect(ada.all().some(({ othersDropped }) => othersDropped)).toBe(false)
    const change = arriveLink(ada.all(), strangersLink, { userId: 'ada', isFromService: false, now: start })
    expect(change.isHeld).toBe(false)
    ada.apply(change)
    expect(ada.all().map(({ needsChoice, othersDropped }) => [needsChoice, othersDropped])).toEqual(
      Array.from({ length: 4 }, () => [true, true]),
    )
    // What they know already is not sealed again.
    expect(arriveLink(ada.all(), strangersLink, { userId: 'ada', isFromService: false, now: start })).toMatchObject({
      put: [],
      remove: [],
    })
  })

  it('is held again when the four links have been cancelled or have expired', () => {
    for (const later of [start, start + 31 * minute]) {
      const ada = browser()
      for (const nonce of ['1', '2', '3', '4']) ada.arrive(linkOf(nonce))
      if (later === start) ada.apply(setLinksAside(ada.all(), 'cancelled', start))
      ada.arrive(ownLink, later)
      expect(ada.byRequest(ownLink.requestId)).toMatchObject({ status: 'open', needsChoice: false })
      expect(ada.byRequest(ownLink.requestId)).not.toHaveProperty('othersDropped')
    }
  })

  it('is held where another user’s links take the places, and those that stay know that one was dropped', () => {
    const shared = browser()
    for (const [index, nonce] of ['1', '2', '3', '4'].entries()) {
      shared.arrive(linkOf(nonce), start + index, 'bob')
    }
    shared.arrive(ownLink, start + minute)
    expect(shared.visibleTo('ada')).toMatchObject([{ ...ownLink, needsChoice: false }])
    expect(shared.visibleTo('bob').map(({ nonce, othersDropped }) => [nonce, othersDropped])).toEqual([
      ['2', true],
      ['3', true],
      ['4', true],
    ])
  })

  it('lets what was set aside at sign-out go before an open link', () => {
    const ada = browser()
    ada.arrive(linkOf('open'))
    ada.arrive(linkOf('aside'), start + 1, 'bob')
    ada.apply(setLinksAside(ada.visibleTo('bob'), 'signed_out', start + 2))
    for (const nonce of ['3', '4', '5']) ada.arrive(linkOf(nonce), start + 3)
    expect(new Set(ada.all().map(({ nonce }) => nonce))).toEqual(new Set(['open', '3', '4', '5']))
    expect(ada.all().every(({ othersDropped }) => othersDropped)).toBe(true)
  })
})

describe('the support code of a link', () => {
  const arrival = { userId: 'ada', isFromService: false, now: start }
  const arrived = () => {
    const ada = browser()
    ada.apply(arriveLink([], ownLink, { ...arrival, code: 'ARRIVAL001' }))
    return { ada, id: ada.byRequest(ownLink.requestId).id, link: () => ada.byRequest(ownLink.requestId) }
  }

  it('is that of its arrival when nothing else has happened, and none when the arrival had none', () => {
    expect(arrived().link()).toMatchObject({ code: 'ARRIVAL001' })
    expect(supportCodeOf(arrived().link())).toBe('ARRIVAL001')
    const ada = browser()
    ada.arrive(ownLink)
    expect(ada.all()).toEqual([expect.not.objectContaining({ code: expect.anything() })])
    expect(supportCodeOf(ada.byRequest(ownLink.requestId))).toBeUndefined()
  })

  it('stays that of the first arrival when the link or a newer nonce of it arrives', () => {
    const { ada, link } = arrived()
    for (const nonce of [ownLink.nonce, 'newer-nonce']) {
      ada.apply(arriveLink(ada.all(), { ...ownLink, nonce }, { ...arrival, code: 'ARRIVAL002', now: start + minute }))
      expect(link()).toMatchObject({ nonce, code: 'ARRIVAL001' })
    }
  })

  it.each(['server_error', 'request_expired'] as const)(
    'is that of the press when it was refused with a code: %s',
    (reason) => {
      const { ada, id, link } = arrived()
      const outcome = { ...refused(reason), code: 'PRESS00001' } as NotConfirmed
      ada.apply(keepOutcome(ada.all(), id, { outcome, now: start }))
      expect(link()).toMatchObject({ code: 'ARRIVAL001', outcome: { code: 'PRESS00001' } })
      expect(supportCodeOf(link())).toBe('PRESS00001')
    },
  )

  it.each<NotConfirmed>([
    refused('server_error'),
    { kind: 'wait', cause: 'queue', until: start, place: 1, message: null, code: null },
    { kind: 'proof_problem', problem: 'missing' },
    { kind: 'app_problem', app: 'phantom', problem: 'declined' },
  ])('is that of its arrival when the press has no code: $kind', (outcome) => {
    const { ada, id, link } = arrived()
    ada.apply(keepOutcome(ada.all(), id, { outcome, now: start }))
    expect(link()).toMatchObject({ outcome })
    expect(supportCodeOf(link())).toBe('ARRIVAL001')
  })
})

describe('a link and its user', () => {
  it('is seen by anybody until it is bound, and then by its user alone', () => {
    const shared = browser()
    shared.arrive(ownLink, start, null)
    expect(shared.visibleTo('ada')).toHaveLength(1)
    expect(shared.visibleTo('bob')).toHaveLength(1)
    shared.apply(bindLinks(shared.all(), 'ada'))
    expect(shared.visibleTo('ada')).toHaveLength(1)
    expect(shared.visibleTo('bob')).toEqual([])
    shared.apply(bindLinks(shared.all(), 'bob'))
    expect(shared.visibleTo('bob')).toEqual([])
  })

  it('says nothing of its user', () => {
    const ada = browser()
    ada.arrive(ownLink, start, 'ada@example.com')
    expect(JSON.stringify(ada.all())).not.toContain('ada')
  })

  it('expires 30 minutes after its arrival, whatever the clock does', () => {
    expect(secondsLeft(start, start)).toBe(linkLifetimeSeconds)
    expect(secondsLeft(start, start + 29 * minute)).toBe(60)
    expect(secondsLeft(start, start + 30 * minute)).toBe(0)
    expect(secondsLeft(start, start - 90 * minute)).toBe(linkLifetimeSeconds)
  })
})

describe('a choice', () => {
  it('takes one link, empties its form, and leaves the other one to be chosen', () => {
    const ada = browser()
    ada.arrive(ownLink)
    const { id } = ada.byRequest(ownLink.requestId)
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
  })

  it('of another one takes the first one back', () => {
    const ada = browser()
    ada.arrive(ownLink)
    ada.arrive(strangersLink)
    ada.apply(chooseLink(ada.all(), ada.byRequest(ownLink.requestId).id, start))
    ada.apply(chooseLink(ada.all(), ada.byRequest(strangersLink.requestId).id, start))
    expect(ada.byRequest(ownLink.requestId).needsChoice).toBe(true)
    expect(ada.byRequest(strangersLink.requestId).needsChoice).toBe(false)
  })

  it('of an unknown, an expired or another user’s link changes nothing', () => {
    const ada = browser()
    ada.arrive(ownLink)
    const { id } = ada.byRequest(ownLink.requestId)
    expect(chooseLink(ada.all(), 'unknown', start)).toEqual({ put: [], remove: [] })
    expect(chooseLink(ada.all(), id, start + 31 * minute)).toEqual({ put: [], remove: [] })
    expect(chooseLink(ada.visibleTo('bob'), id, start)).toEqual({ put: [], remove: [] })
  })
})

describe('Cancel and sign-out', () => {
  it.each(['cancelled', 'signed_out'] as const)('%s: sets all open links aside, and can be undone', (status) => {
    const ada = browser()
    ada.arrive(ownLink)
    ada.arrive(strangersLink)
    ada.apply(setLinksAside(ada.visibleTo('ada'), status, start))
    expect(ada.all().map((link) => link.status)).toEqual([status, status])
    ada.apply(reopenLinks(ada.visibleTo('ada'), start + minute))
    expect(ada.all().map((link) => [link.status, link.needsChoice])).toEqual([
      ['open', true],
      ['open', true],
    ])
  })

  it('touches no link of another user', () => {
    const shared = browser()
    shared.arrive(ownLink, start, 'ada')
    shared.apply(setLinksAside(shared.visibleTo('bob'), 'cancelled', start))
    expect(shared.all()).toMatchObject([{ status: 'open' }])
  })

  it('cannot be undone after the link’s own 30 minutes', () => {
    const ada = browser()
    ada.arrive(ownLink)
    ada.apply(setLinksAside(ada.all(), 'cancelled', start))
    expect(reopenLinks(ada.all(), start + 31 * minute).put).toEqual([])
  })

  it('undone for two links that came one after the other, has both need a choice', () => {
    const ada = browser()
    for (const link of [strangersLink, ownLink]) {
      ada.arrive(link)
      ada.apply(setLinksAside(ada.all(), 'signed_out', start))
    }
    ada.apply(reopenLinks(ada.all(), start))
    expect(ada.all().map(({ needsChoice }) => needsChoice)).toEqual([true, true])
  })

  it('undone beside an open link, has both need a choice', () => {
    const ada = browser()
    ada.arrive(ownLink)
    ada.apply(setLinksAside(ada.all(), 'signed_out', start))
    ada.arrive(strangersLink)
    ada.apply(reopenLinks(ada.all(), start))
    expect(ada.all().map(({ needsChoice }) => needsChoice)).toEqual([true, true])
  })
})

describe('a press', () => {
  it('that connects removes that link, what has ended, and no other open one', () => {
    const ada = browser()
    ada.arrive(ownLink)
    ada.arrive(strangersLink)
    ada.apply(forgetConfirmed(ada.visibleTo('ada'), ada.byRequest(ownLink.requestId).id, start))
    expect(ada.all()).toMatchObject([{ ...strangersLink, needsChoice: true }])
  })

  it('that connects leaves a choice where the two links have arrived at once', () => {
    const ada = browser()
    const alone = (link: { requestId: string; nonce: string }) =>
      arriveLink([], link, { userId: 'ada', isFromService: false, now: start })
    for (const link of [ownLink, strangersLink]) ada.apply(alone(link))
    expect(ada.all().map(({ needsChoice }) => needsChoice)).toEqual([false, false])
    ada.apply(forgetConfirmed(ada.all(), ada.byRequest(ownLink.requestId).id, start))
    expect(ada.all()).toMatchObject([{ ...strangersLink, needsChoice: true }])
  })

  it('that is refused for good ends the link and forgets its nonce', () => {
    const ada = browser()
    ada.arrive(ownLink)
    const { id } = ada.byRequest(ownLink.requestId)
    ada.apply(keepOutcome(ada.all(), id, { outcome: refused('request_expired'), now: start }))
    expect(ada.all()).toMatchObject([{ status: 'ended', outcome: { reason: 'request_expired' } }])
    expect(JSON.stringify(ada.all())).not.toContain('own-nonce')
  })

  it('that is refused otherwise keeps the link and what was entered', () => {
    const ada = browser()
    ada.arrive(ownLink)
    const { id } = ada.byRequest(ownLink.requestId)
    const entered = { walletAddress: address }
    ada.apply(keepOutcome(ada.all(), id, { outcome: refused('server_error'), entered, now: start }))
    expect(ada.all()).toMatchObject([{ ...ownLink, status: 'open', entered, outcome: { reason: 'server_error' } }])
  })

  it('says which link is meant, where another one has arrived since', () => {
    const ada = browser()
    ada.arrive(ownLink)
    const { id } = ada.byRequest(ownLink.requestId)
    ada.arrive(strangersLink)
    ada.apply(keepOutcome(ada.all(), id, { outcome: refused('server_error'), now: start }))
    expect(ada.byRequest(ownLink.requestId).needsChoice).toBe(false)
    expect(ada.byRequest(strangersLink.requestId).needsChoice).toBe(true)
  })
})

describe('a link on a phone', () => {
  const app = { id: 'phantom', walletAddress: address, publicKey: 'their-key', session: 'their-session' }
  const signed = { walletName: 'Phantom', signature: 'signature' }

  /** Ada's browser with one link, for which an app shares an address. */
  function phone(change: Partial<Link> = {}) {
    const ada = browser()
    ada.apply(arriveLink([], ownLink, { userId: 'ada', isFromService: true, isOnPhone: true, now: start }))
    const held = ada.byRequest(ownLink.requestId)
    ada.apply({ put: [{ ...held, app, ...change }], remove: [] })
    return { ada, link: () => ada.byRequest(ownLink.requestId), held: ada.byRequest(ownLink.requestId) }
  }

  it('has a key of its own for wallet apps, and no other link has one', () => {
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

  it('loses an app that has signed when a newer nonce arrives, or the link is cancelled and brought back', () => {
    const hasSigned = { app: { id: 'phantom', walletAddress: address }, isPressedInApp: true }
    const entered = { walletAddress: address, signed }
    for (const happens of [
      (ada: ReturnType<typeof browser>) => ada.arrive({ ...ownLink, nonce: 'newer-nonce' }, start + minute),
      (ada: ReturnType<typeof browser>) => {
        ada.apply(setLinksAside(ada.all(), 'cancelled', start + minute))
        ada.apply(reopenLinks(ada.all(), start + minute))
      },
    ]) {
      const { ada, link, held } = phone({ ...hasSigned, entered })
      happens(ada)
      expect(link().status).toBe('open')
      for (const gone of ['app', 'isPressedInApp']) expect(link()).not.toHaveProperty(gone)
      expect(link().appKey).not.toBe(held.appKey)
    }
  })

  it('loses its app and gets a new key when a press is refused, the wallet is changed, or a link is chosen', () => {
    const outcome = refused('server_error')
    const entered = { walletAddress: address, signed }
    for (const change of [
      (links: Link[]) => keepOutcome(links, links[0]?.id ?? '', { outcome, entered, now: start }),
      (links: Link[]) => changeWallet(links, links[0]?.id ?? '', start),
      (links: Link[]) => chooseLink(links, links[0]?.id ?? '', start),
    ]) {
      const { ada, link, held } = phone({ isPressedInApp: true })
      ada.apply(change(ada.all()))
      expect(link()).not.toHaveProperty('app')
      expect(link()).not.toHaveProperty('isPressedInApp')
      expect(link().appKey).toMatch(/^[\w-]{43}$/)
      expect(link().appKey).not.toBe(held.appKey)
    }
  })

  it('loses its app and gets a new key when another link stands beside it', () => {
    const { ada, link, held } = phone({ isPressedInApp: true })
    ada.arrive(strangersLink, start + minute)
    expect(link()).toMatchObject({ needsChoice: true })
    for (const gone of ['app', 'isPressedInApp']) expect(link()).not.toHaveProperty(gone)
    expect(link().appKey).not.toBe(held.appKey)
  })

  it('has neither app nor key once it has ended', () => {
    const { ada, link } = phone()
    ada.apply(keepOutcome(ada.all(), link().id, { outcome: refused('request_expired'), now: start }))
    expect(link()).toMatchObject({ status: 'ended' })
    for (const gone of ['app', 'appKey', 'nonce']) expect(link()).not.toHaveProperty(gone)
  })

  it('keeps a refusal by the service and the time to wait when the wallet is changed, and no message about the wallet', () => {
    const wait = { kind: 'wait', cause: 'asked', until: start, place: null, message: null, code: null } as const
    for (const outcome of [refused('server_error'), wait]) {
      const { ada, link } = phone({ outcome, entered: { walletAddress: address, signed } })
      ada.apply(changeWallet(ada.all(), link().id, start))
      expect(link()).toMatchObject({ outcome })
      expect(link()).not.toHaveProperty('entered')
    }
    for (const outcome of [
      { kind: 'proof_problem', problem: 'refused' },
      { kind: 'app_problem', app: 'phantom', problem: 'declined' },
    ] as const) {
      const { ada, link } = phone({ outcome })
      ada.apply(changeWallet(ada.all(), link().id, start))
      expect(link()).not.toHaveProperty('outcome')
    }
  })
})
