import type { ConnectPageState, EndedState, FormState, Notice } from './page-state'

/*
 * One example of each state of the connect page, and of each notice, by the name that tests and pictures
 * give it. It imports nothing but types, so that a browser test can use it too.
 */

const requestId = '01ARZ3NDEKTSV4RRFFQ69G5FAV'
const otherRequestId = '01BX5ZZKBKACTAV9WEVGEMMVRZ'
const address = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'
const signature = '5'.repeat(88)
const arrivedAt = Date.UTC(2026, 0, 5, 12, 0, 0)
const code = '7KQ4M2XD'

const form: FormState = {
  kind: 'form',
  linkId: 'link-1',
  requestId,
  secondsLeft: 1795,
  wallet: { kind: 'free', typed: '' },
  proof: 'optional',
  signed: null,
  notice: null,
}

const signed = { walletName: 'Phantom', address, signature }

function afterPress(notice: Notice, wallet: FormState['wallet'] = { kind: 'free', typed: address }): FormState {
  return { ...form, wallet, notice }
}

function ended(
  reason: EndedState['reason'],
  remedy: EndedState['remedy'],
  message: string | null,
  canRetry = false,
): EndedState {
  const retry = canRetry ? { linkId: 'link-1', requestId, walletAddress: address, signature: '', walletName: '' } : null
  return { kind: 'ended', reason, remedy, message, code: message === null ? null : code, retry }
}

const refusal = { code, message: "The service's own text." }
const wait = { kind: 'wait', pressesByItself: true, message: null, code: null } as const

const twoLinks = {
  kind: 'which_link',
  links: [
    { id: 'link-2', requestId: otherRequestId, arrivedAt: arrivedAt + 240_000, secondsLeft: 1790 },
    { id: 'link-1', requestId, arrivedAt, secondsLeft: 1550 },
  ],
  othersDropped: false,
  ended: null,
} satisfies ConnectPageState

export const pageStateExamples: Readonly<Record<string, ConnectPageState>> = {
  'nothing held': { kind: 'nothing_held', because: 'none', canUndo: false },
  cancelled: { kind: 'nothing_held', because: 'cancelled', canUndo: true },
  'set aside at sign-out': { kind: 'nothing_held', because: 'signed_out', canUndo: true },
  'two links': twoLinks,
  'two links of more than are held': { ...twoLinks, othersDropped: true },
  'one link left of more than are held': { kind: 'nothing_held', because: 'others_dropped', canUndo: false },
  'one link left of two, the other one expired': {
    kind: 'which_link',
    links: [{ id: 'link-1', requestId, arrivedAt, secondsLeft: 1550 }],
    othersDropped: false,
    ended: ended('request_expired', 'press_connect_again', 'Request expired'),
  },
  'a kept address that is none': { kind: 'wallet_unusable' },
  'the form': form,
  'the form, signature required': { ...form, proof: 'required' },
  'the form, address kept by the operator': { ...form, wallet: { kind: 'locked', address } },
  'the form, less than two minutes left': { ...form, secondsLeft: 95 },
  'no address': afterPress({ kind: 'address_problem', problem: 'missing' }, { kind: 'free', typed: '' }),
  'an address with wrong characters': afterPress(
    { kind: 'address_problem', problem: 'wrong_characters' },
    { kind: 'free', typed: `${address.slice(0, -1)}0` },
  ),
  'an address of a wrong length': afterPress(
    { kind: 'address_problem', problem: 'wrong_length' },
    { kind: 'free', typed: address.slice(0, -3) },
  ),
  'a transaction signature': afterPress(
    { kind: 'address_problem', problem: 'transaction_signature' },
    { kind: 'free', typed: signature },
  ),
  'signature missing': {
    ...afterPress({ kind: 'proof_problem', problem: 'missing' }, { kind: 'free', typed: '' }),
    proof: 'required',
  },
  'signature refused': afterPress({ kind: 'proof_problem', problem: 'refused' }),
  'address refused': afterPress({ kind: 'refused', reason: 'invalid_address', remedy: 'check_address', ...refusal }),
  'the service has a problem': afterPress({
    kind: 'refused',
    reason: 'server_error',
    remedy: 'try_again',
    ...refusal,
  }),
  'the service does not answer, after signing': {
    ...afterPress({ kind: 'refused', reason: 'no_answer', remedy: 'try_again', message: null, code }),
    signed,
  },
  'the answer cannot be read': afterPress({
    kind: 'refused',
    reason: 'answer_unreadable',
    remedy: 'try_again',
    message: null,
    code,
  }),
  'waiting for a place': afterPress({ ...wait, secondsLeft: 42, place: 17 }),
  'waiting, as the service asked': afterPress({ ...wait, secondsLeft: 30, place: null, ...refusal }),
  'the wait is over': afterPress({ ...wait, secondsLeft: 0, place: null }),
  'too many attempts': afterPress({ kind: 'too_many_attempts', secondsLeft: 45 }),
  expired: ended('request_expired', 'press_connect_again', null),
  'expired, says the service': ended('request_expired', 'press_connect_again', 'Request expired'),
  'unknown request': ended('request_not_found', 'press_connect_again', 'No such request'),
  'already confirmed': ended('already_confirmed', 'press_connect_again', 'Request already confirmed'),
  'not the newest link': ended('nonce_mismatch', 'open_newest_link', 'Nonce differs'),
  'not authorized': ended('not_authorized', 'tell_operator', 'Invalid API key', true),
  'request refused': ended('invalid_request', 'tell_operator', 'subnet_user_id: too long', true),
  'kept address refused': ended('invalid_address', 'tell_operator', 'Address is not on the curve', true),
  'no way back': ended('return_url_unusable', 'tell_operator', null, true),
  'refused without a reason': ended('unknown', 'tell_operator', null, true),
}
