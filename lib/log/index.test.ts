import { expect, it, vi } from 'vitest'
import { configure } from '@/lib/config/test-support'
import { exposition } from '@/lib/metrics/test-support'
import { runInRequest } from '@/lib/request/context'
import { beginAnotherProcess } from '@/lib/test-support'
import { log } from '.'
import * as destinations from './destination'

it('log writes lines of its level or above with the labels and the ids of the request, and counts dropped lines', async () => {
  configure({ LOG_LEVEL: 'info' })
  beginAnotherProcess()
  const destination = { write: vi.fn(), onDrop: () => {} }
  vi.spyOn(destinations, 'logDestination').mockImplementation(({ onDrop }) => Object.assign(destination, { onDrop }))
  const ids = { correlationId: 'CODE', proxyRequestId: 'of-the-proxy' }
  runInRequest(ids.correlationId, () => log().info({ event: 'arrival' }), { proxyRequestId: ids.proxyRequestId })
  log().debug({ event: 'confirm attempt' })
  expect(destination.write).toHaveBeenCalledOnce()
  expect(JSON.parse(String(destination.write.mock.calls[0]?.[0]))).toMatchObject({
    level: 30,
    event: 'arrival',
    ...ids,
    environment: 'staging',
    subnet_id: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  })
  const dropped = async () => /^subnet_connect_log_lines_dropped_total\{.*$/m.exec(await exposition())?.[0]
  expect(await dropped()).toMatch(/ 0$/)
  destination.onDrop()
  expect(await dropped()).toMatch(/ 1$/)
  beginAnotherProcess()
})
