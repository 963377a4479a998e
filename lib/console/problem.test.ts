import { describe, expect, it } from 'vitest'
import { serviceError, type ErrorKind, type ServiceError } from '@/lib/service'
import { problemOf, type ProblemKind } from './problem'

const refused = (row: ErrorKind, text?: string) =>
  serviceError('listBalances', {
    name: 'ServiceRefusedError',
    kind: row,
    status: 418,
    serviceText: text,
    retryAfterSeconds: 7,
  })

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
  [
    'no connection',
    serviceError('listBalances', { name: 'ServiceTransportError', code: 'ECONNREFUSED' }),
    'unreachable',
  ],
  ['no answer in time', serviceError('listBalances', { name: 'ServiceTimeoutError', deadlineMs: 10 }), 'timed_out'],
  [
    'a redirect',
    serviceError('listBalances', { name: 'ServiceProtocolError', status: 302, problem: 'redirect' }),
    'redirect',
  ],
  [
    'an endless answer',
    serviceError('listBalances', { name: 'ServiceProtocolError', status: 200, problem: 'too_large' }),
    'too_large',
  ],
  ['HTML', refused('not_the_service'), 'not_the_service'],
  [
    'pages that do not add up',
    serviceError('listBalances', { name: 'ServiceListError', problem: 'too_few_records', received: 400, total: 2000 }),
    'inconsistent_list',
  ],
  [
    'a missing field',
    serviceError('listBalances', {
      name: 'ServiceProtocolError',
      status: 200,
      problem: 'unexpected_shape',
      path: 'data',
    }),
    'unexpected_shape',
  ],
]

describe('problemOf', () => {
  it('returns the kind of the problem', () => {
    for (const [what, error, kind] of table) expect(problemOf(error, []).kind, what).toBe(kind)
  })

  it('returns the seconds of Retry-After', () => {
    expect(problemOf(refused('rate_limited'), [])).toMatchObject({ message: null, retryAfterSeconds: 7 })
  })

  it('cleans the text of the service, and drops it when it quotes a secret', () => {
    expect(problemOf(refused('unauthenticated', 'No \u202eway!'), ['key-12345']).message).toBe('No way!')
    expect(problemOf(refused('unauthenticated', 'No \u202ekey-12345!'), ['key-12345']).message).toBeNull()
  })

  it('says that a page may be beyond the end only when the service refuses it for no other known reason', () => {
    const kinds = ['unknown', 'not_the_service', 'forbidden', 'server_error'] as const
    for (const status of [400, 404, 422, 403, 502]) {
      const may = kinds.filter(
        (kind) =>
          problemOf(serviceError('listBalances', { name: 'ServiceRefusedError', kind, status }), []).mayBePastEnd,
      )
      expect(may, `${status}`).toEqual([400, 404, 422].includes(status) ? ['unknown', 'not_the_service'] : ['unknown'])
    }
  })

  it('names the status and the content type of an answer that is not the service’s', () => {
    const error = serviceError('listBalances', {
      name: 'ServiceRefusedError',
      kind: 'not_the_service',
      status: 403,
      contentType: 'text/html',
    })
    expect(problemOf(error, [])).toMatchObject({ message: null, answer: '403, text/html' })
    expect(problemOf(refused('not_the_service'), []).answer).toBe('418, no content type')
    expect(problemOf(refused('forbidden'), []).answer).toBeUndefined()
  })
})
