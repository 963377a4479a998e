import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { testLabels } from '@/lib/config/test-support'
import { beginAnotherProcess } from '@/lib/test-support'
import { exposition, samplesIn } from './test-support'

const read = (file: string) => readFileSync(`docs/operate/${file}`, 'utf8').replaceAll('\\"', '"')

/** The metrics of an instance before any event, as `name` and as `name label="word"` for each label value. */
let known: Set<string>

beforeAll(async () => {
  beginAnotherProcess()
  known = new Set(
    samplesIn(await exposition()).flatMap(({ name, labels }) => [
      name,
      ...Object.entries(labels).map(([label, word]) => `${name} ${label}="${word}"`),
    ]),
  )
})

/** Lists the metrics and label values that a file queries. */
function askedIn(text: string): string[] {
  const selectors = text.matchAll(/\b((?:subnet_connect|nodejs|process)_\w+)(?:\{([^}]*)\})?/g)
  return [...selectors].flatMap(([, name = '', matchers = '']) => {
    const pairs = [...matchers.matchAll(/(\w+)[!=]=?~?"([^"]*)"/g)]
    // Prometheus adds `job`, and every metric has the labels of the deployment.
    const words = pairs.flatMap(([, label = '', pattern = '']) =>
      label === 'job' || label in testLabels ? [] : pattern.split('|').map((word) => `${name} ${label}="${word}"`),
    )
    return [name, ...words]
  })
}

describe.each(['grafana-dashboard.json', 'alerts.yml'])('%s', (file) => {
  it('queries only metrics and label values that an instance has from its start', () => {
    const asked = askedIn(read(file))
    expect(asked.length).toBeGreaterThan(20)
    expect(asked.filter((each) => !known.has(each))).toEqual([])
  })

  it('groups by environment and subnet when it aggregates', () => {
    const sums = [...read(file).matchAll(/\b(?:sum|min|max|count)( by)? ?\(([a-z_, ]*)/g)].map(
      ([, by = '', labels = '']) => by + labels,
    )
    expect(sums.length).toBeGreaterThan(10)
    expect(sums.filter((grouping) => !grouping.startsWith(' byenvironment, subnet_id'))).toEqual([])
  })
})

it('each alert links to its section in health-and-metrics.md', () => {
  const alerts = [...read('alerts.yml').matchAll(/alert: (\w+)\n[^]*?runbook: (\S+)$/gm)]
  const headings = [...read('health-and-metrics.md').matchAll(/^### (SubnetConnect\w+)$/gm)].map(([, name]) => name)
  expect(alerts.map(([, name]) => name)).toEqual(headings)
  for (const [, name = '', runbook] of alerts)
    expect(runbook).toBe(`docs/operate/health-and-metrics.md#${name.toLowerCase()}`)
})

it('the dashboard has unique panel IDs, a title for each panel, and at most 24 columns', () => {
  const { panels } = JSON.parse(readFileSync('docs/operate/grafana-dashboard.json', 'utf8')) as {
    panels: { id: number; title: string; gridPos: { x: number; w: number } }[]
  }
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  for (const { title, gridPos } of panels) {
    expect(title).not.toBe('')
    expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24)
  }
})
