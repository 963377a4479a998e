import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleDoctor } from './bundle-doctor'

const projectFolder = dirname(dirname(fileURLToPath(import.meta.url)))

/** What the server reads as it runs, and Next leaves out of its standalone output. */
const servedFolders = [join('.next', 'static'), 'public', 'skin']

/**
 * Makes the standalone output of the last build complete, so that `.next/standalone` is all that a server needs.
 * Next also copies `.env.production` there, which belongs to one deployment and not to the build: it is removed.
 */
export function completeBuild(folder: string): void {
  const output = join(folder, '.next', 'standalone')
  // Platforms that run Next themselves have none.
  if (!existsSync(output)) return
  // Next repeats the path from where the packages are, which is this folder but for the bare app.
  const standalone = join(output, relative(projectFolder, folder))
  for (const served of servedFolders) {
    if (existsSync(join(folder, served))) cpSync(join(folder, served), join(standalone, served), { recursive: true })
  }
  for (const name of readdirSync(standalone)) if (name.startsWith('.env')) rmSync(join(standalone, name))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  completeBuild(process.cwd())
  await bundleDoctor(process.cwd())
}
