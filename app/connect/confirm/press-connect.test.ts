import { setImmediate } from 'node:timers/promises'
import { beforeEach, expect, it, vi } from 'vitest'
import { configure } from '@/lib/config/test-support'
import * as connections from '@/lib/connections'
import * as jobs from '@/lib/jobs'
import * as logging from '@/lib/log'
import { connectRecords } from '@/lib/records'
import { confirmedCall as attempt } from '@/lib/records/test-support'
import * as response from '@/lib/request/after-response'
import { forgetSingletons } from '@/lib/test-support'
import { afterConfirm } from './press-connect'

beforeEach(() => forgetSingletons(/^(connect records|store)$/))

it('afterConfirm makes a platform, but no other server, wait for the record, the connection and the message', async () => {
  const wait = vi.spyOn(response, 'finishAfterResponse').mockReturnValue()
  const settle: (() => void)[] = []
  const unsettled = () => new Promise<void>((resolve) => settle.push(resolve))
  vi.spyOn(connections, 'connectionsSettled').mockImplementation(unsettled)
  vi.spyOn(jobs, 'webhooksSettled').mockImplementation(unsettled)
  configure()
  afterConfirm(attempt)
  expect(wait).not.toHaveBeenCalled()
  configure({ VERCEL: '1' })
  afterConfirm(attempt)
  let isOver = false
  const over = wait.mock.calls[0]?.[0].then(() => void (isOver = true))
  expect(settle).toHaveLength(2)
  for (const each of settle) {
    await setImmediate()
    expect(isOver).toBe(false)
    each()
  }
  await over
  expect(await connectRecords().find([attempt.code], { limit: 9 })).toHaveLength(2)
})

it('afterConfirm logs an error with a hint when the service asks for a pause longer than a link’s lifetime', () => {
  configure()
  const [error, info] = [vi.fn(), vi.fn()]
  vi.spyOn(logging, 'log').mockReturnValue({ debug: vi.fn(), info, warn: vi.fn(), error })
  for (const minutes of [31, 1]) {
    const waitMs = minutes * 60_000
    const outcome = { kind: 'wait', cause: 'asked', until: 0, waitMs, place: null, message: null, code: null } as const
    afterConfirm({ ...attempt, outcome })
  }
  const entry = { event: 'wait', cause: 'asked' }
  expect(error.mock.calls).toMatchObject([[{ ...entry, hint: expect.stringContaining('confirm-queue') }]])
  expect(info.mock.calls).toMatchObject([[entry]])
})
