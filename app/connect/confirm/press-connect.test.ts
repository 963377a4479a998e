import { setImmediate } from 'node:timers/promises'
import { beforeEach, expect, it, vi } from 'vitest'
import { configure } from '@/lib/config/test-support'
import * as confirming from '@/lib/connect/confirm'
import * as hold from '@/lib/connect/hold-cookie'
import { refusedFor } from '@/lib/connect/outcome'
import { openLink } from '@/lib/connect/test-support'
import * as connections from '@/lib/connections'
import * as jobs from '@/lib/jobs'
import * as logging from '@/lib/log'
import { connectRecords } from '@/lib/records'
import { confirmedCall as attempt } from '@/lib/records/test-support'
import * as response from '@/lib/request/after-response'
import * as texts from '@/lib/skin/texts'
import * as keeping from '@/lib/store/kept-in-store'
import { isConfirmed } from '@/lib/store/marks'
import { forgetSingletons } from '@/lib/test-support'
import { afterConfirm, pressConnect } from './press-connect'

vi.mock('next/headers', () => ({ headers: async () => new Headers() }))

beforeEach(() => forgetSingletons(/^(connect records|store)$/))

it('afterConfirm makes a platform, but no other server, wait for what is kept in the store, then for webhooks', async () => {
  const wait = vi.spyOn(response, 'finishAfterResponse').mockReturnValue()
  const settle: (() => void)[] = []
  const unsettled = () => new Promise<void>((resolve) => settle.push(resolve))
  vi.spyOn(keeping, 'keptSettled').mockImplementation(unsettled)
  vi.spyOn(jobs, 'attemptsEnded').mockImplementation(unsettled)
  configure()
  afterConfirm(attempt)
  expect(wait).not.toHaveBeenCalled()
  configure({ VERCEL: '1' })
  afterConfirm(attempt)
  let isOver = false
  const over = wait.mock.calls[0]?.[0].then(() => void (isOver = true))
  for (const waits of [1, 2]) {
    await setImmediate()
    expect([settle.length, isOver]).toEqual([waits, false])
    settle[waits - 1]?.()
  }
  await over
  expect(await connectRecords().find(({ code }) => code === attempt.code, { limit: 9 })).toHaveLength(2)
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

it('pressConnect marks a link for its user, so that their other browsers can ask, only when the service has confirmed it', async () => {
  configure()
  vi.spyOn(texts, 'requestLanguage').mockResolvedValue('en')
  vi.spyOn(hold, 'changeLinks').mockResolvedValue({})
  const confirm = vi.spyOn(confirming, 'confirm')
  const [link, user] = [openLink(Date.now()), { id: 'ada', name: 'Ada', isOperator: false }]
  const press = { walletAddress: attempt.walletAddress, signature: '', walletName: '' }
  const outcomes = [refusedFor('server_error'), { kind: 'confirmed', returnUrl: 'https://service.example/' }] as const
  for (const outcome of outcomes) {
    expect(await isConfirmed('ada', link.digest)).toBe(false)
    const facts = { attempts: 1, status: 200, durationMs: 1, field: undefined, contentType: undefined }
    confirm.mockResolvedValueOnce({ outcome, ...facts })
    await pressConnect(press, { link, user } as Parameters<typeof pressConnect>[1])
  }
  expect([await isConfirmed('ada', link.digest), await isConfirmed('bob', link.digest)]).toEqual([true, false])
})

it('pressConnect shares one call between overlapping presses with the same wallet, and calls again for another and later', async () => {
  configure()
  vi.spyOn(texts, 'requestLanguage').mockResolvedValue('en')
  vi.spyOn(connections, 'keepConnection').mockResolvedValue()
  vi.spyOn(hold, 'changeLinks').mockResolvedValue({})
  const confirm = vi.spyOn(confirming, 'confirm').mockImplementation(async () => {
    await setImmediate()
    const outcome = {
      kind: 'confirmed',
      returnUrl: `https://service.example/cb#ac=${confirm.mock.calls.length}`,
    } as const
    return { outcome, attempts: 1, status: 200, durationMs: 1, field: undefined, contentType: undefined }
  })
  const [link, user] = [openLink(Date.now()), { id: 'ada', name: 'Ada', isOperator: false }]
  const press = (walletAddress: string) =>
    pressConnect({ walletAddress, signature: '', walletName: '' }, { link, user } as Parameters<typeof pressConnect>[1])
  const [one, other] = [attempt.walletAddress, 'So11111111111111111111111111111111111111112']
  const urls = await Promise.all([press(one), press(one), press(other)])
  expect(urls[0]).toBe(urls[1])
  expect(confirm).toHaveBeenCalledTimes(2)
  await press(one)
  confirm.mockRejectedValueOnce(new Error('no'))
  await expect(press(one)).rejects.toThrow('no')
  await press(one)
  expect(confirm).toHaveBeenCalledTimes(5)
})
