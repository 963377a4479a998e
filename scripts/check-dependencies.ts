import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { dependencyProblems } from './check-dependencies/lock-file'

/*
 * Checks that no package runs an install script that is not listed in `package.json`, and that the lock file has the
 * checksum of every package, but for builds for other platforms. Ends with 1 where that is not so.
 */

const read = (name: string): unknown =>
  JSON.parse(readFileSync(fileURLToPath(new URL(`../${name}`, import.meta.url)), 'utf8'))

const problems = dependencyProblems(read('package-lock.json'), read('package.json'))
if (problems.length > 0) {
  process.stderr.write(`${problems.join('\n')}\n\nProblems with dependencies: ${problems.length}.\n`)
  process.exitCode = 1
}
