import { describe, expect, it } from 'vitest'
import { errorRow, type ErrorRow } from './error-rows'
import type { OperationName } from './errors'

const operations: OperationName[] = [
  'listPendingTaskRuns',
  'confirmConnection',
  'listConversions',
  'listBalances',
  'uploadBatch',
  'listResourcesByWallet',
]
const allStatuses = Array.from({ length: 500 }, (_, index) => index + 100)

const rowOf = (operation: OperationName, status: number, body: { error?: string; reason?: string; status?: string }) =>
  errorRow(operation, { status, text: body.error, reason: body.reason, saysError: body.status === 'error' })

/** The statuses that the interface gives a meaning whatever the body says; all others have none. */
function expectedRow(operation: OperationName, status: number): ErrorRow {
  if (status === 400 && operation === 'confirmConnection') return 'unauthenticated'
  if (status === 401) return 'unauthenticated'
  if (status === 403) return 'forbidden'
  if (status === 429) return 'rate_limited'
  return status >= 500 ? 'server_error' : 'unlisted'
}

describe.each(operations)('a body that says nothing more, at %s', (operation) => {
  it('has the row of its status, for every status from 100 to 599', () => {
    const expected = allStatuses.map((status) => [status, expectedRow(operation, status)])
    expect(allStatuses.map((status) => [status, rowOf(operation, status, { error: 'In words.' })])).toEqual(expected)
    expect(allStatuses.map((status) => [status, rowOf(operation, status, {})])).toEqual(expected)
  })
})

describe('the reasons of the confirm operation', () => {
  const listed = [
    [409, 'already_confirmed'],
    [404, 'request_not_found'],
    [410, 'request_expired'],
    [422, 'nonce_mismatch'],
    [422, 'invalid_address'],
    [422, 'invalid_request'],
  ] as const

  it.each(listed)('%i %s', (status, reason) => {
    expect(rowOf('confirmConnection', status, { reason })).toBe(reason)
  })

  it.each(listed)('count with their own status alone: not %i for %s', (status, reason) => {
    for (const other of allStatuses.filter((candidate) => candidate !== status)) {
      expect(rowOf('confirmConnection', other, { reason })).toBe(expectedRow('confirmConnection', other))
    }
  })

  it.each(listed)('count at no other operation: %i %s', (status, reason) => {
    for (const operation of operations.filter((candidate) => candidate !== 'confirmConnection')) {
      expect(rowOf(operation, status, { reason })).toBe('unlisted')
    }
  })

  it.each(['something_new', 'toString', '__proto__', ''])('may be unknown: %j', (reason) => {
    expect(rowOf('confirmConnection', 422, { reason })).toBe('unlisted')
  })
})

describe('the texts of the upload', () => {
  it.each([
    ['CSV file is required', 'csv_missing'],
    ['csv file is required.', 'csv_missing'],
    ['Invalid or missing token', 'unauthenticated'],
    ['Forbidden', 'forbidden'],
    ['Forbidden fruit', 'unlisted'],
    ['', 'unlisted'],
  ])('%j with a status that is not shown', (error, row) => {
    for (const status of [200, 400, 404, 413, 415, 422]) expect(rowOf('uploadBatch', status, { error })).toBe(row)
  })

  it('give way to a status that the interface gives a meaning', () => {
    expect(rowOf('uploadBatch', 401, { error: 'Forbidden' })).toBe('unauthenticated')
    expect(rowOf('uploadBatch', 503, { error: 'CSV file is required' })).toBe('server_error')
  })

  it('count at no other operation', () => {
    expect(rowOf('listBalances', 400, { error: 'Forbidden' })).toBe('unlisted')
  })
})

describe('the bodies of resources by wallet', () => {
  it.each([
    ['Wallet not found', 'wallet_not_found'],
    ['No account: wallet_not_found', 'wallet_not_found'],
    ['The wallet could not be found.', 'wallet_not_found'],
    ['address: wallet address is missing', 'address_missing'],
    ['Missing address', 'address_missing'],
    ['address is required', 'address_missing'],
    // Speaking of both or of neither, a text may mean either: an unknown wallet must not be made up.
    ['Required parameter not found', 'unlisted'],
    ['Something else', 'unlisted'],
  ])('%j, marked as an error, with a status that is not shown', (error, row) => {
    for (const status of [200, 400, 404, 410, 422]) {
      expect(rowOf('listResourcesByWallet', status, { status: 'error', error })).toBe(row)
    }
  })

  it('count only where they are marked: a wrong base address says "Not found" too', () => {
    expect(rowOf('listResourcesByWallet', 404, { error: 'Not found' })).toBe('unlisted')
    expect(rowOf('listResourcesByWallet', 404, { error: 'Not found', status: 'failed' })).toBe('unlisted')
  })

  it('tell a key of another subnet, which is 403, from an unknown wallet', () => {
    const error = 'API key is not authorized for this subnet'
    expect(rowOf('listResourcesByWallet', 403, { error })).toBe('forbidden')
    expect(rowOf('listResourcesByWallet', 403, { error: 'Subnet not found', status: 'error' })).toBe('forbidden')
  })

  it('count at no other operation', () => {
    expect(rowOf('listBalances', 404, { status: 'error', error: 'Wallet not found' })).toBe('unlisted')
  })
})
