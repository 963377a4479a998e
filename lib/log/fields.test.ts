import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { serviceError } from '@/lib/service'
import { logFields, serviceErrorFields } from './fields'

it('logFields equals the table of fields in docs/operate/logs.md', () => {
  const document = readFileSync('docs/operate/logs.md', 'utf8')
  const rows = [...document.matchAll(/^\| `(\w+)` +\| (.*?) +\|$/gm)].map(([, name, meaning]) => [name, meaning])
  expect(Object.fromEntries(rows)).toEqual(logFields)
})

it('serviceErrorFields returns the facts of an error without the service’s text', () => {
  const refused = serviceError('listBalances', {
    name: 'ServiceRefusedError',
    kind: 'forbidden',
    status: 418,
    serviceText: 'quoted key-12345',
  })
  expect(serviceErrorFields(refused)).toEqual({
    operation: 'listBalances',
    error: 'ServiceRefusedError',
    kind: 'forbidden',
    status: 418,
    contentType: undefined,
    reason: undefined,
  })
  expect(
    serviceErrorFields(serviceError('listBalances', { name: 'ServiceTransportError', code: 'ECONNRESET' })),
  ).toMatchObject({
    code: 'ECONNRESET',
  })
  expect(
    serviceErrorFields(
      serviceError('listBalances', {
        name: 'ServiceListError',
        problem: 'too_few_records',
        received: 400,
        total: 2000,
      }),
    ),
  ).toMatchObject({
    problem: 'too_few_records',
    received: 400,
    total: 2000,
  })
  expect(
    serviceErrorFields(serviceError('listBalances', { name: 'ServiceTimeoutError', deadlineMs: 1 })),
  ).toMatchObject({ error: 'ServiceTimeoutError' })
  const elsewhere = { status: 403, contentType: 'text/html' }
  expect(
    serviceErrorFields(
      serviceError('listBalances', { name: 'ServiceRefusedError', kind: 'not_the_service', ...elsewhere }),
    ),
  ).toMatchObject({
    kind: 'not_the_service',
    ...elsewhere,
  })
  expect(
    serviceErrorFields(
      serviceError('listBalances', { name: 'ServiceProtocolError', status: 200, problem: 'wrong_page' }),
    ),
  ).toMatchObject({
    status: 200,
    problem: 'wrong_page',
  })
})
