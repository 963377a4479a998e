import { expect, it } from 'vitest'
import { parseConfig } from '../../lib/config'
import { smallDeployment } from '../../lib/config/test-support'
import { fingerprintsOf } from '../../lib/process/fingerprints'
import type { Diagnosis } from './deployment'
import { settingsChecks } from './settings'

const now = Date.now()
const parsed = parseConfig(smallDeployment)
if (!parsed.ok) throw new Error('The variables of a small deployment are wrong.')
const right: NonNullable<Diagnosis['settings']> = {
  origin: 'https://connect.example',
  time: now,
  fingerprints: fingerprintsOf(parsed.config),
  haveUserIdsChanged: false,
  hasOperator: true,
  unread: [],
}

/** Returns the findings about a deployment with these settings that say what to do. */
function todosWith(change: Partial<typeof right>) {
  const diagnosis = {
    version: '1.0.0',
    node: '24.0.0',
    trustedProxyHops: 0,
    clientAddressHeader: 'X-Forwarded-For',
    forwardedFor: null,
    sentAt: now,
    receivedAt: now,
  }
  return settingsChecks.flatMap(([id, , judge]) => {
    const { state, what, todo } = judge({
      settings: { ...right, ...change },
      diagnosis,
      url: new URL(right.origin),
      environment: { parsed, unread: [] },
    })
    return todo ? [[id, state, `${what} ${todo}`]] : []
  })
}

it('the settings of a deployment are wrong when they differ from the environment or harm someone', () => {
  expect(todosWith({})).toEqual([])
  expect(todosWith({ hasOperator: false })).toEqual([
    ['deployment-operators', 'holds', expect.stringMatching(/names no operator, .* Set CONSOLE_USERS/)],
  ])
  const mistakes: [Parameters<typeof todosWith>[0], string, RegExp][] = [
    [
      { origin: 'https://other.example' },
      'url',
      /runs with NEXTAUTH_URL https:\/\/other.* Set it to https:\/\/connect/,
    ],
    [{ time: now + 10_000 }, 'clock', /10 seconds behind the deployment's\. .*NTP/],
    [{ time: now - 10_000 }, 'clock', /9 seconds ahead of the deployment's\. .*NTP/],
    [
      { fingerprints: { ...right.fingerprints, service: '00000000' } },
      'service',
      /another SERVICE_BASE_URL, .* Start it/,
    ],
    [
      { fingerprints: { ...right.fingerprints, userIds: '00000000' } },
      'user-ids',
      /another SUBNET_USER_ID_KEY, .* Use the ones with which your users/,
    ],
    [
      { haveUserIdsChanged: true },
      'user-ids',
      /^Every user is new to the service now\. .* Put the former SUBNET_USER_ID_KEY/,
    ],
    [{ unread: ['SERVICE_NEW', 'OIDC_NEW'] }, 'variables', /^Nothing reads SERVICE_NEW, OIDC_NEW\. .*typo/],
  ]
  for (const [change, id, text] of mistakes)
    expect(todosWith(change)).toEqual([[`deployment-${id}`, 'wrong', expect.stringMatching(text)]])
})
