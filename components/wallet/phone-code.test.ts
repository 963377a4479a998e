import { beforeEach, expect, it, vi } from 'vitest'
import { followPhone } from './phone-code'

let code = new AbortController()
const page = { hidden: false, querySelector: vi.fn() }
const reload = vi.fn()
const fetched = vi.fn<typeof fetch>()

beforeEach(() => {
  vi.useFakeTimers()
  code = new AbortController()
  page.hidden = false
  page.querySelector.mockReset().mockReturnValue(null)
  reload.mockReset()
  fetched.mockReset().mockImplementation(async () => new Response(null, { status: 204 }))
  vi.stubGlobal('document', page)
  vi.stubGlobal('location', { reload })
  vi.stubGlobal('fetch', fetched)
  return () => vi.useRealTimers()
})

const begin = () => followPhone('a/b', code.signal)
const after = async (seconds: number) => {
  await vi.advanceTimersByTimeAsync(seconds * 1000)
  return [fetched.mock.calls.length, reload.mock.calls.length]
}
const confirmed = async () => new Response(null)

it('asks every four seconds, also after a failure, and reloads the page once when the link is confirmed', async () => {
  fetched.mockRejectedValueOnce(new TypeError('offline'))
  const followed = begin()
  expect(await after(3.9)).toEqual([0, 0])
  expect(await after(8.2)).toEqual([3, 0])
  expect(fetched).toHaveBeenCalledWith('/connect/phone-code/confirmed?link=a%2Fb', { cache: 'no-store' })
  fetched.mockImplementation(confirmed)
  await after(4)
  await followed
  expect(await after(60)).toEqual([4, 1])
})

it('asks once at a time, and not while the page is hidden', async () => {
  let answer: (response: Response) => void = () => {}
  fetched.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)))
  const followed = begin()
  expect(await after(20)).toEqual([1, 0])
  page.hidden = true
  answer(new Response(null, { status: 204 }))
  expect(await after(20)).toEqual([1, 0])
  page.hidden = false
  fetched.mockImplementation(confirmed)
  expect(await after(4)).toEqual([2, 1])
  await followed
})

it('asks no more when the code has closed', async () => {
  const followed = begin()
  expect(await after(4)).toEqual([1, 0])
  code.abort()
  expect(await after(60)).toEqual([1, 0])
  await followed
})

it('does not end a press that is under way', async () => {
  page.querySelector.mockReturnValue({})
  fetched.mockImplementation(confirmed)
  void begin()
  expect(await after(4)).toEqual([1, 0])
  expect(page.querySelector).toHaveBeenCalledWith('[data-sending]')
  code.abort()
})
