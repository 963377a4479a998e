import { z } from 'zod'

const entrySchema = z.looseObject({
  /** Differs from the folder's name where another package stands in. */
  name: z.string().optional(),
  version: z.string().optional(),
  integrity: z.string().optional(),
  resolved: z.string().optional(),
  hasInstallScript: z.boolean().optional(),
  optional: z.boolean().optional(),
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
 * @param withoutChecksum - the packages that need none.
 * @throws ZodError where the files are of another shape.
 */
export function dependencyProblems(lock: unknown, manifest: unknown, withoutChecksum: readonly string[]): string[] {
  const { packages } = lockSchema.parse(lock)
  const { allowScripts } = manifestSchema.parse(manifest)
  const problems: string[] = []
  const scripted = new Set<string>()
  const unchecked = new Set<string>()

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
    } else if (!withoutChecksum.includes(name)) {
      problems.push(`${path} has no checksum.`)
    } else {
      unchecked.add(name)
      // Only what is optional may be missing at an install, so that nothing unchecked is needed.
      if (!entry.optional) problems.push(`${path} has no checksum, and is not optional.`)
    }
  }
  for (const name of Object.keys(allowScripts)) {
    if (!scripted.has(name)) problems.push(`allowScripts lists ${name}, which has no install script.`)
  }
  for (const name of withoutChecksum) {
    if (!unchecked.has(name)) problems.push(`${name} is listed as without a checksum, and is not.`)
  }
  return problems
}
