import { readFileSync } from 'node:fs'
import { format } from 'oxfmt'
import { expect, it } from 'vitest'
import { variablesOf } from '@/lib/config/variable'
import { variables } from '@/lib/config/variables'

/*
 * This test generates docs/configuration.md from lib/config and .env.example. After a change of either, write the
 * document with `npx vitest run docs/configuration.test.ts --update`.
 */

const introduction = `# Configuration

All variables of this app. Set them in the environment or in \`.env.local\`; \`npm run setup\` asks for those that you need. An invalid or missing value stops the start, with a list of all problems. A value in the environment has no quotes round it and no white space at its ends, and an empty value counts as missing. A list has commas between its entries; entries with commas in them need a JSON array, as in \`["cn=users,dc=example"]\`.

Save a file as UTF-8, and write each value in it without quotes round it. The app, \`node --env-file\`, Compose, \`docker run --env-file\`, systemd and \`kubectl --from-env-file\` read letters, digits, blanks inside the value and most signs alike. They differ for \`#\`, \`$\`, \`\\\`, quotes at the start and blanks at the ends: one of them begins a comment there, puts another variable in its place, or drops or keeps the character. So create a secret without these characters, as \`openssl rand -base64 32\` makes them, or set the variable in your platform's own settings. \`npm run setup\` writes no other value, and the app does not start with a value of \`.env.local\` or of \`node --env-file\` that a \`#\` or \`$\` cuts.

\`PORT\` and \`HOSTNAME\` set where \`npm start\` listens (3000, loopback). A \`PORT\` that is not a number from 1 to 65535 stops the start. The table is generated from \`lib/config\` and \`.env.example\`, and a test compares them.
`

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

/** Returns the value that the schema expects, in the words of its error message. */
function expectedValue(schema: (typeof declared)[number]['schema']): string {
  const message = schema.safeParse('\0').error?.issues[0]?.message ?? ''
  const [, expected] = /(?:^|: )(?:.*expected |is not )(.+)$/.exec(message) ?? []
  return expected ?? 'text'
}

const declared = variablesOf(variables)
const examples = readExample()
const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;')

function referenceText(): string {
  const sections = new Set([...examples.values()].map(({ section }) => section))
  const tables = [...sections].map((section) => {
    const entries = [...examples].filter(([, entry]) => entry.section === section)
    const rows = entries.map(([name, { comment, example }]) => {
      const schema = declared.find((variable) => variable.name === name)?.schema
      if (!schema) throw new Error(`lib/config does not declare ${name}.`)
      const withoutValue = schema.safeParse(undefined)
      const isSame = JSON.stringify(withoutValue.data) === JSON.stringify(schema.safeParse(example).data)
      const hasDefault = example !== '' && isSame
      const standard = !withoutValue.success ? '**required**' : hasDefault ? `\`${example}\`` : ''
      return `| \`${name}\` | ${cell(expectedValue(schema))} | ${standard} | ${cell(comment)} |`
    })
    return [`## ${section}`, '', '| Variable | Value | Default | What it does |', '| - | - | - | - |', ...rows].join(
      '\n',
    )
  })
  return [introduction, ...tables].join('\n\n')
}

it('docs/configuration.md equals the variables of lib/config', async () => {
  const { code } = await format('configuration.md', referenceText())
  await expect(code).toMatchFileSnapshot('configuration.md')
})

it('.env.example puts every variable below a section title', () => {
  expect([...examples].filter(([, { section }]) => section === '')).toEqual([])
})
