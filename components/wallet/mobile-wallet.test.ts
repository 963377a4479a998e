import { expect, it, vi } from 'vitest'
import { requestLoopbackPermission } from './mobile-wallet'

/** Requests the permission in a browser that knows it by these names, and whose user gives this answer. */
async function requestIn(names: string[], state: PermissionState, answer = state) {
  const permission = { state }
  const asked = vi.fn(async () => {
    permission.state = answer
    throw new TypeError('Failed to fetch')
  })
  const query = async ({ name }: { name: string }) => {
    if (names.includes(name)) return permission
    throw new TypeError(`'${name}' is not a valid name`)
  }
  vi.stubGlobal('fetch', asked)
  vi.stubGlobal('navigator', { permissions: { query } })
  return [await requestLoopbackPermission(), asked.mock.calls.length]
}

it('requestLoopbackPermission makes a browser that requires the permission ask its user once', async () => {
  for (const name of ['loopback-network', 'local-network-access']) {
    expect(await requestIn([name], 'granted')).toEqual([null, 0])
    expect(await requestIn([name], 'prompt', 'granted')).toEqual(['apps_allowed', 1])
    expect(await requestIn([name], 'prompt')).toEqual(['apps_blocked', 1])
    expect(await requestIn([name], 'denied')).toEqual(['apps_blocked', 0])
  }
  expect(await requestIn([], 'denied')).toEqual([null, 0])
})
