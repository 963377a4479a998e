import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/* Checks that docs/deploy/README.md lists the app's paths for a proxy. */

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
