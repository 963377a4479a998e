import { describe, expect, it } from 'vitest'
import { returnPath } from '@/lib/auth/return-path'

const origin = 'https://connect.example'

describe('returnPath', () => {
  it.each([
    ['/console/balances?page=2#total', '/console/balances?page=2#total'],
    ['/', '/'],
    ['https://connect.example/console', '/console'],
    ['https://connect.example:443/console', '/console'],
    ['/signing', '/signing'],
    ['https:evil.example', '/evil.example'],
    ['/?next=//evil.example', '/?next=//evil.example'],
  ])('allows %s', (address, expected) => {
    expect(returnPath(address, origin)).toBe(expected)
  })

  it.each([
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    ' //evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    'https://connect.example//evil.example',
    'https://evil.example/',
    'https://connect.example@evil.example/',
    'https://connect.example.evil.example/',
    'http://connect.example/',
    'javascript:alert(1)',
    'data:text/html,x',
    'blob:https://connect.example/1',
    'https://',
    '/signin?callbackUrl=/console',
    '/api/auth/signout',
    undefined,
    null,
    ['/console', '/console'],
  ])('leads to the connect page instead of %j', (address) => {
    expect(returnPath(address, origin)).toBe('/connect/confirm')
  })
})
