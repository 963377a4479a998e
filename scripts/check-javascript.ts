import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { z } from 'zod'

/* Exits with 1 if a page of the last build loads more JavaScript than its budget. */

/** Compressed JavaScript of an empty page of Next 16.4.6, like that of `lab/bare-app`, in bytes. */
const emptyPageBytes = 134_904
/** In addition to an empty page, in bytes. */
const budgetOf = (route: string) => (route.startsWith('/console') ? 15_000 : 10_000)

const readBuilt = (path: string) => readFileSync(new URL(`../.next/${path}`, import.meta.url))
const jsonIn = (path: string): unknown => JSON.parse(readBuilt(path).toString())

const routes = z.record(z.string(), z.string()).parse(jsonIn('app-path-routes-manifest.json'))
const { rootMainFiles } = z.object({ rootMainFiles: z.array(z.string()) }).parse(jsonIn('build-manifest.json'))
const clientManifest = z.object({ entryJSFiles: z.record(z.string(), z.array(z.string())) })

/** Returns the bytes of Next's scripts and of those of a page and its layouts, compressed as Next's server does. */
function firstLoadBytes(page: string): number {
  // A script that assigns the manifest, as JSON, to a property named after the route.
  const script = readBuilt(`server/app${page}_client-reference-manifest.js`).toString().trim()
  const json = script.replace(/^[^]*?\] = /, '').replace(/;$/, '')
  const { entryJSFiles } = clientManifest.parse(JSON.parse(json))
  const paths = new Set([...rootMainFiles, ...Object.values(entryJSFiles).flat()])
  return [...paths].reduce((sum, path) => sum + gzipSync(readBuilt(path)).length, 0)
}

for (const [page, route] of Object.entries(routes)) {
  if (!page.endsWith('/page') || route.startsWith('/_')) continue
  const added = firstLoadBytes(page) - emptyPageBytes
  const isWithin = added <= budgetOf(route)
  console.log(`${route.padEnd(40)}${String(added).padStart(8)} of ${budgetOf(route)}${isWithin ? '' : '   too much'}`)
  if (!isWithin) process.exitCode = 1
}
