import { spawnSync } from 'node:child_process'

/*
 * Runs the tests that are too long for `npm test`, and exits with 1 if one fails. CI runs them every night and before a
 * release.
 */

const parts = [
  { what: 'prepare', command: ['npx', 'tsx', 'scripts/prepare-tests.ts'] },
  { what: '1,000 randomised confirms', command: ['npm', 'run', '--silent', 'lab', '--', 'soak', '--runs', '1000'] },
  { what: 'browser tests with the tag @depth', command: ['npx', 'playwright', 'test', '--grep', '@depth'] },
] as const

const failed: string[] = []
for (const { what, command } of parts) {
  console.log(`\n[${what}]`)
  const [program, ...options] = command
  const { status } = spawnSync(program, options, { stdio: 'inherit', env: { ...process.env, DEPTH: '1' } })
  if (status !== 0) failed.push(what)
}
console.log(failed.length === 0 ? '\nAll passed.' : `\nFailed: ${failed.join(', ')}`)
if (failed.length > 0) process.exitCode = 1
