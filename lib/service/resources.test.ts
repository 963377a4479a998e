import { describe, expect, it } from 'vitest'
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

it('listResourcesByWallet throws for an empty address', async () => {
  const fetchMock = stubFetch()
  expect(await rejection(listResourcesByWallet(access, ''))).toBeInstanceOf(RangeError)
  expect(fetchMock).not.toHaveBeenCalled()
})

describe('interpretResources', () => {
  it('returns a resource without one of its fields as unreadable without affecting the others', async () => {
    for (const path of Object.keys(resource)) {
      const { [path]: _, ...broken }: Record<string, unknown> = resource
      const resources = [resource, broken, resource]
      const read = await interpretResources(Response.json({ status: 'success', resources }))
      expect(read).toEqual([resource, { unreadable: JSON.stringify(broken), path }, resource])
    }
  })
})
