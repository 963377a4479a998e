import { describe, expect, it, vi } from 'vitest'
import { actionIdsIn, isForOtherBuild } from './server-actions'

const bodyOf = async (fields: Record<string, string>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return new Response(form).text()
}

describe('actionIdsIn', () => {
  it('finds the ids of actions with and without bound arguments', async () => {
    expect(actionIdsIn(await bodyOf({ $ACTION_ID_40ab: '', link: 'x' }))).toEqual(['40ab'])
    const bound = { $ACTION_REF_1: '', '$ACTION_1:0': '{"id":"60cd","bound":"$@1"}', '$ACTION_1:1': '["x"]' }
    expect(actionIdsIn(await bodyOf(bound))).toEqual(['60cd'])
  })

  it('finds none in any other form', async () => {
    const other = { link: '$ACTION_ID_40ab', 'a" name="$ACTION_ID_1': 'x', '$ACTION_1:0': 'nonsense' }
    expect(actionIdsIn(await bodyOf(other))).toEqual([])
  })
})

describe('isForOtherBuild', () => {
  const multipart = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': '100' }
  const request = (method: string, headers: Record<string, string>) => {
    const body = vi.fn<() => Promise<string>>(() => bodyOf({ $ACTION_ID_x: '' }))
    return { method, header: (name: string) => headers[name], body }
  }

  it.each([
    ['a GET', request('GET', {})],
    ['a form of another type', request('POST', { ...multipart, 'content-type': 'application/x-www-form-urlencoded' })],
    ['what Next’s script sends', request('POST', { ...multipart, 'next-action': 'x' })],
    ['a body of an unknown size', request('POST', { 'content-type': multipart['content-type'] })],
    ['a large body', request('POST', { ...multipart, 'content-length': '70000' })],
  ])('does not read %s', async (_what, received) => {
    expect(await isForOtherBuild(received)).toBe(false)
    expect(received.body).not.toHaveBeenCalled()
  })
})
