import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { dependencyProblems } from './check-dependencies/lock-file'
import { withoutChecksum } from './check-dependencies/without-checksum'

/*
 * Checks that no package runs an install script that is not listed in `package.json`, and that the lock file has the
 * checksum of every package but of those that are listed as without one. Ends with 1 where that is not so.
 */

const read = (name: string): unknown =>
  JSON.parse(readFileSync(fileURLToPath(new URL(`../${name}`, import.meta.url)), 'utf8'))

const problems = dependencyProblems(read('package-lock.json'), read('package.json'), withoutChecksum)
if (problems.length > 0) {
  process.stderr.write(`${problems.join('\n')}\n\nProblems with dependencies: ${problems.length}.\n`)
  process.exitCode = 1
}
