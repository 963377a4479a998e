import { z } from 'zod'

const entrySchema = z.looseObject({
  /** Differs from the folder's name where another package stands in. */
  name: z.string().optional(),
  version: z.string().optional(),
  integrity: z.string().optional(),
  resolved: z.string().optional(),
  hasInstallScript: z.boolean().optional(),
  optional: z.boolean().optional(),
  /** npm installs the package on these platforms alone. */
  os: z.array(z.string()).optional(),
  cpu: z.array(z.string()).optional(),
  libc: z.array(z.string()).optional(),
})

const lockSchema = z.object({ lockfileVersion: z.literal(3), packages: z.record(z.string(), entrySchema) })
const manifestSchema = z.looseObject({ allowScripts: z.record(z.string(), z.boolean()).default({}) })

/** SHA-512 in base64. npm also takes SHA-1, and several hashes of which any may fit. */
const checksum = /^sha512-[A-Za-z0-9+/]{86}==$/

/**
 * What is wrong with the packages of a lock file (version 3), as sentences.
 *
 * @param lock - `package-lock.json`, as parsed JSON.
 * @param manifest - `package.json`, whose `allowScripts` lists each package with an install script, and whether npm
 *   runs it.
 * @throws ZodError where the files are of another shape.
 */
export function dependencyProblems(lock: unknown, manifest: unknown): string[] {
  const { packages } = lockSchema.parse(lock)
  const { allowScripts } = manifestSchema.parse(manifest)
  const problems: string[] = []
  const scripted = new Set<string>()

  for (const [path, entry] of Object.entries(packages)) {
    if (path === '') continue
    const name = entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    if (entry.resolved !== undefined) problems.push(`${path} comes from an address: expected the registry.`)
    if (entry.hasInstallScript) {
      scripted.add(name)
      if (!Object.hasOwn(allowScripts, name)) {
        problems.push(
          `${path} has an install script: expected its name in allowScripts of package.json, false or true.`,
        )
      }
    }
    if (entry.integrity !== undefined) {
      if (!checksum.test(entry.integrity)) problems.push(`${path} has another checksum than one of SHA-512.`)
    } else if (!isForAnotherPlatform(entry)) {
      problems.push(`${path} has no checksum.`)
    }
  }
  for (const name of Object.keys(allowScripts)) {
    if (!scripted.has(name)) problems.push(`allowScripts lists ${name}, which has no install script.`)
  }
  return problems
}

/**
 * Whether a package is an optional build for another platform than Linux on x64. The registry that the lock file was
 * made with does not offer all of them, so the checksum may be missing: SECURITY.md says how to check them.
 */
function isForAnotherPlatform({ optional, os, cpu, libc }: z.infer<typeof entrySchema>): boolean {
  const isForThisPlatform = [os?.includes('linux'), cpu?.includes('x64'), libc?.includes('glibc')]
  return optional === true && isForThisPlatform.includes(false)
}
