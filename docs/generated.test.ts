import { readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { format } from 'oxfmt'
import { describe, expect, it } from 'vitest'
import { variablesOf } from '@/lib/config/variable'
import { variables } from '@/lib/config/variables'
import { logEvents, logFields } from '@/lib/log/fields'
import { exposition, samplesIn } from '@/lib/metrics/test-support'
import { beginAnotherProcess, sourcesIn } from '@/lib/test-support'
import { exitCodesText } from '@/scripts/subnet/exit-codes'

/*
 * The parts of documents that follow from the code. After a change of the code, write them with
 * `npx vitest run docs/generated.test.ts --update`. Each part is between `<!-- generated: name -->` and `<!-- end -->`.
 */

const code = (text: string) => `\`${text}\``
const list = (texts: readonly string[], between = ', ') => [...new Set(texts)].filter(Boolean).join(between)
const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;')

interface Entry {
  section: string
  comment: string
  example: string
}

/** Reads the variables of .env.example. Variables below one comment share it. */
function readExample(): Map<string, Entry> {
  const entries = new Map<string, Entry>()
  let section = ''
  let lines: string[] = []
  let wasVariable = false
  for (const line of readFileSync('.env.example', 'utf8').split('\n')) {
    const [, title] = /^# --- (.+) ---$/.exec(line) ?? []
    const [, name, example = ''] = /^(?:# )?([A-Z][A-Z0-9_]+)=(.*)$/.exec(line) ?? []
    if (title) section = title
    if (name) entries.set(name, { section, comment: lines.join(' '), example })
    else if (title || line === '' || wasVariable) lines = []
    if (!name && !title && line.startsWith('# ')) lines.push(line.slice(2))
    wasVariable = name !== undefined
  }
  return entries
}

const examples = readExample()
const declared = new Map(variablesOf(variables).map(({ name, schema }) => [name, schema]))

/** Returns the value that a variable takes, in the words of its error message, and its default. */
function factsOf(name: string): string {
  const schema = declared.get(name)
  if (!schema) throw new Error(`lib/config does not declare ${name}.`)
  const message = schema.safeParse('\0').error?.issues[0]?.message ?? ''
  const [, expected = ''] = /(?:^|: )(?:.*expected |is not )(.+)$/.exec(message) ?? []
  const withoutValue = schema.safeParse(undefined)
  const { example = '' } = examples.get(name) ?? {}
  const hasDefault = example !== '' && isDeepStrictEqual(withoutValue.data, schema.safeParse(example).data)
  const standard = !withoutValue.success ? '**required**' : hasDefault ? `default ${code(example)}` : ''
  return list([standard, expected], '; ')
}

/** Lists the variables of a section. Variables with one comment share an entry, and so do those of users and of staff. */
function variablesIn(section: string): string {
  const names = [...examples.keys()].filter((name) => examples.get(name)?.section === section)
  const commentOf = (name: string) => examples.get(name)?.comment ?? ''
  const isTwin = (name: string) => name.startsWith('CONSOLE_') && examples.has(name.replace('CONSOLE_', ''))
  const comments = new Set(names.filter((name) => !isTwin(name)).map(commentOf))
  const entries = [...comments].map((comment) => {
    const own = names.filter((name) => commentOf(name) === comment)
    const all = own.flatMap((name) => [name, `CONSOLE_${name}`]).filter((name) => examples.has(name))
    const named = [...new Set(all.map(factsOf))].map((facts) => {
      const alike = list(all.filter((name) => factsOf(name) === facts).map(code))
      return facts === '' ? alike : `${alike} (${facts})`
    })
    return `- ${list(named)}: ${cell(comment)}`
  })
  return [`## ${section}`, '', ...entries].join('\n')
}

const table = (head: string[], rows: string[][]) =>
  [head, head.map(() => '-'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n')

async function metricsTable(): Promise<string> {
  beginAnotherProcess()
  const text = await exposition()
  const samples = samplesIn(text)
  const wordsOf = (name: string, label: string) =>
    list(samples.filter((sample) => sample.name === name).map(({ labels }) => code(labels[label] ?? '')))
  const rows = [...text.matchAll(/^# HELP (subnet_connect_\w+) (.*)\n# TYPE \S+ (\w+)/gm)].map(
    ([, name = '', help = '', type = '']) => {
      const series = samples.filter((sample) => sample.name === name || sample.name === `${name}_count`)
      const labels = new Set(series.flatMap((sample) => Object.keys(sample.labels)))
      const words = [...labels].map((label) => `${code(label)}: ${wordsOf(series[0]?.name ?? '', label)}.`)
      return [code(name), type, [help, ...words].join(' ')]
    },
  )
  return table(['Metric', 'Type', 'Meaning'], rows)
}

const parts: Record<string, Record<string, () => string | Promise<string>>> = {
  'docs/configuration.md': {
    variables: () => [...new Set([...examples.values()].map(({ section }) => section))].map(variablesIn).join('\n\n'),
  },
  'docs/operate/logs.md': {
    'log fields': () =>
      table(
        ['Field', 'Meaning'],
        Object.entries(logFields).map(([name, meaning]) => [code(name), meaning]),
      ),
    'log events': () => `${logEvents.toSorted().map(code).join(', ')}.`,
  },
  'docs/operate/health-and-metrics.md': { metrics: metricsTable },
  'docs/operate/automation.md': {
    'exit codes': () =>
      table(
        ['Exit code', 'Meaning'],
        [...exitCodesText.matchAll(/^ +(\d+) {2}(.+)$/gm)].map(([, number = '', meaning = '']) => [number, meaning]),
      ),
  },
}

describe('the generated parts', () => {
  it.each(Object.keys(parts))('of %s equal the code', async (file) => {
    let text = readFileSync(file, 'utf8')
    for (const [name, generate] of Object.entries(parts[file] ?? {})) {
      const place = new RegExp(`(<!-- generated: ${name} -->\n)[^]*?(?=<!-- end -->)`)
      expect(text).toMatch(place)
      const content = await generate()
      text = text.replace(place, (_, start: string) => `${start}\n${content}\n\n`)
    }
    await expect((await format(file, text, { singleQuote: true })).code).toMatchFileSnapshot(file.replace('docs/', ''))
  })

  it('have no other place in the documents', () => {
    const marks = sourcesIn(['docs'], /\.md$/).flatMap(
      ({ text }) => text.match(/(?<=<!-- generated: ).*(?= -->)/g) ?? [],
    )
    expect(marks.sort()).toEqual(Object.values(parts).flatMap(Object.keys).sort())
  })
})

it('each log event is written somewhere', () => {
  const sources = sourcesIn(['app', 'lib'], /\.tsx?$/).filter(({ path }) => !/\.test\.|fields\.ts$/.test(path))
  const text = sources.map((source) => source.text).join('\n')
  expect(logEvents.filter((event) => !text.includes(`'${event}'`))).toEqual([])
})

it('.env.example puts every variable below a section title', () => {
  expect([...examples].filter(([, { section }]) => section === '')).toEqual([])
})
