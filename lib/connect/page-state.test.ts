import { describe, expect, it } from 'vitest'
import type { VisibleLink } from './link'
import type { Refused } from './outcome'
import { canOnlyPressAgain, connectPageState, type PageContext } from './page-state'
import { openLink } from './test-support'

const now = Date.UTC(2026, 0, 5, 12)
const minute = 60_000
const address = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'
const context: PageContext = { lockedWallet: null, proof: 'optional', now }
const open: VisibleLink = {
  ...openLink(now - minute),
  id: 'link-1',
  needsChoice: false,
  isChosen: false,
  othersDropped: false,
}
const other: VisibleLink = { ...open, id: 'link-2', digest: 'digest-2', nonce: 'another-nonce', arrivedAt: now - 1000 }
const said = { message: 'No', code: 'CODE' }
const refused = (reason: Refused['reason'], remedy: Refused['remedy']): Refused => ({
  kind: 'refused',
  reason,
  remedy,
  ...said,
})
/** A link that the service has ended. */
const endedOf = (link: VisibleLink): VisibleLink => ({
  ...link,
  status: 'ended',
  changedAt: now,
  outcome: refused('request_expired', 'press_connect_again'),
})
const wait = {
  kind: 'wait',
  cause: 'queue',
  until: now + 9500,
  waitMs: 9500,
  place: 3,
  message: null,
  code: null,
} as const

const kindOf = (links: VisibleLink[], change: Partial<PageContext> = {}) =>
  connectPageState(links, { ...context, ...change }).kind

describe('connectPageState', () => {
  it('shows the form of a single link', () => {
    expect(connectPageState([open], context)).toEqual({
      kind: 'form',
      linkId: 'link-1',
      typedKey: 'typed-link-1-0',
      requestId: open.requestId,
      secondsLeft: 29 * 60,
      isOwnLink: false,
      wallet: { kind: 'free', typed: '' },
      proof: 'optional',
      signed: null,
      notice: null,
    })
  })

  it('marks the link as the user’s own when it came from the service and is the only open link', () => {
    const fromService = { ...open, isFromService: true }
    const beside = { ...other, needsChoice: true }
    expect(connectPageState([fromService], context)).toMatchObject({ isOwnLink: true })
    expect(connectPageState([fromService, beside], context)).toMatchObject({ linkId: 'link-1', isOwnLink: false })
    const cancelled = { ...beside, status: 'cancelled' } as const
    expect(connectPageState([fromService, cancelled], context)).toMatchObject({ isOwnLink: true })
  })

  describe('with the address of a wallet app', () => {
    const app = { id: 'phantom', walletAddress: address, publicKey: 'canary-key', session: 'canary-session' }
    const chosen: VisibleLink = { ...open, appKey: 'canary-secret', app }

    it('shows the chosen app without its secrets', () => {
      const state = connectPageState([chosen], context)
      expect(state).toEqual({
        kind: 'app',
        linkId: 'link-1',
        requestId: open.requestId,
        secondsLeft: 29 * 60,
        isOwnLink: false,
        app: { id: 'phantom', name: 'Phantom', address },
        isPressed: false,
        proof: 'optional',
        notice: null,
      })
    })

    it('reports the press in the app after the user has signed there', () => {
      const entered = { walletAddress: address, signed: { walletName: 'Phantom', signature: 's' } }
      const pressed = { ...chosen, isPressedInApp: true }
      expect(connectPageState([{ ...pressed, entered }], context)).toMatchObject({ isPressed: true })
      // Without the signature, the page has nothing to submit.
      expect(connectPageState([pressed], context)).toMatchObject({ isPressed: false })
    })

    it('asks which link is the user’s when another link is open, even after a press in the app', () => {
      const contested = { ...chosen, isPressedInApp: true, needsChoice: true }
      expect(kindOf([contested, { ...other, needsChoice: true }])).toBe('which_link')
    })

    it('shows the form when the operator stores another address or this version does not support the app', () => {
      const lockedWallet = { ok: true, address: 'another' } as const
      expect(connectPageState([chosen], { ...context, lockedWallet })).toMatchObject({
        kind: 'form',
        wallet: { kind: 'locked', address: 'another' },
      })
      expect(kindOf([chosen], { lockedWallet: { ok: true, address } })).toBe('app')
      expect(kindOf([{ ...open, app: { ...app, id: 'coinbase' } }])).toBe('form')
    })

    it('names the app and the problem of its answer', () => {
      const outcome = { kind: 'app_problem', app: 'backpack', problem: 'declined' } as const
      const notice = { kind: 'app_problem', wallet: 'Backpack', problem: 'declined' }
      expect(connectPageState([{ ...open, outcome }], context)).toMatchObject({ kind: 'form', notice })
      expect(connectPageState([{ ...chosen, outcome }], context)).toMatchObject({ kind: 'app', notice })
      const ofUnknownApp = { ...open, outcome: { ...outcome, app: 'gone' } }
      expect(connectPageState([ofUnknownApp], context)).toMatchObject({ notice: null })
    })
  })

  it('never contains a nonce', () => {
    const links = [open, other, { ...open, needsChoice: true }]
    for (const link of links) {
      expect(JSON.stringify(connectPageState([link, other], context))).not.toContain('nonce')
      expect(JSON.stringify(connectPageState([link], context))).not.toContain('nonce')
    }
  })

  it('asks which link, newest first, unless exactly one is chosen', () => {
    const both = [open, other].map((link) => ({ ...link, needsChoice: true }))
    const links = [{ id: 'link-2' }, { id: 'link-1' }]
    expect(connectPageState(both, context)).toMatchObject({ kind: 'which_link', links })
    expect(kindOf([{ ...open, needsChoice: true }])).toBe('which_link')
    expect(kindOf([open, other])).toBe('which_link')
    expect(connectPageState([open, { ...other, needsChoice: true }], context)).toMatchObject({ linkId: 'link-1' })
  })

  it('never offers the last link after another was dropped, unless its user has chosen it', () => {
    const left: VisibleLink = { ...open, needsChoice: true, othersDropped: true }
    const two = [left, { ...other, needsChoice: true, othersDropped: true } as const]
    expect(connectPageState(two, context)).toMatchObject({ kind: 'which_link', othersDropped: true })
    const nothing = { kind: 'nothing_held', because: 'others_dropped', canUndo: false }
    expect(connectPageState([left], context)).toEqual(nothing)
    expect(kindOf([{ ...left, needsChoice: false }])).toBe('form')
    expect(connectPageState([left, endedOf(other)], context)).toMatchObject({
      kind: 'ended',
      reason: 'request_expired',
    })
    expect(connectPageState([{ ...left, othersDropped: false }], context)).toMatchObject({
      kind: 'which_link',
      othersDropped: false,
    })
  })

  it('explains why a link ended, beside the remaining link', () => {
    const ended = endedOf(open)
    const left = { ...other, needsChoice: true }
    expect(connectPageState([ended, left], context)).toMatchObject({
      kind: 'which_link',
      ended: { reason: 'request_expired', ...said },
    })
    expect(connectPageState([{ ...ended, changedAt: now - 2000 }, left], context)).toMatchObject({ ended: null })
  })

  it('shows for another 30 minutes that a link has expired, without a press', () => {
    const expired = (minutes: number) => ({ ...open, arrivedAt: now - minutes * minute })
    expect(kindOf([expired(29)])).toBe('form')
    expect(connectPageState([expired(30)], context)).toMatchObject({
      kind: 'ended',
      reason: 'request_expired',
      remedy: 'press_connect_again',
      message: null,
      retry: null,
    })
    expect(kindOf([expired(59)])).toBe('ended')
    expect(kindOf([expired(60)])).toBe('nothing_held')
  })

  it('says that the user is done only when a link was just confirmed and no other one tells more', () => {
    const done: VisibleLink = { ...other, status: 'confirmed', arrivedAt: now, changedAt: now }
    const nothing = { kind: 'nothing_held', canUndo: false }
    expect(connectPageState([done], context)).toEqual({ ...nothing, because: 'done' })
    expect(connectPageState([done], { ...context, now: now + 10 * minute })).toEqual({ ...nothing, because: 'none' })
    const after = { changedAt: now + 1 }
    expect(connectPageState([done, { ...open, ...after, status: 'cancelled' }], context)).toMatchObject({
      because: 'cancelled',
    })
    expect(connectPageState([done, { ...endedOf(open), ...after }], context).kind).toBe('ended')
    expect(connectPageState([done, open], context).kind).toBe('form')
    expect(connectPageState([{ ...done, status: 'no_room' }], context)).toEqual({ ...nothing, because: 'none' })
  })

  it('offers the user to undo a cancel or a sign-out until the link expires', () => {
    const nothing = { kind: 'nothing_held', because: 'none', canUndo: false }
    for (const status of ['cancelled', 'signed_out'] as const) {
      const aside: VisibleLink = { ...open, status, changedAt: now }
      expect(connectPageState([aside], context)).toEqual({ ...nothing, because: status, canUndo: true })
      expect(connectPageState([aside], { ...context, now: now + 30 * minute })).toEqual(nothing)
    }
  })

  it('lets the user correct a refused address, unless the operator stores it', () => {
    const link = { ...open, entered: { walletAddress: address }, outcome: refused('invalid_address', 'check_address') }
    expect(connectPageState([link], context)).toMatchObject({
      kind: 'form',
      wallet: { typed: address },
      notice: { kind: 'refused', remedy: 'check_address', message: 'No', code: 'CODE' },
    })
    const lockedWallet = { ok: true, address } as const
    expect(connectPageState([link], { ...context, lockedWallet })).toMatchObject({
      kind: 'ended',
      reason: 'invalid_address',
      remedy: 'tell_operator',
      linkId: 'link-1',
      retry: { wallet_address: address },
    })
  })

  it('shows no form but the remedy when only the operator or the profile can help, and lets the user try again', () => {
    for (const outcome of [refused('not_authorized', 'tell_operator'), refused('return_url_unusable', 'check_profile')])
      expect(connectPageState([{ ...open, entered: { walletAddress: address }, outcome }], context)).toMatchObject({
        kind: 'ended',
        remedy: outcome.remedy,
        linkId: 'link-1',
        retry: { request_id: open.requestId, wallet_address: address, signature: '', wallet_name: '' },
      })
  })

  it('sets pressesByItself during a wait when the form has an address', () => {
    const link = { ...open, entered: { walletAddress: address }, outcome: wait }
    expect(connectPageState([link], context)).toMatchObject({
      notice: { kind: 'wait', secondsLeft: 10, place: 3, pressesByItself: true },
    })
    expect(connectPageState([link], { ...context, now: now + minute })).toMatchObject({ notice: { secondsLeft: 0 } })
    const empty = { ...open, outcome: wait }
    expect(connectPageState([empty], context)).toMatchObject({ notice: { pressesByItself: false } })
  })

  it('shows at most the wait of the press when the clock was set back by two hours', () => {
    for (const cause of ['queue', 'attempts'] as const) {
      const link = { ...open, outcome: { ...wait, cause, until: now + 120 * minute } }
      expect(connectPageState([link], context), cause).toMatchObject({ notice: { secondsLeft: 10 } })
    }
  })

  it('shows too_many_attempts until the wait is over', () => {
    const link: VisibleLink = { ...open, outcome: { ...wait, cause: 'attempts', until: now + 5000, waitMs: 5000 } }
    expect(connectPageState([link], context)).toMatchObject({ notice: { kind: 'too_many_attempts', secondsLeft: 5 } })
    expect(connectPageState([link], { ...context, now: now + 6000 })).toMatchObject({ notice: null })
  })

  it('names the minutes to wait when the turn comes after the link’s 30 minutes', () => {
    const endsAt = open.arrivedAt + 30 * minute
    const waitMs = 90 * minute
    const stateOf = (changed: Partial<Extract<VisibleLink['outcome'], { kind: 'wait' }>>) =>
      connectPageState(
        [{ ...open, entered: { walletAddress: address }, outcome: { ...wait, waitMs, ...changed } }],
        context,
      )
    expect(stateOf({ until: endsAt })).toMatchObject({ notice: { kind: 'wait', secondsLeft: 29 * 60 } })
    const notice = { kind: 'turn_after_link', minutes: 30, message: null, code: null }
    expect(stateOf({ until: endsAt + 1 }).kind).toBe('form')
    expect(stateOf({ until: endsAt + 1 })).toHaveProperty('notice', notice)
    const asked = stateOf({ cause: 'asked', until: now + 90 * minute, ...said })
    expect(asked).toHaveProperty('notice', { ...notice, minutes: 90, ...said })
  })

  it('returns the wallet’s signature from the last press', () => {
    const signed = { walletName: 'Phantom', signature: 'abc' }
    expect(connectPageState([{ ...open, entered: { walletAddress: address, signed } }], context)).toMatchObject({
      signed: { walletName: 'Phantom', address, signature: 'abc' },
    })
  })

  it('shows no form when the operator stores an invalid address', () => {
    expect(connectPageState([open], { ...context, lockedWallet: { ok: false } })).toEqual({
      kind: 'wallet_unusable',
      requestId: open.requestId,
    })
  })
})

describe('canOnlyPressAgain', () => {
  const entered = { walletAddress: address }
  const isTrueFor = (link: Partial<VisibleLink>, change: Partial<PageContext> = {}) => {
    const state = connectPageState([{ ...open, ...link }], { ...context, ...change })
    return state.kind === 'form' ? canOnlyPressAgain(state) : state.kind
  }

  it('is true when the service or a wait answered the press of a known address', () => {
    for (const outcome of [refused('server_error', 'try_again'), refused('invalid_address', 'check_address'), wait])
      expect(isTrueFor({ entered, outcome })).toBe(true)
    expect(isTrueFor({ outcome: wait }, { lockedWallet: { ok: true, address } })).toBe(true)
  })

  it('is false when nothing was pressed, the form has a problem, or its address or required signature is gone', () => {
    expect(isTrueFor({ entered })).toBe(false)
    expect(isTrueFor({ entered, outcome: { kind: 'address_problem', problem: 'wrong_length' } })).toBe(false)
    expect(isTrueFor({ outcome: wait })).toBe(false)
    expect(isTrueFor({ entered, outcome: wait }, { proof: 'required' })).toBe(false)
    const signed = { ...entered, signed: { walletName: 'Phantom', signature: 'abc' } }
    expect(isTrueFor({ entered: signed, outcome: wait }, { proof: 'required' })).toBe(true)
  })
})
