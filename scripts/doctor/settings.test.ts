import { createServer } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { listen } from '../../e2e/harness/listen'
import { parseConfig } from '../../lib/config'
import { smallDeployment } from '../../lib/config/test-support'
import { fingerprintsOf } from '../../lib/process/subnet-user-id-check'
import { Deployment, type Diagnosis } from './deployment'
import { judgeToken, settingsChecks } from './settings'

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

const diagnosis = {
  version: '1.0.0',
  node: '24.0.0',
  trustedProxyHops: 0,
  clientAddressHeader: 'X-Forwarded-For',
  forwardedFor: null,
  sentAt: now,
  receivedAt: now,
}

/** Returns the findings about a deployment with these settings that say what to do. */
function todosWith(change: Partial<typeof right>) {
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
    [{ fingerprints: { ...right.fingerprints, service: '0000' } }, 'service', /another SERVICE_BASE_URL, .* Start it/],
    [
      { fingerprints: { ...right.fingerprints, userIds: '0000' } },
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

it('judgeToken is wrong when the deployment refuses the token of the doctor or has none', async () => {
  let answer: { status: number; settings?: typeof right; text?: string } = { status: 200 }
  const server = createServer((_, response) =>
    response.writeHead(answer.status).end(answer.text ?? JSON.stringify({ ...diagnosis, settings: answer.settings })),
  )
  const { port, close } = await listen(server)
  onTestFinished(close)
  for (const [given, token, state, text] of [
    [{ status: 200, settings: right }, 'a', 'holds', /accepts/],
    [{ status: 200 }, 'a', 'unknown', /is too old, or another program answers. Upgrade/],
    [{ status: 200, text: '<!doctype html>' }, 'a', 'unknown', /another program answers/],
    [{ status: 200, text: '{}' }, 'a', 'unknown', /another program answers/],
    [{ status: 401 }, 'a', 'wrong', /refuses the METRICS_TOKEN of the doctor. Give/],
    [{ status: 404 }, 'a', 'wrong', /has no METRICS_TOKEN, or .* Start it with/],
    [{ status: 502 }, 'a', 'unknown', /502/],
    [{ status: 401 }, '', 'unknown', /does not report its settings. Set METRICS_TOKEN/],
    [{ status: 401 }, undefined, 'unknown', /does not report its settings. Set METRICS_TOKEN/],
    [{ status: 404 }, undefined, 'unknown', /does not report its settings. Set METRICS_TOKEN/],
  ] as const) {
    answer = given
    const verdict = await judgeToken(new Deployment(new URL(`http://127.0.0.1:${port}`), token))
    expect([verdict.state, `${verdict.what} ${verdict.todo}`], JSON.stringify([given, token])).toEqual([
      state,
      expect.stringMatching(text),
    ])
  }
})
