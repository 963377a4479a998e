import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'

/** Packages in CommonJS use these names, which a module does not have. */
const commonJsNames = [
  `import { createRequire as createRequireOfBundle } from 'node:module';`,
  `const require = createRequireOfBundle(import.meta.url);`,
  `const __dirname = import.meta.dirname;`,
].join('\n')

/**
 * Makes one file of the doctor in the standalone output, and puts the changelog that it reads beside it: where that
 * output runs, neither its source nor the tools of development are installed. `node doctor.mjs` runs it.
 */
export async function bundleDoctor(folder: string): Promise<void> {
  const standalone = join(folder, '.next', 'standalone')
  await build({
    absWorkingDir: folder,
    entryPoints: [join('scripts', 'doctor.ts')],
    outfile: join(standalone, 'doctor.mjs'),
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    format: 'esm',
    // The condition under which `server-only` is an empty module.
    conditions: ['react-server'],
    banner: { js: commonJsNames },
    // Licences of what is in it stay readable.
    legalComments: 'inline',
    logLevel: 'warning',
  })
  copyFileSync(join(folder, 'CHANGELOG.md'), join(standalone, 'CHANGELOG.md'))
}
