import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { commands } from '../scripts/subnet/commands'

/* What the documents tell people to type exists. */

const documents = ['.', 'docs', 'docs/deploy', 'docs/operate', 'lab', 'lib/service'].flatMap((folder) =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .map((file) => `${folder}/${file}`),
)
/** `subnet` as people run it, its command, and the flags before the next program. */
const written = /(?:npm run (?:--silent )?subnet --|subnet\.mjs) ([a-z-]+)([^|&;>`\n]*)/g

const typed = documents.flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(written)].map(([, name = '', rest = '']) => ({ file, name, rest })),
)

describe('the documents', () => {
  it('name every command of subnet', () => {
    const table = readFileSync('docs/operate/automation.md', 'utf8')
    expect([...commands.keys()].filter((name) => !new RegExp(`\`${name}[\` ]`).test(table))).toEqual([])
  })

  it.each(typed)('name flags of subnet $name that exist, in $file', async ({ name, rest }) => {
    const { flags, usage } = (await commands.get(name)?.load()) ?? { flags: {}, usage: '' }
    expect(usage).toContain(`subnet ${name}`)
    for (const [, flag = ''] of rest.matchAll(/(?:^|\s)--([a-z-]+)/g)) {
      if (flag === 'env-file') continue
      expect(['help', ...Object.keys(flags)]).toContain(flag)
      expect(usage).toContain(`--${flag}`)
    }
  })
})
