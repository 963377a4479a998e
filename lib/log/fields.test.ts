import { expect, it } from 'vitest'
import { serviceError } from '@/lib/service'
import { serviceErrorFields } from './fields'

it.each<Parameters<typeof serviceError>[1]>([
  { name: 'ServiceTransportError', code: 'ECONNRESET' },
  { name: 'ServiceListError', problem: 'too_few_records', received: 400, total: 2000 },
  { name: 'ServiceRefusedError', kind: 'not_the_service', status: 403, contentType: 'text/html' },
  { name: 'ServiceProtocolError', status: 200, problem: 'wrong_page' },
])('serviceErrorFields returns the facts of %j', ({ name, ...facts }) => {
  const fields = serviceErrorFields(
    serviceError('listBalances', { name, ...facts } as Parameters<typeof serviceError>[1]),
  )
  expect(fields).toMatchObject({ operation: 'listBalances', error: name, ...facts })
})

it('serviceErrorFields leaves out the service’s text', () => {
  const refusal = {
    name: 'ServiceRefusedError',
    kind: 'forbidden',
    status: 418,
    serviceText: 'quoted key-12345',
  } as const
  const fields = serviceErrorFields(serviceError('listBalances', refusal))
  expect(fields).toMatchObject({ kind: 'forbidden', status: 418 })
  expect(JSON.stringify(fields)).not.toContain('key-12345')
})
