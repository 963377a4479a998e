import { describe, expect, it } from 'vitest'
import { confirmErrorKind, errorKind, type ErrorKind, type OperationName } from './errors'

const others = [
  'listPendingTaskRuns',
  'listConversions',
  'listBalances',
  'uploadBatch',
  'listResourcesByWallet',
] as const
const allStatuses = Array.from({ length: 500 }, (_, index) => index + 100)

const kindOf = (operation: OperationName, status: number, body: { error?: string; reason?: string; status?: string }) =>
  operation === 'confirmConnection'
    ? confirmErrorKind({ status, text: body.error, reason: body.reason })
    : errorKind(operation, { status, text: body.error, hasErrorStatus: body.status === 'error' })

/** The statuses that have a meaning with any text. All others have none. */
function expectedKind(operation: OperationName, status: number): ErrorKind {
  if (status === 400 && operation === 'confirmConnection') return 'unauthenticated'
  if (status === 401) return 'unauthenticated'
  if (status === 403) return 'forbidden'
  if (status === 429) return 'rate_limited'
  return status >= 500 ? 'server_error' : 'unknown'
}

it('errorKind follows the status when the body has a text without a reason, and returns not_the_service without a text', () => {
  for (const operation of ['confirmConnection', ...others] as const) {
    for (const status of allStatuses) {
      const kind = kindOf(operation, status, { error: 'In words.' })
      expect(kind, `${operation} ${status}`).toBe(expectedKind(operation, status))
      expect(kindOf(operation, status, {}), `${operation} ${status}`).toBe('not_the_service')
    }
  }
})

describe('confirmErrorKind', () => {
  it('recognises each reason with its own status, and ignores it with any other', () => {
    for (const [listedStatus, reason] of [
      [409, 'already_confirmed'],
      [404, 'request_not_found'],
      [410, 'request_expired'],
      [422, 'nonce_mismatch'],
      [422, 'invalid_address'],
      [422, 'invalid_request'],
    ] as const) {
      for (const status of allStatuses) {
        const kind = status === listedStatus ? reason : expectedKind('confirmConnection', status)
        expect(kindOf('confirmConnection', status, { error: 'In words.', reason }), `${status} ${reason}`).toBe(kind)
      }
    }
  })

  it('ignores an unlisted reason', () => {
    for (const reason of ['something_new', 'toString', '__proto__', '']) {
      expect(kindOf('confirmConnection', 422, { error: 'In words.', reason })).toBe('unknown')
    }
  })
})

type Row = [body: { error: string; status?: string }, kind: ErrorKind, statuses: readonly number[]]

/** Returns the kinds that differ from those of the rows. */
const differingKinds = (operation: OperationName, rows: Row[]) =>
  rows.flatMap(([body, kind, statuses]) =>
    statuses
      .map((status) => ({ ...body, code: status, kind, found: kindOf(operation, status, body) }))
      .filter(({ found }) => found !== kind),
  )

it('errorKind recognises a text of the upload with a status that the interface does not list', () => {
  const unlisted = [200, 400, 404, 413, 415, 422]
  const rows: Row[] = [
    [{ error: 'CSV file is required' }, 'csv_missing', unlisted],
    [{ error: 'csv file is required.' }, 'csv_missing', unlisted],
    [{ error: 'Invalid or missing token' }, 'unauthenticated', unlisted],
    [{ error: 'Forbidden' }, 'forbidden', unlisted],
    [{ error: 'Forbidden fruit' }, 'unknown', unlisted],
    [{ error: '' }, 'unknown', unlisted],
    // The meaning of a status comes first.
    [{ error: 'Forbidden' }, 'unauthenticated', [401]],
    [{ error: 'CSV file is required' }, 'server_error', [503]],
  ]
  expect(differingKinds('uploadBatch', rows)).toEqual([])
})

it('errorKind recognises an unknown wallet and a missing address when the operation is resources by wallet', () => {
  const unlisted = [200, 400, 410, 422]
  const any = [...unlisted, 404]
  const withStatus = (error: string) => ({ error, status: 'error' })
  const rows: Row[] = [
    [withStatus('Wallet not found'), 'wallet_not_found', any],
    [withStatus('No account: wallet_not_found'), 'wallet_not_found', any],
    [withStatus('The wallet could not be found.'), 'wallet_not_found', any],
    [withStatus('No such account'), 'wallet_not_found', any],
    [withStatus('This wallet does not exist.'), 'wallet_not_found', any],
    [withStatus('Wallet is not known'), 'wallet_not_found', any],
    [withStatus('address: wallet address is missing'), 'address_missing', any],
    [withStatus('Missing address'), 'address_missing', any],
    [withStatus('address is required'), 'address_missing', any],
    // A text with both meanings is ambiguous, so it must not count as an unknown wallet.
    [withStatus('Required parameter not found'), 'unknown', any],
    // The status 404 means an unknown wallet when the text says something else.
    ...['Inconnu au bataillon', 'Something else', ''].flatMap((error): Row[] => [
      [withStatus(error), 'wallet_not_found', [404]],
      [withStatus(error), 'unknown', unlisted],
      [{ error }, 'unknown', [404]],
    ]),
    [{ error: 'Wallet not found' }, 'wallet_not_found', any],
    [{ error: 'Wallet address is required' }, 'unknown', any],
    // A wrong base URL returns this text too.
    [{ error: 'Not found' }, 'unknown', [404]],
    [{ error: 'Not found', status: 'failed' }, 'unknown', [404]],
    // A key of another subnet is no unknown wallet.
    [{ error: 'API key is not authorized for this subnet' }, 'forbidden', [403]],
    [withStatus('Subnet not found'), 'forbidden', [403]],
  ]
  expect(differingKinds('listResourcesByWallet', rows)).toEqual([])
})

it('errorKind ignores the texts of one operation when the operation is another', () => {
  const rows: Row[] = [
    [{ error: 'Forbidden' }, 'unknown', [400]],
    [{ error: 'Wallet not found', status: 'error' }, 'unknown', [404]],
  ]
  expect(differingKinds('listBalances', rows)).toEqual([])
})
