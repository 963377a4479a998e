import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { commands } from '../scripts/subnet/commands'
import { filesLike } from './files'

/* The commands in the documents exist, and docs/deploy/README.md lists the paths of the app for a proxy. */

const documents = filesLike('*.md').filter((file) => file !== 'CHANGELOG.md')
const texts = documents.map((file) => ({ file, text: readFileSync(file, 'utf8') }))

/** All calls of `subnet` in the documents, with the command and the flags before the next program. */
const typed = texts.flatMap(({ file, text }) =>
  [...text.matchAll(/(?:npm run (?:--silent )?subnet --|subnet\.mjs) ([a-z-]+)([^|&;>`\n]*)/g)].map(
    ([, name = '', rest = '']) => ({ file, name, rest }),
  ),
)

/** All calls of `npm run` in the documents, with the name of the script or the lab's tool. */
const run = texts.flatMap(({ file, text }) =>
  [...text.matchAll(/npm run (?:--silent )?([a-z:-]+)(?: -- ([a-z-]+))?/g)].map(([, script = '', argument = '']) => ({
    file,
    script,
    argument,
  })),
)

const npmScripts = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')))
const labTools = readFileSync('lab/README.md', 'utf8')

describe('the documents', () => {
  it('name only npm scripts that exist', () => {
    expect(run.filter(({ script }) => !Object.hasOwn(npmScripts.scripts, script))).toEqual([])
  })

  it('name another command for each npm script that begins with exec, which Windows does not have', () => {
    const commands = Object.values(npmScripts.scripts).flatMap((script) => /^exec (.*)/.exec(script)?.[1] ?? [])
    const typedThere = commands.map((command) => `\`${command.replace(/^tsx/, 'npx tsx')}\``)
    expect(typedThere.filter((command) => !texts.some(({ text }) => text.includes(command)))).toEqual([])
    expect(typedThere.length).toBeGreaterThan(1)
  })

  it('name only tools of the lab that exist', () => {
    const tools = run.filter(({ script, argument }) => script === 'lab' && argument !== '')
    expect(tools.filter(({ argument }) => !labTools.includes(`\n| \`${argument}\` `))).toEqual([])
    expect(tools.length).toBeGreaterThan(3)
  })

  it('name every command of subnet', () => {
    const table = readFileSync('docs/operate/automation.md', 'utf8')
    expect([...commands.keys()].filter((name) => !new RegExp(`\`${name}[\` ]`).test(table))).toEqual([])
  })

  it('name only flags of subnet that exist', async () => {
    expect(typed.length).toBeGreaterThan(3)
    for (const { file, name, rest } of typed) {
      const { flags, usage } = (await commands.get(name)?.load()) ?? { flags: {}, usage: '' }
      expect(usage, file).toContain(`subnet ${name}`)
      for (const [, flag = ''] of rest.matchAll(/(?:^|\s)--([a-z-]+)/g)) {
        if (flag === 'variables') continue
        expect(['help', ...Object.keys(flags)], `${name}, in ${file}`).toContain(flag)
        expect(usage, file).toContain(`--${flag}`)
      }
    }
  })
})

/** Returns the first segment of a path, and under /api also the second. */
const first = (path: string) => /^\/(?:api\/)?[^/]*/.exec(path)?.[0] ?? path

const addresses = [
  ...readdirSync('app', { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?:^|\/)(?:page\.tsx|route\.ts)$/.test(file))
    .map((file) => `/${file.replace(/\/?(?:page\.tsx|route\.ts)$/, '').replace(/^\(\w+\)\//, '')}`)
    // The target of the rewrite for an unknown path.
    .filter((path) => path !== '/unknown'),
  ...readdirSync('public').map((name) => `/${name}`),
  // A path of Next.
  '/_next/static',
]

const document = readFileSync('docs/deploy/README.md', 'utf8')
const [table = ''] = /^\| Path +\| For[^]*?\n\n/m.exec(document) ?? []
const listed = [...table.matchAll(/`(\/[^`]*)`/g)].map(([, path = '']) => path)

it('docs/deploy/README.md lists the paths of the app, and no others', () => {
  expect(new Set(listed.map(first))).toEqual(new Set(addresses.map(first)))
})

it('docs/deploy/README.md lists a path with everything below it when the app has more there', () => {
  const withMore = addresses.filter((path) => path !== first(path)).map(first)
  expect([...new Set(withMore)].filter((path) => !listed.includes(`${path}/…`))).toEqual(['/.well-known', '/_next'])
})
