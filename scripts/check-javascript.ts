import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { z } from 'zod'

/*
 * Checks in the manifests of the last build that no page loads more JavaScript than its budget. Exits with 1 if a page
 * does.
 */

/** Compressed JavaScript of an empty page of Next 16.4.6, like that of `lab/bare-app`, in bytes. */
const emptyPageBytes = 134_904

/** Returns how much compressed JavaScript a page may load in addition to an empty page, in bytes. */
function budgetOf(route: string): number {
  return route.startsWith('/console') ? 15_000 : 10_000
}

const buildManifest = z.object({ rootMainFiles: z.array(z.string()) })
const routesManifest = z.record(z.string(), z.string())
const clientManifest = z.object({ entryJSFiles: z.record(z.string(), z.array(z.string())) })

const thisFile = fileURLToPath(import.meta.url)
const readBuilt = (...path: string[]) => readFileSync(join(dirname(dirname(thisFile)), '.next', ...path))

/** Returns the routes of the pages of the last build, by the folder with each page's build. */
function builtPages(): [page: string, route: string][] {
  const routes = routesManifest.parse(JSON.parse(readBuilt('app-path-routes-manifest.json').toString()))
  return Object.entries(routes)
    .filter(([built, route]) => built.endsWith('/page') && !route.startsWith('/_'))
    .map(([built, route]) => [built.slice(0, -'/page'.length), route])
}

/**
 * Returns the size of the scripts that a browser loads with a page, in bytes as Next's server compresses them: Next's
 * scripts, and the scripts of the page and its layouts.
 */
function firstLoadBytes(page: string): number {
  const { rootMainFiles } = buildManifest.parse(JSON.parse(readBuilt('build-manifest.json').toString()))
  // A script that assigns the manifest, as JSON, to a property named after the route.
  const json = readBuilt('server', 'app', page, 'page_client-reference-manifest.js')
    .toString()
    .trim()
    .replace(/^[^]*?\] = /, '')
    .replace(/;$/, '')
  const { entryJSFiles } = clientManifest.parse(JSON.parse(json))
  const paths = new Set([...rootMainFiles, ...Object.values(entryJSFiles).flat()])
  return [...paths].reduce((sum, path) => sum + gzipSync(readBuilt(path)).length, 0)
}

if (process.argv[1] === thisFile) {
  for (const [page, route] of builtPages()) {
    const added = firstLoadBytes(page) - emptyPageBytes
    const isWithin = added <= budgetOf(route)
    console.log(`${route.padEnd(40)}${String(added).padStart(8)} of ${budgetOf(route)}${isWithin ? '' : '   too much'}`)
    if (!isWithin) process.exitCode = 1
  }
}
