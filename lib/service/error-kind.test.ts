import { describe, expect, it } from 'vitest'
import { errorKind, type ErrorKind } from './error-kind'
import type { OperationName } from './operation-name'

const operations: OperationName[] = [
  'listPendingTaskRuns',
  'confirmConnection',
  'listConversions',
  'listBalances',
  'uploadBatch',
  'listResourcesByWallet',
]
const allStatuses = Array.from({ length: 500 }, (_, index) => index + 100)

const kindOf = (operation: OperationName, status: number, body: { error?: string; reason?: string; status?: string }) =>
  errorKind(operation, { status, text: body.error, reason: body.reason, hasErrorStatus: body.status === 'error' })

/** The statuses that have a meaning with any text. All others have none. */
function expectedKind(operation: OperationName, status: number): ErrorKind {
  if (status === 400 && operation === 'confirmConnection') return 'unauthenticated'
  if (status === 401) return 'unauthenticated'
  if (status === 403) return 'forbidden'
  if (status === 429) return 'rate_limited'
  return status >= 500 ? 'server_error' : 'unknown'
}

it('errorKind follows the status when the body has a text without a reason, and returns not_the_service without a text', () => {
  for (const operation of operations) {
    for (const status of allStatuses) {
      const kind = kindOf(operation, status, { error: 'In words.' })
      expect(kind, `${operation} ${status}`).toBe(expectedKind(operation, status))
      expect(kindOf(operation, status, {}), `${operation} ${status}`).toBe('not_the_service')
    }
  }
})

describe('errorKind, for the reasons of the confirm operation', () => {
  const listed = [
    [409, 'already_confirmed'],
    [404, 'request_not_found'],
    [410, 'request_expired'],
    [422, 'nonce_mismatch'],
    [422, 'invalid_address'],
    [422, 'invalid_request'],
  ] as const

  it('recognises each reason with its own status, and ignores it with any other', () => {
    for (const [listedStatus, reason] of listed) {
      for (const status of allStatuses) {
        const kind = status === listedStatus ? reason : expectedKind('confirmConnection', status)
        expect(kindOf('confirmConnection', status, { error: 'In words.', reason }), `${status} ${reason}`).toBe(kind)
      }
    }
  })

  it('ignores a listed reason at every other operation, and an unlisted one at this one', () => {
    for (const operation of operations.filter((candidate) => candidate !== 'confirmConnection')) {
      for (const [status, reason] of listed)
        expect(kindOf(operation, status, { error: 'In words.', reason })).toBe('unknown')
    }
    for (const reason of ['something_new', 'toString', '__proto__', '']) {
      expect(kindOf('confirmConnection', 422, { error: 'In words.', reason })).toBe('unknown')
    }
  })
})

describe('errorKind, for the texts of the upload', () => {
  it('recognises each text with a status that the interface does not list', () => {
    for (const [error = '', kind] of [
      ['CSV file is required', 'csv_missing'],
      ['csv file is required.', 'csv_missing'],
      ['Invalid or missing token', 'unauthenticated'],
      ['Forbidden', 'forbidden'],
      ['Forbidden fruit', 'unknown'],
      ['', 'unknown'],
    ]) {
      for (const status of [200, 400, 404, 413, 415, 422]) expect(kindOf('uploadBatch', status, { error })).toBe(kind)
    }
  })

  it('prefers the meaning of the status to the text', () => {
    expect(kindOf('uploadBatch', 401, { error: 'Forbidden' })).toBe('unauthenticated')
    expect(kindOf('uploadBatch', 503, { error: 'CSV file is required' })).toBe('server_error')
  })
})

describe('errorKind, for resources by wallet', () => {
  it('recognises an unknown wallet and a missing address by the text with status: error', () => {
    for (const [error = '', kind] of [
      ['Wallet not found', 'wallet_not_found'],
      ['No account: wallet_not_found', 'wallet_not_found'],
      ['The wallet could not be found.', 'wallet_not_found'],
      ['address: wallet address is missing', 'address_missing'],
      ['Missing address', 'address_missing'],
      ['address is required', 'address_missing'],
      ['No such account', 'wallet_not_found'],
      ['This wallet does not exist.', 'wallet_not_found'],
      ['Wallet is not known', 'wallet_not_found'],
      // A text with both meanings is ambiguous, so it must not count as an unknown wallet.
      ['Required parameter not found', 'unknown'],
    ]) {
      for (const status of [200, 400, 404, 410, 422]) {
        expect(kindOf('listResourcesByWallet', status, { status: 'error', error })).toBe(kind)
      }
    }
  })

  it('recognises an unknown wallet by the status 404 when the text says something else', () => {
    for (const error of ['Inconnu au bataillon', 'Something else', '']) {
      expect(kindOf('listResourcesByWallet', 404, { status: 'error', error })).toBe('wallet_not_found')
      for (const status of [200, 400, 410, 422]) {
        expect(kindOf('listResourcesByWallet', status, { status: 'error', error })).toBe('unknown')
      }
      expect(kindOf('listResourcesByWallet', 404, { error })).toBe('unknown')
    }
  })

  it('returns wallet_not_found without status: error when the text says that the wallet was not found', () => {
    for (const status of [200, 400, 404, 410, 422]) {
      expect(kindOf('listResourcesByWallet', status, { error: 'Wallet not found' })).toBe('wallet_not_found')
      expect(kindOf('listResourcesByWallet', status, { error: 'Wallet address is required' })).toBe('unknown')
    }
  })

  it('returns unknown for "Not found" without status: error, because a wrong base URL returns it too', () => {
    expect(kindOf('listResourcesByWallet', 404, { error: 'Not found' })).toBe('unknown')
    expect(kindOf('listResourcesByWallet', 404, { error: 'Not found', status: 'failed' })).toBe('unknown')
  })

  it('distinguishes a key of another subnet (403) from an unknown wallet', () => {
    const error = 'API key is not authorized for this subnet'
    expect(kindOf('listResourcesByWallet', 403, { error })).toBe('forbidden')
    expect(kindOf('listResourcesByWallet', 403, { error: 'Subnet not found', status: 'error' })).toBe('forbidden')
  })
})

it('errorKind ignores the texts of one operation at every other operation', () => {
  expect(kindOf('listBalances', 400, { error: 'Forbidden' })).toBe('unknown')
  expect(kindOf('listBalances', 404, { status: 'error', error: 'Wallet not found' })).toBe('unknown')
})
