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

const stateOf = (links: VisibleLink[], change: Partial<PageContext> = {}) =>
  connectPageState(links, { ...context, ...change })
const locked = { lockedWallet: { ok: true, address } } as const
const entered = { walletAddress: address }
const signed = { walletName: 'Phantom', signature: 'abc' }
const app = { id: 'phantom', walletAddress: address, publicKey: 'canary-key', session: 'canary-session' }
const chosen: VisibleLink = { ...open, appKey: 'canary-secret', app }
const pressed: VisibleLink = { ...chosen, isPressedInApp: true }
const fromService: VisibleLink = { ...open, isFromService: true }
/** The two links while neither is chosen. */
const [one, two] = [open, other].map((link): VisibleLink => ({ ...link, needsChoice: true })) as [
  VisibleLink,
  VisibleLink,
]
const left: VisibleLink = { ...one, othersDropped: true }
const expired = (minutes: number): VisibleLink => ({ ...open, arrivedAt: now - minutes * minute })
const done: VisibleLink = { ...other, status: 'confirmed', arrivedAt: now, changedAt: now }
const after = { changedAt: now + 1 }
const nothing = { kind: 'nothing_held', because: 'none', canUndo: false }
const declined = { kind: 'app_problem', app: 'backpack', problem: 'declined' } as const
const notice = { kind: 'app_problem', wallet: 'Backpack', problem: 'declined' }
const aside = (status: 'cancelled' | 'signed_out'): VisibleLink => ({ ...open, status, changedAt: now })
const withOutcome = (outcome: VisibleLink['outcome'], more: Partial<VisibleLink> = { entered }): VisibleLink => ({
  ...open,
  outcome,
  ...more,
})
const badAddress = withOutcome(refused('invalid_address', 'check_address'))
const endsAt = open.arrivedAt + 30 * minute
const longWait = (changed: Partial<Extract<VisibleLink['outcome'], { kind: 'wait' }>>) =>
  withOutcome({ ...wait, waitMs: 90 * minute, ...changed })
const turnAfterLink = { kind: 'turn_after_link', minutes: 30, message: null, code: null }
const attempts = (until: number) => withOutcome({ ...wait, cause: 'attempts', until, waitMs: until - now })

describe('connectPageState', () => {
  const state = {
    linkId: 'link-1',
    requestId: open.requestId,
    secondsLeft: 29 * 60,
    isOwnLink: false,
    proof: 'optional',
  }

  it('shows the form of a single link, or the chosen app without its secrets', () => {
    const form = { kind: 'form', typedKey: 'typed-link-1-0', wallet: { kind: 'free', typed: '' }, signed: null }
    expect(stateOf([open])).toEqual({ ...state, ...form, notice: null })
    const ofApp = { kind: 'app', app: { id: 'phantom', name: 'Phantom', address }, isPressed: false }
    expect(stateOf([chosen])).toEqual({ ...state, ...ofApp, notice: null })
  })

  it('never contains a nonce', () => {
    for (const links of [[open, other], [open], [other], [one], [one, two], [one, other]]) {
      expect(JSON.stringify(stateOf(links))).not.toContain('nonce')
    }
  })

  it.each<[when: string, links: VisibleLink[], change: Partial<PageContext>, expected: object]>([
    ['a link from the service is alone', [fromService], {}, { isOwnLink: true }],
    ['a link from the service is beside another', [fromService, two], {}, { linkId: 'link-1', isOwnLink: false }],
    ['the other one is cancelled', [fromService, { ...two, status: 'cancelled' }], {}, { isOwnLink: true }],

    ['the user has signed in the app', [{ ...pressed, entered: { ...entered, signed } }], {}, { isPressed: true }],
    ['the page has no signature to submit', [pressed], {}, { isPressed: false }],
    [
      'another link is open after a press in the app',
      [{ ...pressed, needsChoice: true }, two],
      {},
      { kind: 'which_link' },
    ],
    [
      'the operator stores another address than the app has',
      [chosen],
      { lockedWallet: { ok: true, address: 'another' } },
      { kind: 'form', wallet: { kind: 'locked', address: 'another' } },
    ],
    ['the operator stores the address of the app', [chosen], locked, { kind: 'app' }],
    ['this version does not support the app', [{ ...open, app: { ...app, id: 'coinbase' } }], {}, { kind: 'form' }],
    ['the answer of an app has a problem', [withOutcome(declined, {})], {}, { kind: 'form', notice }],
    ['the answer of another app has a problem', [{ ...chosen, outcome: declined }], {}, { kind: 'app', notice }],
    ['the app of a problem is unknown', [withOutcome({ ...declined, app: 'gone' })], {}, { notice: null }],

    ['two need a choice', [one, two], {}, { kind: 'which_link', links: [{ id: 'link-2' }, { id: 'link-1' }] }],
    ['one alone needs a choice', [one], {}, { kind: 'which_link', othersDropped: false }],
    ['none of two needs a choice', [open, other], {}, { kind: 'which_link' }],
    ['one of two is chosen', [open, two], {}, { linkId: 'link-1' }],
    ['others were dropped', [left, { ...two, othersDropped: true }], {}, { kind: 'which_link', othersDropped: true }],
    ['only one is left of those', [left], {}, { ...nothing, because: 'others_dropped' }],
    ['the user has chosen that one', [{ ...left, needsChoice: false }], {}, { kind: 'form' }],
    ['another one has ended beside it', [left, endedOf(other)], {}, { kind: 'ended', reason: 'request_expired' }],
    [
      'a link has ended beside another',
      [endedOf(open), two],
      {},
      { kind: 'which_link', ended: { reason: 'request_expired', ...said } },
    ],
    ['it had ended before the other arrived', [{ ...endedOf(open), changedAt: now - 2000 }, two], {}, { ended: null }],

    ['29 minutes are over', [expired(29)], {}, { kind: 'form' }],
    [
      '30 minutes are over',
      [expired(30)],
      {},
      { kind: 'ended', reason: 'request_expired', remedy: 'press_connect_again', message: null, retry: null },
    ],
    ['59 minutes are over', [expired(59)], {}, { kind: 'ended' }],

    ['a link was just confirmed', [done], {}, { ...nothing, because: 'done' }],
    ['a link was confirmed ten minutes ago', [done], { now: now + 10 * minute }, nothing],
    ['the user has cancelled since', [done, { ...open, ...after, status: 'cancelled' }], {}, { because: 'cancelled' }],
    ['another one has ended since', [done, { ...endedOf(open), ...after }], {}, { kind: 'ended' }],
    ['another one is open', [done, open], {}, { kind: 'form' }],
    ['a link found no room', [{ ...done, status: 'no_room' }], {}, nothing],
    ['the user has cancelled', [aside('cancelled')], {}, { ...nothing, because: 'cancelled', canUndo: true }],
    ['the user has signed out', [aside('signed_out')], {}, { ...nothing, because: 'signed_out', canUndo: true }],
    ['a cancelled link has expired', [aside('cancelled')], { now: now + 30 * minute }, nothing],
    ['a link has expired after a sign-out', [aside('signed_out')], { now: now + 30 * minute }, nothing],

    [
      'the service refuses a typed address',
      [badAddress],
      {},
      { kind: 'form', wallet: { typed: address }, notice: { kind: 'refused', remedy: 'check_address', ...said } },
    ],
    [
      'the service refuses a stored address',
      [badAddress],
      locked,
      {
        kind: 'ended',
        reason: 'invalid_address',
        remedy: 'tell_operator',
        linkId: 'link-1',
        retry: { wallet_address: address },
      },
    ],
    ...(['tell_operator', 'check_profile'] as const).map((remedy): [string, VisibleLink[], object, object] => [
      `the remedy is ${remedy}`,
      [withOutcome(refused('not_authorized', remedy))],
      {},
      {
        kind: 'ended',
        remedy,
        linkId: 'link-1',
        retry: { request_id: open.requestId, wallet_address: address, signature: '', wallet_name: '' },
      },
    ]),
    [
      'the last press had a signature',
      [{ ...open, entered: { ...entered, signed } }],
      {},
      { signed: { ...signed, address } },
    ],

    [
      'the user must wait with an address',
      [withOutcome(wait)],
      {},
      { notice: { kind: 'wait', secondsLeft: 10, place: 3, pressesByItself: true } },
    ],
    ['the wait is over', [withOutcome(wait)], { now: now + minute }, { notice: { secondsLeft: 0 } }],
    ['the user must wait without an address', [withOutcome(wait, {})], {}, { notice: { pressesByItself: false } }],
    [
      'the clock was set back in a wait',
      [withOutcome({ ...wait, until: now + 120 * minute })],
      {},
      { notice: { secondsLeft: 10 } },
    ],
    [
      'the user has pressed too often',
      [attempts(now + 5000)],
      {},
      { notice: { kind: 'too_many_attempts', secondsLeft: 5 } },
    ],
    ['that wait is over', [attempts(now + 5000)], { now: now + 6000 }, { notice: null }],
    [
      'the turn comes at the link’s end',
      [longWait({ until: endsAt })],
      {},
      { notice: { kind: 'wait', secondsLeft: 29 * 60 } },
    ],
    [
      'the turn comes after the link’s end',
      [longWait({ until: endsAt + 1 })],
      {},
      { kind: 'form', notice: turnAfterLink },
    ],
    [
      'the service asked for a wait beyond the link’s end',
      [longWait({ cause: 'asked', until: now + 90 * minute, ...said })],
      {},
      { notice: { ...turnAfterLink, minutes: 90, ...said } },
    ],
    [
      'the operator stores an invalid address',
      [open],
      { lockedWallet: { ok: false } },
      { kind: 'wallet_unusable', requestId: open.requestId },
    ],
  ])('shows what to do when %s', (_, links, change, expected) => {
    expect(stateOf(links, change)).toMatchObject(expected)
  })
})

describe('canOnlyPressAgain', () => {
  const isTrueFor = (link: Partial<VisibleLink>, change: Partial<PageContext> = {}) => {
    const state = stateOf([{ ...open, ...link }], change)
    return state.kind === 'form' ? canOnlyPressAgain(state) : state.kind
  }

  it('is true when the service or a wait answered the press of a known address', () => {
    for (const outcome of [refused('server_error', 'try_again'), refused('invalid_address', 'check_address'), wait])
      expect(isTrueFor({ entered, outcome })).toBe(true)
    expect(isTrueFor({ outcome: wait }, locked)).toBe(true)
  })

  it('is false when nothing was pressed, the form has a problem, or its address or required signature is gone', () => {
    expect(isTrueFor({ entered })).toBe(false)
    expect(isTrueFor({ entered, outcome: { kind: 'address_problem', problem: 'wrong_length' } })).toBe(false)
    expect(isTrueFor({ outcome: wait })).toBe(false)
    expect(isTrueFor({ entered, outcome: wait }, { proof: 'required' })).toBe(false)
    expect(isTrueFor({ entered: { ...entered, signed }, outcome: wait }, { proof: 'required' })).toBe(true)
  })
})
