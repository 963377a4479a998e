import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { dependencyProblems } from './check-dependencies/lock-file'

/*
 * Checks that `package.json` lists every package with an install script, and that the lock file has a checksum for
 * every package except builds for other platforms. Exits with 1 if it finds a problem.
 */

const read = (name: string): unknown =>
  JSON.parse(readFileSync(fileURLToPath(new URL(`../${name}`, import.meta.url)), 'utf8'))

const problems = dependencyProblems(read('package-lock.json'), read('package.json'))
if (problems.length > 0) {
  process.stderr.write(`${problems.join('\n')}\n\nProblems with dependencies: ${problems.length}.\n`)
  process.exitCode = 1
}
