import { expect, it } from 'vitest'
import { demoLoginRefusal } from './demo-login'

it.each(['127.0.0.1', '127.8.9.1', '::ffff:127.0.0.1', '::1'])('serves what came in by %s', (localAddress) => {
  expect(demoLoginRefusal({ localAddress })).toBeUndefined()
})

it.each(['192.0.2.7', '::ffff:192.0.2.7', '0.0.0.0', '::', '2001:db8::127.0', '10.127.0.0', undefined])(
  'refuses what came in by %s',
  (localAddress) => {
    expect(demoLoginRefusal({ localAddress: localAddress ?? '' })).toMatchObject({ status: 403 })
  },
)
