import { expect, it, vi } from 'vitest'
import { exposition } from '@/lib/metrics/test-support'
import { log } from '.'

const { destination } = vi.hoisted(() => ({ destination: { write: vi.fn(), onDrop: () => {} } }))
vi.mock('@/lib/config', () => ({
  config: () => ({ logLevel: 'info', service: { environment: 'staging', subnetId: 'a-subnet' } }),
}))
vi.mock('./destination', () => ({
  logDestination: ({ onDrop }: { onDrop: () => void }) => Object.assign(destination, { onDrop }),
}))

it('log writes only lines of its level or above, and counts dropped lines', async () => {
  log().info({ event: 'arrival', requestId: '01ARZ3NDEKTSV4RRFFQ69G5FAV' })
  log().debug({ event: 'confirm attempt' })
  expect(destination.write).toHaveBeenCalledOnce()
  expect(JSON.parse(String(destination.write.mock.calls[0]?.[0]))).toMatchObject({
    level: 30,
    event: 'arrival',
    environment: 'staging',
    subnet_id: 'a-subnet',
  })
  const dropped = async () => /^subnet_connect_log_lines_dropped_total\{.*$/m.exec(await exposition())?.[0]
  expect(await dropped()).toMatch(/ 0$/)
  destination.onDrop()
  expect(await dropped()).toMatch(/ 1$/)
})
