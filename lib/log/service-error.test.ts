import { expect, it } from 'vitest'
import {
  ServiceListError,
  ServiceProtocolError,
  ServiceRefusedError,
  ServiceTimeoutError,
  ServiceTransportError,
} from '@/lib/service'
import { serviceErrorFields } from './service-error'

it('serviceErrorFields returns the facts of an error without the service’s text', () => {
  const refused = new ServiceRefusedError('listBalances', 'forbidden', { status: 418, text: 'quoted key-12345' })
  expect(serviceErrorFields(refused)).toEqual({
    operation: 'listBalances',
    error: 'ServiceRefusedError',
    kind: 'forbidden',
    status: 418,
    reason: undefined,
  })
  expect(serviceErrorFields(new ServiceTransportError('listBalances', 'ECONNRESET'))).toMatchObject({
    code: 'ECONNRESET',
  })
  expect(
    serviceErrorFields(new ServiceListError('listBalances', 'repeated_page', { received: 400, total: 2000 })),
  ).toMatchObject({ problem: 'repeated_page', received: 400, total: 2000 })
  expect(serviceErrorFields(new ServiceTimeoutError('listBalances', 1))).toMatchObject({ error: 'ServiceTimeoutError' })
  expect(serviceErrorFields(new ServiceProtocolError('listBalances', 200, 'not_json'))).toMatchObject({
    status: 200,
    problem: 'not_json',
  })
})
