import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

/* What the documents tell people to type exists. */

const documents = ['.', 'docs', 'docs/deploy', 'docs/operate', 'lab', 'lib/service'].flatMap((folder) =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .map((file) => `${folder}/${file}`),
)
/** `subnet` as people run it, its command, and the flags before the next program. */
const written = /(?:npm run (?:--silent )?subnet --|subnet\.mjs) ([a-z-]+)([^|&;>`\n]*)/g

const commands = documents.flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(written)].map(([, name = '', rest = '']) => ({ file, name, rest })),
)

describe('the documents', () => {
  it('have a command for each file of scripts/subnet that is one', () => {
    const known = readdirSync('scripts/subnet').filter((file) =>
      readFileSync(`scripts/subnet/${file}`, 'utf8').includes('export const usage'),
    )
    const named = new Set(commands.map(({ name }) => `${name}.ts`))
    expect(known.filter((file) => !named.has(file))).toEqual([])
  })

  it.each(commands)('name flags of subnet $name that exist, in $file', async ({ name, rest }) => {
    const { flags, usage } = (await import(`../scripts/subnet/${name}.ts`)) as { flags: object; usage: string }
    for (const [, flag = ''] of rest.matchAll(/(?:^|\s)--([a-z]+)/g)) {
      expect(['help', ...Object.keys(flags)]).toContain(flag)
      expect(usage).toContain(`--${flag}`)
    }
  })
})
