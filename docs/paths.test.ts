import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/* The paths that docs/deploy/README.md lists for a proxy are those of the app. */

/** The first folder of an address, and under /api the second one too. */
const first = (path: string) => /^\/(?:api\/)?[^/]*/.exec(path)?.[0] ?? path

const addresses = [
  ...readdirSync('app', { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?:^|\/)(?:page\.tsx|route\.ts)$/.test(file))
    .map((file) => `/${file.replace(/\/?(?:page\.tsx|route\.ts)$/, '').replace(/^\(\w+\)\//, '')}`)
    // Where the rewrite leads for an address that is not there.
    .filter((path) => path !== '/unknown'),
  ...readdirSync('public').map((name) => `/${name}`),
  // Next's own.
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
