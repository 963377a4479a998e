import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

/*
 * Exits with 1 unless the lock file has a checksum for every package except builds for other platforms, and the
 * libraries that docs/assurance.md lists in the major versions listed there.
 */

const entrySchema = z.looseObject({
  /** The package's own name, if its folder has another one. */
  name: z.string().optional(),
  version: z.string().optional(),
  /** Nothing in production needs the package. */
  dev: z.boolean().optional(),
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

/** The libraries that check logins. A second copy could be an old one. */
const onlyOnce = ['jose', 'openid-client']

/**
 * Says where a parsed `package-lock.json` differs from the table "End of support" of docs/assurance.md. The first cell
 * of each row has libraries with their major versions: `bs58` 6, 5. Packages for development may have any version.
 *
 * @throws ZodError for a lock file of another shape
 */
export function supportProblems(lock: unknown, document: string): string[] {
  const packages = Object.entries(lockSchema.parse(lock).packages).map(([path, { name, version, dev }]) => ({
    path,
    name: name ?? path.split('node_modules/').at(-1),
    major: version?.split('.')[0] ?? '',
    dev,
  }))
  const section = document.split('\n### End of support\n')[1]?.split('\n## ')[0] ?? ''
  const problems = section.includes('\n| `') ? [] : ['docs/assurance.md has no libraries under "End of support".']
  for (const [row] of section.matchAll(/^\| `[^|]*/gm)) {
    for (const [, name = '', list = ''] of row.matchAll(/`([^`]+)`((?:,? \d+)*)/g)) {
      const listed: string[] = list.match(/\d+/g) ?? []
      const copies = packages.filter((entry) => entry.name === name && entry.dev !== true)
      const others = copies.filter(({ major }) => !listed.includes(major))
      const missing = listed.filter((each) => copies.every(({ major }) => major !== each))
      for (const { path, major } of others) {
        problems.push(`${path} is version ${major}: replace it, or list its support in docs/assurance.md.`)
      }
      if (others.length === 0 && missing.length > 0) {
        problems.push(`${name} ${missing.join(', ')} is not installed: remove it from docs/assurance.md.`)
      }
    }
  }
  for (const name of onlyOnce) {
    const paths = packages.filter((entry) => entry.name === name).map(({ path }) => path)
    if (paths.length !== 1) {
      problems.push(
        `Expected one copy of ${name}, found ${paths.join(', ') || 'none'}: set "overrides" in package.json.`,
      )
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
  const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')
  const lock: unknown = JSON.parse(read('package-lock.json'))
  const problems = [...dependencyProblems(lock), ...supportProblems(lock, read('docs/assurance.md'))]
  if (problems.length > 0) {
    process.stderr.write(`${problems.join('\n')}\n\nProblems with dependencies: ${problems.length}.\n`)
    process.exitCode = 1
  }
}
