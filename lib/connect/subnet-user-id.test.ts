import { describe, expect, it } from 'vitest'
import { subnetUserId } from './subnet-user-id'

describe('subnetUserId', () => {
  it('returns this hash for this user and key, because with another one the service would see every user as new', () => {
    const options = { format: 'hashed', key: 'key-one' } as const
    expect(subnetUserId('248289761001', options)).toBe(
      '6b0402c7ccdec6ead6a7c5d94e9d0714e0e90359f140b73ff5b87b9e81d5abf9',
    )
  })

  it('returns the plain id of at most 128 characters in the plain format, and never cuts a longer one', () => {
    for (const id of ['4711', 'x'.repeat(128)]) expect(subnetUserId(id, { format: 'plain' })).toBe(id)
    for (const id of ['x'.repeat(129), `${'x'.repeat(127)}😀`]) {
      expect(() => subnetUserId(id, { format: 'plain' })).toThrow('SUBNET_USER_ID')
      expect(subnetUserId(id, { format: 'hashed', key: 'key-one' })).toHaveLength(64)
    }
  })
})
