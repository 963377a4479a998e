import { describe, expect, it } from 'vitest'
import { actionIdsIn, isForOtherBuild } from './server-actions'

const formOf = (fields: Record<string, string>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}

describe('actionIdsIn', () => {
  it('finds the ids of actions with and without bound arguments', () => {
    expect(actionIdsIn(formOf({ $ACTION_ID_40ab: '', link: 'x' }))).toEqual(['40ab'])
    expect(actionIdsIn(formOf({ $ACTION_REF_1: '', '$ACTION_1:0': '{"id":"60cd","bound":"$@1"}' }))).toEqual(['60cd'])
  })

  it('finds none in any other form', () => {
    expect(actionIdsIn(formOf({ link: '$ACTION_ID_40ab', '$ACTION_1:0': 'nonsense' }))).toEqual([])
  })
})

describe('isForOtherBuild', () => {
  const url = 'http://localhost/connect/confirm'

  it.each([
    ['a GET', new Request(url)],
    ['a form of another type', new Request(url, { method: 'POST', body: new URLSearchParams({ a: '1' }) })],
    [
      'what Next’s script sends',
      new Request(url, { method: 'POST', body: formOf({ $ACTION_ID_x: '' }), headers: { 'next-action': 'x' } }),
    ],
  ])('does not read %s', async (_what, request) => {
    expect(await isForOtherBuild(request)).toBe(false)
    expect(request.bodyUsed).toBe(false)
  })

  it('reads no body of an unknown or a large size', async () => {
    for (const headers of [{}, { 'Content-Length': '70000' }]) {
      const request = new Request(url, { method: 'POST', body: formOf({ $ACTION_ID_x: '' }), headers })
      expect(await isForOtherBuild(request)).toBe(false)
      expect(request.bodyUsed).toBe(false)
    }
  })
})
