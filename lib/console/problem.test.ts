import { describe, expect, it } from 'vitest'
import { serviceError, type ErrorKind, type ServiceError } from '@/lib/service'
import { problemOf, type ProblemKind } from './problem'
import { unreachable } from './test-support'

const error = (fields: Parameters<typeof serviceError>[1]) => serviceError('listBalances', fields)
const answered = (status: number, problem: 'redirect' | 'too_large' | 'unexpected_shape') =>
  error({ name: 'ServiceProtocolError', status, problem, path: 'data' })
const refused = (kind: ErrorKind, fields: { status?: number; serviceText?: string; contentType?: string } = {}) =>
  error({ name: 'ServiceRefusedError', kind, status: 418, retryAfterSeconds: 7, ...fields })

const table: [string, ServiceError, ProblemKind][] = [
  ['401', refused('unauthenticated'), 'unauthenticated'],
  ['403', refused('forbidden'), 'forbidden'],
  ['429', refused('rate_limited'), 'rate_limited'],
  ['5xx', refused('server_error'), 'server_error'],
  ['a refusal that is in no table', refused('unknown'), 'unknown'],
  ['no CSV', refused('csv_missing'), 'csv_missing'],
  ['an unknown wallet', refused('wallet_not_found'), 'wallet_not_found'],
  ['no address', refused('address_missing'), 'address_missing'],
  ['a row of the confirm endpoint', refused('request_not_found'), 'unknown'],
  ['no connection', unreachable, 'unreachable'],
  ['no answer in time', error({ name: 'ServiceTimeoutError', deadlineMs: 10 }), 'timed_out'],
  ['a redirect', answered(302, 'redirect'), 'redirect'],
  ['an endless answer', answered(200, 'too_large'), 'too_large'],
  ['HTML', refused('not_the_service'), 'not_the_service'],
  [
    'pages that do not add up',
    error({ name: 'ServiceListError', problem: 'too_few_records', received: 400, total: 2000 }),
    'inconsistent_list',
  ],
  ['a missing field', answered(200, 'unexpected_shape'), 'unexpected_shape'],
]

describe('problemOf', () => {
  it('returns the kind of the problem', () => {
    for (const [what, error, kind] of table) expect(problemOf(error, []).kind, what).toBe(kind)
  })

  it('returns the seconds of Retry-After', () => {
    expect(problemOf(refused('rate_limited'), [])).toMatchObject({ message: null, retryAfterSeconds: 7 })
  })

  it('cleans the text of the service, and drops it when it quotes a secret', () => {
    const messageFor = (serviceText: string) =>
      problemOf(refused('unauthenticated', { serviceText }), ['key-12345']).message
    expect(messageFor('No \u202eway!')).toBe('No way!')
    expect(messageFor('No \u202ekey-12345!')).toBeNull()
  })

  it('says that a page may be beyond the end only when the service refuses it for no other known reason', () => {
    const kinds = ['unknown', 'not_the_service', 'forbidden', 'server_error'] as const
    for (const status of [400, 404, 422, 403, 502]) {
      const may = kinds.filter((kind) => problemOf(refused(kind, { status }), []).mayBePastEnd)
      expect(may, `${status}`).toEqual([400, 404, 422].includes(status) ? ['unknown', 'not_the_service'] : ['unknown'])
    }
  })

  it('names the status and the content type of an answer that is not the service’s', () => {
    const html = refused('not_the_service', { status: 403, contentType: 'text/html' })
    expect(problemOf(html, [])).toMatchObject({ message: null, answer: '403, text/html' })
    expect(problemOf(refused('not_the_service'), []).answer).toBe('418, no content type')
    expect(problemOf(refused('forbidden'), []).answer).toBeUndefined()
  })
})
