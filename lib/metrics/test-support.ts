import { testLabels } from '@/lib/config/test-support'
import { refusalReasons } from '@/lib/connect/outcome'
import { metricsText } from '.'

type Readings = Parameters<typeof metricsText>[0]

/** One line of the exposition, without the deployment's labels. */
export interface Sample {
  series: string
  name: string
  labels: Record<string, string>
  value: string
}

/** Returns the metrics of an idle instance with Redis, webhooks and task runs, changed by `readings`. */
export async function exposition(readings: Partial<Readings> = {}): Promise<string> {
  const { text } = await metricsText({
    labels: testLabels,
    refusalReasons,
    budgetLeft: 120,
    budgetLimit: 120,
    isRedisUp: true,
    taskRuns: { pending: 0, stuck: 0 },
    webhooks: { waiting: 0, oldestAgeSeconds: 0, givenUp: 0 },
    ...readings,
  })
  return text
}

const testLabelsText = Object.entries(testLabels)
  .map(([label, value]) => `${label}="${value}"`)
  .join(',')

export function samplesIn(text: string): Sample[] {
  const others = text
    .replaceAll(`{${testLabelsText}}`, '')
    .replaceAll(`${testLabelsText},`, '')
    .replaceAll(`,${testLabelsText}`, '')
  return [...others.matchAll(/^(?<series>(?<name>\w+)(?:\{(?<labels>.*)\})?) (?<value>\S+)$/gm)].map(
    ({ groups = {} }) => {
      const { series = '', name = '', labels = '', value = '' } = groups
      const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, label = '', word = '']) => [label, word])
      return { series, name, value, labels: Object.fromEntries(pairs) as Record<string, string> }
    },
  )
}
