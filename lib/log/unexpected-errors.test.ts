import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import { configure } from '@/lib/config/test-support'
import { inRequest } from '@/lib/request/test-support'
import * as logging from '.'
import { logConsoleErrors } from './unexpected-errors'

const lines = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() }
const next = console
const { error, warn } = console
beforeEach(() => {
  configure()
  vi.spyOn(logging, 'log').mockReturnValue(lines)
  vi.clearAllMocks()
  logConsoleErrors()
})
afterAll(() => void Object.assign(console, { error, warn }))

const secret = 'a-nonce'
const quoting = () =>
  Object.assign(new TypeError(`Invalid URL: ${secret}\n    at ${secret}`), { code: 'ERR_INVALID_URL' })

it('logConsoleErrors logs name, code and stack, but not the message, of an error in a request', () => {
  const error = quoting()
  inRequest(() => next.error(' ⨯', error))
  inRequest(() => next.error(error))
  expect(lines.error).toHaveBeenCalledExactlyOnceWith({
    event: 'unexpected error',
    error: 'TypeError',
    code: 'ERR_INVALID_URL',
    stack: expect.stringMatching(/^at .*unexpected-errors\.test\.ts/),
    hint: undefined,
  })
  expect(JSON.stringify(lines.error.mock.calls)).not.toContain(secret)
})

it('logConsoleErrors logs one line without the text when a request causes a warning', () => {
  inRequest(() => next.warn(`x-forwarded-host does not match ${secret}\nRead more`))
  expect(lines.warn).toHaveBeenCalledExactlyOnceWith({ event: 'unexpected warning' })
})

it('logConsoleErrors logs up to 300 characters of a text outside of requests, except on a platform', () => {
  next.warn('Eviction policy is allkeys-lru.', 'x'.repeat(1000))
  const [[entry] = []] = lines.warn.mock.calls
  expect(entry).toMatchObject({ hint: expect.stringMatching(/^Eviction policy is allkeys-lru\. x+$/) })
  expect(entry.hint).toHaveLength(300)

  configure({ VERCEL: '1' })
  next.warn('Eviction policy is allkeys-lru.')
  expect(lines.warn).toHaveBeenLastCalledWith({ event: 'unexpected warning' })
})

it('logConsoleErrors writes at most 30 lines a minute of each kind, which differ in name, code, stack or level', () => {
  for (let count = 0; count < 100; count += 1) inRequest(() => next.error(quoting()))
  expect(lines.error).toHaveBeenCalledTimes(30)
  const another = () => new TypeError('of another place')
  for (const error of [another(), Object.assign(quoting(), { code: 'ERR_OTHER' }), new RangeError('x')]) {
    inRequest(() => next.error(error))
    expect(lines.error).toHaveBeenLastCalledWith(expect.objectContaining({ error: error.name }))
  }
  expect(lines.error).toHaveBeenCalledTimes(33)
  for (let count = 0; count < 100; count += 1) inRequest(() => next.warn(`x${count}`))
  expect(lines.warn).toHaveBeenCalledTimes(30)
})
