import { readFileSync } from 'node:fs'
import { ensureAppBuild } from '../scripts/builds'
import { closeAll } from './programs'

/*
 * `npm run lab -- <tool> [options]` runs a tool of this folder, after a build if the tool needs one. The tool reads its
 * options from the command line. Without a tool, or with an unknown one, it lists the tools of the README.
 */

const needNoBuild = ['soak', 'soak-deploy']

const readme = readFileSync(new URL('README.md', import.meta.url), 'utf8')
const tools = new Map(
  [...readme.matchAll(/^\| `([\w-]+)` +\| (.+?) +\|/gm)].map(([, tool = '', what = '']) => [tool, what]),
)

const [name = '', ...options] = process.argv.slice(2)
if (tools.has(name)) {
  // Remove the name of the tool, so that the tool finds only its options.
  process.argv.splice(2, Infinity, ...options)
  if (!needNoBuild.includes(name)) ensureAppBuild()
  try {
    await import(`./${name}.ts`)
  } finally {
    await closeAll()
  }
} else {
  console.log('npm run lab -- <tool> [options]\n')
  for (const [tool, what] of tools) console.log(`  ${tool.padEnd(20)}${what}`)
  console.log('\nlab/README.md says more.')
  if (name !== '') process.exitCode = 1
}
