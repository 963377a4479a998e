import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { en } from '@/lib/messages/console/en'
import { countConfirm, countDelivery, countHold, countLimit, countLostWrite, countUpload, metricsText } from '.'

const folder = 'docs/operate'
const files = ['grafana-dashboard.json', 'alerts.yml']

/** The names of all samples, and the labels that each can have: those of an instance in use. */
let samples: Map<string, Set<string>>

beforeAll(async () => {
  countConfirm({ outcome: 'connected', reason: null, attempts: 1, durationMs: 1 })
  countLimit('queue')
  countHold('kept')
  countUpload('taken')
  countDelivery('delivered')
  countLostWrite('webhooks')
  const { text } = await metricsText({
    isRedisUp: true,
    budgetLimit: 1,
    budgetLeft: 1,
    taskRuns: { pending: 1, stuck: 0 },
  })
  samples = new Map()
  for (const line of text.split('\n')) {
    const [, name = '', labels = ''] = /^(\w+)(?:\{(.*)\})? /.exec(line) ?? []
    const known = samples.get(name) ?? new Set()
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) known.add(label)
    samples.set(name, known)
  }
})

describe.each(files)('%s', (file) => {
  const text = readFileSync(`${folder}/${file}`, 'utf8').replaceAll('\\"', '"')
  const used = [...text.matchAll(/\b((?:subnet_connect|nodejs|process)_\w+)(?:\{([^}]*)\})?/g)]

  it('has no metric and no label that there is not', () => {
    expect(used.length).toBeGreaterThan(9)
    for (const [, name = '', labels = ''] of used) {
      expect([...samples.keys()]).toContain(name)
      const asked = [...labels.matchAll(/(\w+)=~?"/g)].map(([, label = '']) => label)
      // `job` is Prometheus's own.
      for (const label of asked.filter((each) => each !== 'job'))
        expect([...(samples.get(name) ?? [])]).toContain(label)
    }
  })

  it('has no reason that there is not', () => {
    const reasons = [...text.matchAll(/reason=~"([^"]+)"/g)].flatMap(([, list = '']) => list.split('|'))
    for (const reason of reasons) expect(Object.keys(en.connectOutcomes.reasons)).toContain(reason)
  })
})

it('the dashboard is JSON, with a title for each panel and a place for each', () => {
  const { panels } = JSON.parse(readFileSync(`${folder}/grafana-dashboard.json`, 'utf8')) as {
    panels: { id: number; title: string; gridPos: { x: number; w: number } }[]
  }
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  for (const { title, gridPos } of panels) {
    expect(title).not.toBe('')
    expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24)
  }
})
