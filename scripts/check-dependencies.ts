import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { dependencyProblems } from './check-dependencies/lock-file'

/*
 * Checks that the lock file has a checksum for every package except builds for other platforms. Exits with 1 if it finds
 * a problem.
 */

const lockFile = fileURLToPath(new URL('../package-lock.json', import.meta.url))
const problems = dependencyProblems(JSON.parse(readFileSync(lockFile, 'utf8')))
if (problems.length > 0) {
  process.stderr.write(`${problems.join('\n')}\n\nProblems with dependencies: ${problems.length}.\n`)
  process.exitCode = 1
}
