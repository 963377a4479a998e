import { describe, expect, it } from 'vitest'
import { subnetUserId } from './subnet-user-id'

describe('subnetUserId', () => {
  it('is a keyed hash that reveals nothing about the user and stays the same', () => {
    const id = subnetUserId('ada@example.com', { format: 'hashed', key: 'key-one' })
    expect(id).toMatch(/^[0-9a-f]{64}$/)
    expect(subnetUserId('ada@example.com', { format: 'hashed', key: 'key-one' })).toBe(id)
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
