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

/** The statuses that have a meaning with any body. All others have none. */
function expectedKind(operation: OperationName, status: number): ErrorKind {
  if (status === 400 && operation === 'confirmConnection') return 'unauthenticated'
  if (status === 401) return 'unauthenticated'
  if (status === 403) return 'forbidden'
  if (status === 429) return 'rate_limited'
  return status >= 500 ? 'server_error' : 'unknown'
}

describe.each(operations)('errorKind of %s', (operation) => {
  it('follows the status when the body gives no reason', () => {
    const expected = allStatuses.map((status) => [status, expectedKind(operation, status)])
    expect(allStatuses.map((status) => [status, kindOf(operation, status, { error: 'In words.' })])).toEqual(expected)
    expect(allStatuses.map((status) => [status, kindOf(operation, status, {})])).toEqual(expected)
  })
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

  it.each(listed)('recognises %i %s', (status, reason) => {
    expect(kindOf('confirmConnection', status, { reason })).toBe(reason)
  })

  it.each(listed)('ignores the reason with any status other than %i: %s', (status, reason) => {
    for (const other of allStatuses.filter((candidate) => candidate !== status)) {
      expect(kindOf('confirmConnection', other, { reason })).toBe(expectedKind('confirmConnection', other))
    }
  })

  it.each(listed)('ignores %i %s at every other operation', (status, reason) => {
    for (const operation of operations.filter((candidate) => candidate !== 'confirmConnection')) {
      expect(kindOf(operation, status, { reason })).toBe('unknown')
    }
  })

  it.each(['something_new', 'toString', '__proto__', ''])('returns unknown for the reason %j', (reason) => {
    expect(kindOf('confirmConnection', 422, { reason })).toBe('unknown')
  })
})

describe('errorKind, for the texts of the upload', () => {
  it.each([
    ['CSV file is required', 'csv_missing'],
    ['csv file is required.', 'csv_missing'],
    ['Invalid or missing token', 'unauthenticated'],
    ['Forbidden', 'forbidden'],
    ['Forbidden fruit', 'unknown'],
    ['', 'unknown'],
  ])('recognises %j with a status that the interface does not list', (error, kind) => {
    for (const status of [200, 400, 404, 413, 415, 422]) expect(kindOf('uploadBatch', status, { error })).toBe(kind)
  })

  it('prefers the meaning of the status to the text', () => {
    expect(kindOf('uploadBatch', 401, { error: 'Forbidden' })).toBe('unauthenticated')
    expect(kindOf('uploadBatch', 503, { error: 'CSV file is required' })).toBe('server_error')
  })

  it('ignores these texts at every other operation', () => {
    expect(kindOf('listBalances', 400, { error: 'Forbidden' })).toBe('unknown')
  })
})

describe('errorKind, for resources by wallet', () => {
  it.each([
    ['Wallet not found', 'wallet_not_found'],
    ['No account: wallet_not_found', 'wallet_not_found'],
    ['The wallet could not be found.', 'wallet_not_found'],
    ['address: wallet address is missing', 'address_missing'],
    ['Missing address', 'address_missing'],
    ['address is required', 'address_missing'],
    ['No such account', 'wallet_not_found'],
    ['This wallet does not exist.', 'wallet_not_found'],
    // A text with both meanings is ambiguous, so it must not count as an unknown wallet.
    ['Required parameter not found', 'unknown'],
  ])('recognises %j with status: error', (error, kind) => {
    for (const status of [200, 400, 404, 410, 422]) {
      expect(kindOf('listResourcesByWallet', status, { status: 'error', error })).toBe(kind)
    }
  })

  it.each(['Inconnu au bataillon', 'Something else', ''])(
    'recognises an unknown wallet by the status 404 when the text is %j',
    (error) => {
      expect(kindOf('listResourcesByWallet', 404, { status: 'error', error })).toBe('wallet_not_found')
      for (const status of [200, 400, 410, 422]) {
        expect(kindOf('listResourcesByWallet', status, { status: 'error', error })).toBe('unknown')
      }
      expect(kindOf('listResourcesByWallet', 404, { error })).toBe('unknown')
    },
  )

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

  it('ignores these texts at every other operation', () => {
    expect(kindOf('listBalances', 404, { status: 'error', error: 'Wallet not found' })).toBe('unknown')
  })
})
