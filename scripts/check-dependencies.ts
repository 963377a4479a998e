import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

/* Exits with 1 unless the lock file has a checksum for every package except builds for other platforms. */

const entrySchema = z.looseObject({
  integrity: z.string().optional(),
  resolved: z.string().optional(),
  optional: z.boolean().optional(),
  /** npm installs the package on these platforms only. */
  os: z.array(z.string()).optional(),
  cpu: z.array(z.string()).optional(),
  libc: z.array(z.string()).optional(),
})

const lockSchema = z.object({ lockfileVersion: z.literal(3), packages: z.record(z.string(), entrySchema) })

/** SHA-512 in base64. npm also accepts SHA-1, and a list of hashes if one of them matches. */
const checksum = /^sha512-[A-Za-z0-9+/]{86}==$/

/** Says what is wrong with the packages of a parsed `package-lock.json`. @throws ZodError for another shape */
export function dependencyProblems(lock: unknown): string[] {
  const { packages } = lockSchema.parse(lock)
  const problems: string[] = []
  for (const [path, entry] of Object.entries(packages)) {
    if (path === '') continue
    if (entry.resolved !== undefined) problems.push(`${path} comes from an address: expected the registry.`)
    if (entry.integrity !== undefined) {
      if (!checksum.test(entry.integrity)) problems.push(`${path} has a checksum that is not SHA-512.`)
    } else if (!isForAnotherPlatform(entry)) {
      problems.push(`${path} has no checksum.`)
    }
  }
  return problems
}

/**
 * Checks whether a package is an optional build for a platform other than Linux on x64. The checksum of such a build
 * may be missing, because the registry that made the lock file lacks some of them. SECURITY.md says how to check them.
 */
function isForAnotherPlatform({ optional, os, cpu, libc }: z.infer<typeof entrySchema>): boolean {
  const isForThisPlatform = [os?.includes('linux'), cpu?.includes('x64'), libc?.includes('glibc')]
  return optional === true && isForThisPlatform.includes(false)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problems = dependencyProblems(
    JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')),
  )
  if (problems.length > 0) {
    process.stderr.write(`${problems.join('\n')}\n\nProblems with dependencies: ${problems.length}.\n`)
    process.exitCode = 1
  }
}
