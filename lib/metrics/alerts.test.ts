import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { testLabels } from '@/lib/config/test-support'
import { beginAnotherProcess } from '@/lib/test-support'
import { exposition, samplesIn } from './test-support'

/*
 * Checks with Prometheus's own tool which alerts fire in each scenario. The input is the series of an idle instance,
 * scraped each minute for two hours. A scenario changes some of these series, and cannot add others.
 */

// promtool takes some seconds of a processor.
vi.setConfig({ testTimeout: 60_000 })

const rules = resolve('docs/operate/alerts.yml')
const folder = mkdtempSync(join(tmpdir(), 'alerts-'))
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
afterAll(() => rmSync(folder, { recursive: true }))

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

const gone = 'an app that has disappeared'
const scenarios: { trouble: string; series: Record<string, string>; alerts: string[] }[] = [
  { trouble: 'a quiet night', series: {}, alerts: [] },
  {
    trouble: 'an ordinary evening',
    series: {
      ...traffic,
      [confirmed]: each(2),
      [refused('request_expired')]: '0+0x30 1x89',
      [refused('server_error')]: '0+0x60 1x59',
      [arrivals('speculative')]: each(4),
      [responses('5xx')]: each(4),
      [signIns('unfinished')]: each(1),
      [webhooks('delivered')]: each(2),
      [webhooks('failed')]: '0+0x60 1x59',
    },
    alerts: [],
  },
  {
    trouble: 'all links expired',
    series: { ...traffic, [refused('request_expired')]: each(2) },
    alerts: ['SubnetConnectNobodyConnects', 'SubnetConnectFewConnect'],
  },
  {
    trouble: 'a wrong key',
    series: { ...traffic, [refused('not_authorized')]: each(2) },
    alerts: ['SubnetConnectNobodyConnects', 'SubnetConnectRefusedByOurFault', 'SubnetConnectFewConnect'],
  },
  {
    trouble: 'settings of staging behind a URL registered in production',
    series: { ...traffic, [refused('request_not_found')]: each(2) },
    alerts: ['SubnetConnectNobodyConnects', 'SubnetConnectLinksUnknown', 'SubnetConnectFewConnect'],
  },
  {
    trouble: 'a few old links on a good evening',
    series: { ...traffic, [confirmed]: each(2), [refused('request_not_found')]: each(0.5) },
    alerts: [],
  },
  {
    trouble: 'an unavailable login provider',
    series: { [arrivals('held')]: each(3), [responses('2xx')]: each(9), [signIns('provider_away')]: each(1) },
    alerts: ['SubnetConnectLoginProviderAway'],
  },
  {
    trouble: 'a login provider that refuses our secret',
    series: { [arrivals('held')]: each(3), [responses('2xx')]: each(9), [signIns('failed')]: each(1) },
    alerts: ['SubnetConnectNobodySignsIn'],
  },
  {
    trouble: 'a proxy that drops the cookies of logins',
    series: { [arrivals('held')]: each(3), [responses('2xx')]: each(9), [signIns('unfinished')]: each(1) },
    alerts: ['SubnetConnectNobodySignsIn'],
  },
  {
    trouble: 'an unavailable receiver of webhooks',
    series: {
      ...traffic,
      [confirmed]: each(2),
      [webhooks('failed')]: each(4),
      subnet_connect_webhooks_waiting: each(2),
      subnet_connect_webhooks_oldest_age_seconds: each(60),
    },
    alerts: ['SubnetConnectWebhooksFail', 'SubnetConnectWebhooksWait'],
  },
  {
    trouble: 'a webhook that was given up, and writes that were lost',
    series: {
      [webhooks('given_up')]: '0x100 1x19',
      'subnet_connect_lost_writes_total{what="connect_records"}': '0x100 1x19',
    },
    alerts: ['SubnetConnectWebhookGivenUp', 'SubnetConnectLost'],
  },
  {
    trouble: 'a proxy that drops the query',
    series: { [arrivals('invalid')]: each(3), [responses('4xx')]: each(3) },
    alerts: ['SubnetConnectArrivalsFail'],
  },
  {
    trouble: 'a service that fails',
    series: { ...traffic, [confirmed]: each(2), [refused('server_error')]: each(1) },
    alerts: ['SubnetConnectServiceFails'],
  },
  {
    trouble: 'a service that takes 20 seconds',
    series: {
      ...traffic,
      [confirmed]: each(2),
      'subnet_connect_confirm_duration_seconds_bucket{le="25",outcome="confirmed"}': each(2),
      'subnet_connect_confirm_duration_seconds_bucket{le="+Inf",outcome="confirmed"}': each(2),
    },
    alerts: ['SubnetConnectSlow'],
  },
  {
    trouble: 'more confirms than the service allows',
    series: { ...traffic, [confirmed]: each(2), subnet_connect_confirm_budget_left: `3x${scrapes}` },
    alerts: ['SubnetConnectBudgetShort'],
  },
  {
    trouble: 'an app whose pages fail',
    series: { ...traffic, [responses('5xx')]: each(5) },
    alerts: ['SubnetConnectServerErrors'],
  },
  {
    trouble: 'a Redis that accepts no writes',
    series: { subnet_connect_redis_up: `0x${scrapes}` },
    alerts: ['SubnetConnectRedisAway'],
  },
  {
    trouble: 'a full disk, stuck task runs, and a busy processor',
    series: {
      subnet_connect_log_lines_dropped_total: each(100),
      'subnet_connect_task_runs{state="stuck"}': `1x${scrapes}`,
      nodejs_eventloop_lag_p99_seconds: `0.8x${scrapes}`,
    },
    alerts: ['SubnetConnectLogLinesDropped', 'SubnetConnectTaskRunsStuck', 'SubnetConnectBusy'],
  },
  {
    trouble: 'an instance that does not answer',
    series: { up: `0x${scrapes}` },
    alerts: ['SubnetConnectGone', 'SubnetConnectDown'],
  },
  { trouble: gone, series: {}, alerts: ['SubnetConnectGone'] },
]

it('promtool accepts the rules', async () => {
  expect((await promtool('check', 'rules', rules)).stdout).toContain('SUCCESS')
})

it('each scenario changes only series that an instance has from its start', () => {
  const moved = scenarios.flatMap(({ series }) => Object.keys(series))
  expect(moved.filter((series) => !(series in atRest))).toEqual([])
})

it('each alert fires in at least one scenario', () => {
  const alerts = [...readFileSync(rules, 'utf8').matchAll(/alert: (\w+)$/gm)].map(([, name]) => name)
  expect(new Set(scenarios.flatMap((scenario) => scenario.alerts))).toEqual(new Set(alerts))
})

it('exactly the expected alerts fire in each scenario', async () => {
  const tests = scenarios.map(({ trouble, series, alerts }) => ({
    name: trouble,
    interval: '1m',
    input_series: trouble === gone ? [] : seriesOf(testLabels, series),
    promql_expr_test: [
      {
        // Add the scenario's name, because promtool does not report it.
        expr: `label_replace(count by (alertname) (ALERTS{alertstate="firing"}), "in", "${trouble}", "", "")`,
        eval_time: `${scrapes}m`,
        exp_samples: alerts.map((alert) => ({ labels: `{alertname="${alert}",in="${trouble}"}`, value: 1 })),
      },
    ],
  }))
  expect(await outcomeOf('scenarios.yml', tests)).toContain('SUCCESS')
})

it('alerts name the subnet when one of twelve fails, one disappears, and staging fails too', async () => {
  const production = (subnet: number) => ({ environment: 'production', subnet_id: `subnet-${subnet}` })
  const good = { ...traffic, [confirmed]: each(2) }
  const failing = { ...traffic, [refused('not_authorized')]: each(2) }
  const healthy = Array.from({ length: 10 }, (_, index) => seriesOf(production(index), good))
  const lost = seriesOf(production(11), good).map(({ series }) => ({
    series,
    values: series.startsWith('up{') ? '1x60 0x60' : '0x60 _x60',
  }))
  // A series from before the upgrade that added the labels.
  const former = { series: 'subnet_connect_confirm_budget_limit{job="subnet-connect"}', values: '120x60 _x60' }
  const staging = { environment: 'staging', subnet_id: 'subnet-0' }
  const alerts = [
    { ...production(10), alertname: 'SubnetConnectNobodyConnects' },
    { ...production(10), alertname: 'SubnetConnectRefusedByOurFault' },
    { ...production(10), alertname: 'SubnetConnectFewConnect' },
    { ...production(11), alertname: 'SubnetConnectGone' },
    { ...production(11), alertname: 'SubnetConnectDown' },
    { ...staging, alertname: 'SubnetConnectRedisAway' },
  ]
  const outcome = await outcomeOf('subnets.yml', [
    {
      interval: '1m',
      input_series: [
        ...healthy.flat(),
        ...seriesOf(production(10), failing),
        ...lost,
        former,
        ...seriesOf(staging, { ...good, subnet_connect_redis_up: `0x${scrapes}` }),
      ],
      promql_expr_test: [
        {
          expr: 'count by (alertname, environment, subnet_id) (ALERTS{alertstate="firing"})',
          eval_time: `${scrapes}m`,
          exp_samples: alerts.map((labels) => ({ labels: `{${labelsText(labels)}}`, value: 1 })),
        },
      ],
    },
  ])
  expect(outcome).toContain('SUCCESS')
})

const promtool = (...options: string[]) => promisify(execFile)('promtool', options)

/** Runs promtool's tests of the rules, and returns its output. @throws if a test fails */
async function outcomeOf(name: string, tests: readonly object[]): Promise<string> {
  // JSON is valid YAML.
  const file = join(folder, name)
  writeFileSync(file, JSON.stringify({ rule_files: [rules], evaluation_interval: '5m', tests }))
  return (await promtool('test', 'rules', file)).stdout
}

/** Returns the series that Prometheus scrapes from a deployment: the idle ones, and the changed ones. */
function seriesOf(deployment: Record<string, string>, moving: Record<string, string>) {
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
