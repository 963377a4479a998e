import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, it, vi } from 'vitest'
import { testLabels } from '@/lib/config/test-support'
import { beginAnotherProcess, folderWith } from '@/lib/test-support'
import { exposition, samplesIn } from './test-support'

/* Prometheus's own tool says which alerts fire when some series of an idle instance change for two hours. */

// promtool takes some seconds of a processor.
vi.setConfig({ testTimeout: 60_000 })

const rules = resolve('docs/operate/alerts.yml')
const scrapes = 120

/** The series of an idle instance, in promtool's notation of repeated values. */
let atRest: Record<string, string>

beforeAll(async () => {
  beginAnotherProcess()
  const samples = samplesIn(await exposition()).filter(({ name }) => name.startsWith('subnet_connect_'))
  atRest = {
    ...Object.fromEntries(samples.map(({ series, value }) => [series, `${value}x${scrapes}`])),
    up: `1x${scrapes}`,
    nodejs_eventloop_lag_p99_seconds: `0.01x${scrapes}`,
  }
})

const confirms = (words: string) => `subnet_connect_confirms_total{${words}}`
const confirmed = confirms('outcome="confirmed",reason="none"')
const refused = (reason: string) => confirms(`outcome="refused",reason="${reason}"`)
const arrivals = (result: string) => `subnet_connect_arrivals_total{result="${result}"}`
const signIns = (result: string) => `subnet_connect_sign_ins_total{result="${result}"}`
const responses = (status: string) => `subnet_connect_http_responses_total{class="${status}"}`
const webhooks = (result: string) => `subnet_connect_webhook_deliveries_total{result="${result}"}`

/** Returns the series of a counter that grows by `count` a minute. */
const each = (count: number) => `0+${count}x${scrapes}`
/** Typical traffic of an evening. */
const traffic = {
  [arrivals('held')]: each(3),
  [signIns('signed_in')]: each(2),
  [responses('2xx')]: each(20),
  [responses('3xx')]: each(8),
}
const evening = { ...traffic, [confirmed]: each(2) }
const opened = { [arrivals('held')]: each(3), [responses('2xx')]: each(9) }

const gone = 'an app that has disappeared'
/** What changes the series of an idle instance, and which alerts fire then, without their common prefix. */
const scenarios: [trouble: string, series: Record<string, string>, alerts?: string][] = [
  ['a quiet night', {}],
  [
    'an ordinary evening',
    {
      ...evening,
      [refused('request_expired')]: '0+0x30 1x89',
      [refused('server_error')]: '0+0x60 1x59',
      [arrivals('speculative')]: each(4),
      [responses('4xx')]: each(4),
      [signIns('unfinished')]: each(1),
      [webhooks('delivered')]: each(2),
      [webhooks('failed')]: '0+0x60 1x59',
    },
  ],
  ['all links expired', { ...traffic, [refused('request_expired')]: each(2) }, 'NobodyConnects FewConnect'],
  ['a wrong key', { ...traffic, [refused('not_authorized')]: each(2) }, 'NobodyConnects RefusedByOurFault FewConnect'],
  [
    'settings of staging behind a URL registered in production',
    { ...traffic, [refused('request_not_found')]: each(2) },
    'NobodyConnects LinksUnknown FewConnect',
  ],
  ['a few old links on a good evening', { ...evening, [refused('request_not_found')]: each(0.5) }],
  ['an unavailable login provider', { ...opened, [signIns('provider_away')]: each(1) }, 'LoginProviderAway'],
  ['a login provider that refuses our secret', { ...opened, [signIns('failed')]: each(1) }, 'NobodySignsIn'],
  ['a proxy that drops the cookies of logins', { ...opened, [signIns('unfinished')]: each(1) }, 'NobodySignsIn'],
  [
    'an unavailable receiver of webhooks',
    {
      ...evening,
      [webhooks('failed')]: each(4),
      subnet_connect_webhooks_waiting: each(2),
      subnet_connect_webhooks_oldest_age_seconds: each(60),
    },
    'WebhooksFail WebhooksWait',
  ],
  [
    'a webhook that was given up, and writes that were lost',
    { [webhooks('given_up')]: '0x100 1x19', 'subnet_connect_lost_writes_total{what="connect_records"}': '0x100 1x19' },
    'WebhookGivenUp Lost',
  ],
  ['a proxy that drops the query', { [arrivals('invalid')]: each(3), [responses('4xx')]: each(3) }, 'ArrivalsFail'],
  ['a service that fails', { ...evening, [refused('server_error')]: each(1) }, 'ServiceFails'],
  ['a CDN that answers for the service', { ...evening, [refused('answer_unreadable')]: each(1) }, 'ServiceFails'],
  [
    'a service that takes 20 seconds',
    {
      ...evening,
      'subnet_connect_confirm_duration_seconds_bucket{le="25",outcome="confirmed"}': each(2),
      'subnet_connect_confirm_duration_seconds_bucket{le="+Inf",outcome="confirmed"}': each(2),
    },
    'Slow',
  ],
  [
    'more confirms than the service allows',
    { ...evening, subnet_connect_confirm_budget_left: `3x${scrapes}` },
    'BudgetShort',
  ],
  ['an app whose pages fail', { ...traffic, [responses('5xx')]: each(5) }, 'ServerErrors'],
  ['a Redis that accepts no writes', { subnet_connect_redis_up: `0x${scrapes}` }, 'RedisAway'],
  [
    'a full disk, stuck task runs, and a busy processor',
    {
      subnet_connect_log_lines_dropped_total: each(100),
      'subnet_connect_task_runs{state="stuck"}': `1x${scrapes}`,
      nodejs_eventloop_lag_p99_seconds: `0.8x${scrapes}`,
    },
    'LogLinesDropped TaskRunsStuck Busy',
  ],
  ['an instance that does not answer', { up: `0x${scrapes}` }, 'Gone Down'],
  [gone, {}, 'Gone'],
]
const namesOf = (alerts = '') => [...alerts.matchAll(/\w+/g)].map(([name]) => `SubnetConnect${name}`)

it('promtool accepts the rules', async () => {
  expect((await promtool('check', 'rules', rules)).stdout).toContain('SUCCESS')
})

it('each alert fires in at least one scenario', () => {
  const alerts = [...readFileSync(rules, 'utf8').matchAll(/alert: (\w+)$/gm)].map(([, name]) => name)
  expect(new Set(scenarios.flatMap(([, , alerts]) => namesOf(alerts)))).toEqual(new Set(alerts))
})

it('exactly the expected alerts fire in each scenario', async () => {
  const tests = scenarios.map(([trouble, series, alerts]) =>
    testOf(
      trouble === gone ? [] : seriesOf(testLabels, series),
      // promtool does not report the scenario's name.
      `label_replace(count by (alertname) (ALERTS{alertstate="firing"}), "in", "${trouble}", "", "")`,
      namesOf(alerts).map((alertname) => ({ alertname, in: trouble })),
    ),
  )
  expect(await outcomeOf(tests)).toContain('SUCCESS')
})

it('alerts name the subnet when one of several fails, one disappears, and staging fails too', async () => {
  const production = (subnet: number) => ({ environment: 'production', subnet_id: `subnet-${subnet}` })
  const failing = { ...traffic, [refused('not_authorized')]: each(2) }
  const healthy = Array.from({ length: 2 }, (_, index) => seriesOf(production(index), evening))
  const lost = seriesOf(production(11), evening).map(({ series }) => ({
    series,
    values: series.startsWith('up{') ? '1x60 0x60' : '0x60 _x60',
  }))
  // A series from before the upgrade that added the labels.
  const former = { series: 'subnet_connect_confirm_budget_limit{job="subnet-connect"}', values: '120x60 _x60' }
  const staging = { environment: 'staging', subnet_id: 'subnet-0' }
  const of = (deployment: Record<string, string>, alerts: string) =>
    namesOf(alerts).map((alertname) => ({ ...deployment, alertname }))
  const alerts = [
    ...of(production(10), 'NobodyConnects RefusedByOurFault FewConnect'),
    ...of(production(11), 'Gone Down'),
    ...of(staging, 'RedisAway'),
  ]
  const stagingSeries = seriesOf(staging, { ...evening, subnet_connect_redis_up: `0x${scrapes}` })
  const input = [...healthy.flat(), ...seriesOf(production(10), failing), ...lost, former, ...stagingSeries]
  const fired = testOf(input, 'count by (alertname, environment, subnet_id) (ALERTS{alertstate="firing"})', alerts)
  expect(await outcomeOf([fired])).toContain('SUCCESS')
})

const promtool = (...options: string[]) => promisify(execFile)('promtool', options)

/** A test of promtool: in the end, an expression is 1 for exactly these labels. */
const testOf = (series: readonly object[], expr: string, found: readonly Record<string, string>[]) => {
  const samples = found.map((labels) => ({ labels: `{${labelsText(labels)}}`, value: 1 }))
  const ofEnd = { expr, eval_time: `${scrapes}m`, exp_samples: samples }
  return { interval: '1m', input_series: series, promql_expr_test: [ofEnd] }
}

/** Runs promtool's tests of the rules, and returns its output. @throws if a test fails */
async function outcomeOf(tests: readonly object[]): Promise<string> {
  // JSON is valid YAML.
  const text = JSON.stringify({ rule_files: [rules], evaluation_interval: '5m', tests })
  return (await promtool('test', 'rules', join(folderWith({ 'tests.yml': text }), 'tests.yml'))).stdout
}

/** Returns the series that Prometheus scrapes from a deployment: the idle ones, and the changed ones. */
function seriesOf(deployment: Record<string, string>, moving: Record<string, string>) {
  expect(Object.keys(atRest)).toEqual(expect.arrayContaining(Object.keys(moving)))
  const target = { job: 'subnet-connect', instance: Object.values(deployment).join(' ') }
  return Object.entries({ ...atRest, ...moving }).map(([name, values]) => {
    // Prometheus itself creates `up`.
    const labels = labelsText(name === 'up' ? target : { ...target, ...deployment })
    return { series: name.endsWith('}') ? name.replace(/\}$/, `,${labels}}`) : `${name}{${labels}}`, values }
  })
}

const labelsText = (labels: Record<string, string>) =>
  Object.entries(labels)
    .map(([label, value]) => `${label}="${value}"`)
    .join(',')
