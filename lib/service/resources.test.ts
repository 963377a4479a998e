import { afterEach, describe, expect, it, vi } from 'vitest'
import { interpretResources, listResourcesByWallet } from './resources'
import { access, rejection, stubFetch } from './test-support'

const address = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'
const resource = {
  id: '01JCZX3M5N4T9QK2R7W8Y6V0AB',
  name: 'Rack 7',
  resource_type: 'gpu',
  resource_subtype: 'h100',
  resource_pda: '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin',
  active: true,
}

afterEach(() => void vi.unstubAllGlobals())

it('listResourcesByWallet sends the unchanged address with the parameter name of the deployment', async () => {
  const fetchMock = stubFetch().mockResolvedValueOnce(Response.json({ status: 'success', resources: [resource] }))
  expect(await listResourcesByWallet(access, ` ${address}&x=ü`)).toEqual([resource])
  const url = new URL(String(fetchMock.mock.calls[0]?.[0]))
  expect(url.pathname).toMatch(/\/resources\/by-wallet$/)
  expect([...url.searchParams]).toEqual([['wallet', ` ${address}&x=ü`]])
})

it('listResourcesByWallet throws for an empty address', async () => {
  const fetchMock = stubFetch()
  expect(await rejection(listResourcesByWallet(access, ''))).toBeInstanceOf(RangeError)
  expect(fetchMock).not.toHaveBeenCalled()
})

describe('interpretResources', () => {
  it.each(Object.keys(resource))(
    'returns a resource without %s as unreadable without affecting the others',
    async (field) => {
      const { [field]: _, ...broken }: Record<string, unknown> = resource
      const resources = [resource, broken, resource]
      expect(await interpretResources(Response.json({ status: 'success', resources }))).toEqual([
        resource,
        { unreadable: JSON.stringify(broken), path: field },
        resource,
      ])
    },
  )

  it.each([
    ['an unknown wallet', 404, { status: 'error', error: 'Wallet not found' }, 'wallet_not_found'],
    ['an unknown wallet with status 200', 200, { status: 'error', error: 'Wallet not found' }, 'wallet_not_found'],
    ['a missing address', 400, { status: 'error', error: 'Wallet address is missing' }, 'address_missing'],
    ['an invalid key', 401, { error: 'Invalid or missing API key' }, 'unauthenticated'],
    ['a key of another subnet', 403, { error: 'API key is not authorized for this subnet' }, 'forbidden'],
    ['a wrong base URL', 404, { error: 'Not found' }, 'unknown'],
  ])('throws for %s', async (_, status, body, kind) => {
    expect(await rejection(interpretResources(Response.json(body, { status })))).toMatchObject({
      name: 'ServiceRefusedError',
      kind,
      status,
      serviceText: body.error,
    })
  })
})
