import { describe, expect, it } from 'vitest'
import { subnetUserId } from './subnet-user-id'

describe('subnetUserId', () => {
  it('is a keyed hash that reveals nothing about the user and stays the same', () => {
    const id = subnetUserId('ada@example.com', { format: 'hashed', key: 'key-one' })
    expect(id).toMatch(/^[0-9a-f]{64}$/)
    expect(subnetUserId('ada@example.com', { format: 'hashed', key: 'key-one' })).toBe(id)
  })

  it('is the one of version 0.1.0 where its NEXTAUTH_SECRET is the key', () => {
    // Made by the code of version 0.1.0 with this NEXTAUTH_SECRET and no key.
    const options = { format: 'hashed', key: 'the-nextauth-secret-of-version-0.1.0' } as const
    expect(subnetUserId('248289761001', options)).toBe(
      '4e944a029fc5c34e267befa61defcfc4847f84f7f83715a0ddf31587c1302b2d',
    )
  })

  it('differs between users and between keys', () => {
    const id = subnetUserId('ada', { format: 'hashed', key: 'key-one' })
    expect(subnetUserId('bob', { format: 'hashed', key: 'key-one' })).not.toBe(id)
    expect(subnetUserId('ada', { format: 'hashed', key: 'key-two' })).not.toBe(id)
  })

  it('is the plain id, truncated to 128 characters, if configured so', () => {
    expect(subnetUserId('4711', { format: 'plain' })).toBe('4711')
    expect(subnetUserId('x'.repeat(129), { format: 'plain' })).toBe('x'.repeat(128))
    expect(subnetUserId(`${'x'.repeat(127)}😀`, { format: 'plain' })).toHaveLength(128)
  })
})
