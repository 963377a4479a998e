import { NextRequest } from 'next/server'
import { expect, it, vi } from 'vitest'
import { configure } from '@/lib/config/test-support'
import * as userIds from '@/lib/process/subnet-user-id-check'
import { GET } from './route'

const token = 'a-token-of-more-than-32-characters-for-metrics'
const fingerprint = expect.stringMatching(/^[0-9a-f]{4}$/)
const key = 'a-key-of-user-ids-of-more-than-32-characters'

async function answerWith(variables: Record<string, string>, sent = token) {
  configure({ METRICS_TOKEN: token, SUBNET_USER_ID_KEY: key, ...variables })
  const headers = { Authorization: `Bearer ${sent}` }
  const response = await GET(new NextRequest('https://connect.example/api/doctor', { headers }))
  const text = await response.text()
  expect(text).not.toContain(key)
  return { status: response.status, settings: text && (JSON.parse(text) as { settings: unknown }).settings }
}

it('the report for the doctor has the settings that it compares, and nothing without the right token', async () => {
  const right = {
    origin: 'https://connect.example',
    time: expect.closeTo(Date.now(), -5),
    fingerprints: { service: fingerprint, userIds: fingerprint },
    haveUserIdsChanged: false,
    hasOperator: true,
    unread: [],
  }
  expect(await answerWith({ CONSOLE_USERS: 'ada' })).toEqual({ status: 200, settings: right })
  expect(await answerWith({ OIDC_OPERATOR_ROLE: 'admin' })).toEqual({ status: 200, settings: right })
  expect(await answerWith({}, `${token}x`)).toEqual({ status: 401, settings: '' })
  expect(await answerWith({ METRICS_TOKEN: '' })).toEqual({ status: 404, settings: '' })
})

it('the report for the doctor says what is wrong: nobody is an operator, nothing reads a variable, users have other IDs', async () => {
  vi.stubEnv('SERVICE_NEW', '1')
  const ofStaff = {
    CONSOLE_OIDC_ISSUER: 'https://staff.example',
    CONSOLE_OIDC_CLIENT_ID: 'a',
    CONSOLE_OIDC_CLIENT_SECRET: 'b',
  }
  vi.spyOn(userIds, 'haveUserIdsChanged').mockResolvedValue(true)
  // With a login for staff, the role of users opens no console.
  expect((await answerWith({ ...ofStaff, OIDC_OPERATOR_ROLE: 'admin' })).settings).toMatchObject({
    hasOperator: false,
    unread: ['SERVICE_NEW'],
    haveUserIdsChanged: true,
  })
})
