import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { z } from 'zod'

const buildManifest = z.object({ rootMainFiles: z.array(z.string()) })
const routesManifest = z.record(z.string(), z.string())
const clientManifest = z.object({ entryJSFiles: z.record(z.string(), z.array(z.string())) })

/** Returns the routes of the pages of the last build, by the folder with each page's build. */
export function builtPages(folder: string): Map<string, string> {
  const file = join(folder, '.next', 'app-path-routes-manifest.json')
  const routes = Object.entries(routesManifest.parse(JSON.parse(readFileSync(file, 'utf8'))))
  return new Map(
    routes
      .filter(([built, route]) => built.endsWith('/page') && !route.startsWith('/_'))
      .map(([built, route]) => [built.slice(0, -'/page'.length), route]),
  )
}

/**
 * Finds the scripts that a browser loads with a page in the manifests of the last build: Next's scripts, and the
 * scripts of the page and its layouts.
 *
 * @param folder - the folder of the built app.
 * @param page - the folder with the page's build.
 * @returns the size of each script by its path, in bytes as Next's server compresses it.
 */
export function firstLoadScripts(folder: string, page: string): Map<string, number> {
  const built = join(folder, '.next')
  const { rootMainFiles } = buildManifest.parse(JSON.parse(readFileSync(join(built, 'build-manifest.json'), 'utf8')))
  // A script that assigns the manifest, as JSON, to a property named after the route.
  const file = join(built, 'server', 'app', page, 'page_client-reference-manifest.js')
  const json = readFileSync(file, 'utf8')
    .trim()
    .replace(/^[^]*?\] = /, '')
    .replace(/;$/, '')
  const { entryJSFiles } = clientManifest.parse(JSON.parse(json))
  const paths = new Set([...rootMainFiles, ...Object.values(entryJSFiles).flat()])
  return new Map([...paths].map((path) => [path, gzipSync(readFileSync(join(built, path))).length]))
}

export function sumOf(scripts: Map<string, number>): number {
  return [...scripts.values()].reduce((sum, bytes) => sum + bytes, 0)
}
