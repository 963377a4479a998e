import { beforeEach, describe, expect, it, vi } from 'vitest'
import * as logs from '@/lib/log'
import * as metrics from '@/lib/metrics'
import { LoginError } from './failure'
import type { People } from './people'
import { logFailedLogin } from './report-failure'

const warn = vi.fn()
const counted = vi.fn()
const [failed, unfinished] = ['failed', 'unfinished'].map((word) => ['sign_ins_total', word])
let passedMs = 0
beforeEach(() => {
  // The minutes of one test do not count in the next one.
  vi.useFakeTimers()
  vi.advanceTimersByTime((passedMs += 3_600_000))
  warn.mockReset()
  counted.mockReset()
  vi.spyOn(logs, 'log').mockReturnValue({ warn } as never)
  vi.spyOn(metrics, 'count').mockImplementation(counted)
})

const fail = (code: LoginError['code'], details?: LoginError['details'], people: People = 'users') =>
  logFailedLogin(people, new LoginError(code, details))

describe('logFailedLogin', () => {
  it('writes one line with the endpoint, the provider’s words and a hint with the variables of these people', () => {
    const details = { endpoint: 'token', reason: 'invalid_client', description: 'No such client' } as const
    for (const [people, ofPeople, variable] of [
      ['users', {}, 'OIDC_CLIENT_AUTH'],
      ['staff', { people: 'staff' }, 'CONSOLE_OIDC_CLIENT_AUTH'],
    ] as const) {
      fail('client_refused', details, people)
      const hint = `check the client ID and secret, then ${variable} with OpenID Connect`
      const line = { event: 'login failed', ...ofPeople, code: 'client_refused', ...details, hint }
      expect(warn).toHaveBeenLastCalledWith(line)
    }
    expect(warn).toHaveBeenCalledTimes(2)
    expect(counted.mock.calls).toEqual([failed, failed])
  })

  it('counts unfinished logins separately, and does not count a failed discovery again', () => {
    fail('login_used')
    fail('provider_away', { endpoint: 'discovery' })
    expect(counted.mock.calls).toEqual([unfinished])
    expect(warn.mock.calls[0]).toEqual([{ event: 'login failed', code: 'login_used', hint: undefined }])
  })

  it('counts every failed login, writes at most 30 lines a minute for each code, and then the number of skipped lines', () => {
    for (let failed = 0; failed < 1000; failed += 1) fail('denied')
    fail('client_refused')
    expect(warn.mock.calls.map(([line]) => line.code)).toEqual([...Array(30).fill('denied'), 'client_refused'])
    expect(counted.mock.calls).toEqual([...Array(1000).fill(unfinished), failed])
    vi.advanceTimersByTime(60_000)
    fail('denied')
    const skipped = warn.mock.calls.filter(([{ event }]) => event === 'more logins failed')
    expect(skipped).toEqual([[{ event: 'more logins failed', skipped: 970 }]])
  })
})
