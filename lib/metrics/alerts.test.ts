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

it('each alert fires in at least one scenario', () => {
  const alerts = [...readFileSync(rules, 'utf8').matchAll(/alert: (\w+)$/gm)].map(([, name]) => name)
  expect(new Set(scenarios.flatMap(([, , alerts]) => namesOf(alerts)))).toEqual(new Set(alerts))
})

it('exactly the expected alerts fire in each scenario', async () => {
  const tests = scenarios.map(([trouble, series, alerts]) => ({
    interval: '1m',
    input_series: trouble === gone ? [] : seriesWith(series),
    promql_expr_test: [
      {
        // promtool does not report the scenario's name.
        expr: `label_replace(count by (alertname) (ALERTS{alertstate="firing"}), "in", "${trouble}", "", "")`,
        eval_time: `${scrapes}m`,
        exp_samples: namesOf(alerts).map((alert) => ({ labels: `{alertname="${alert}",in="${trouble}"}`, value: 1 })),
      },
    ],
  }))
  // JSON is valid YAML.
  const text = JSON.stringify({ rule_files: [rules], evaluation_interval: '5m', tests })
  const file = join(folderWith({ 'tests.yml': text }), 'tests.yml')
  expect((await promisify(execFile)('promtool', ['test', 'rules', file])).stdout).toContain('SUCCESS')
})

/** Returns the series that Prometheus scrapes: the idle ones, and the changed ones. */
function seriesWith(moving: Record<string, string>) {
  expect(Object.keys(atRest)).toEqual(expect.arrayContaining(Object.keys(moving)))
  const target = 'job="subnet-connect",instance="a"'
  const labels = `${target},environment="${testLabels.environment}",subnet_id="${testLabels.subnet_id}"`
  return Object.entries({ ...atRest, ...moving }).map(([name, values]) => {
    // Prometheus itself creates `up`.
    const series = name === 'up' ? `up{${target}}` : `${name}{${labels}}`.replace('}{', ',')
    return { series, values }
  })
}
