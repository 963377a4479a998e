import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'

/** CommonJS packages use these names, which ES modules lack. */
const commonJsNames = [
  `import { createRequire as createRequireOfBundle } from 'node:module';`,
  `const require = createRequireOfBundle(import.meta.url);`,
  `const __dirname = import.meta.dirname;`,
].join('\n')

/**
 * Bundles the doctor and `subnet` into the standalone output, and copies the changelog that the doctor reads. A server
 * that runs this output has neither the sources nor the development tools. `node doctor.mjs` and `node subnet.mjs` run
 * the bundles.
 */
export async function bundleCommands(folder: string): Promise<void> {
  const standalone = join(folder, '.next', 'standalone')
  await bundleCommand(folder, 'doctor', standalone, { splitting: false })
  await bundleCommand(folder, 'subnet', standalone, { splitting: true })
  copyFileSync(join(folder, 'CHANGELOG.md'), join(standalone, 'CHANGELOG.md'))
}

/** Bundles a command of this folder. With splitting, modules that it imports dynamically have files of their own. */
export async function bundleCommand(
  folder: string,
  name: string,
  output: string,
  { splitting }: { splitting: boolean },
): Promise<void> {
  await build({
    absWorkingDir: folder,
    entryPoints: [join('scripts', `${name}.ts`)],
    outdir: output,
    outExtension: { '.js': '.mjs' },
    splitting,
    // Node keeps the source in memory.
    minifyWhitespace: splitting,
    minifySyntax: splitting,
    chunkNames: `${name}/[name]-[hash]`,
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    format: 'esm',
    // Under this condition, `server-only` is an empty module.
    conditions: ['react-server'],
    banner: { js: commonJsNames },
    // Keeps the licences of the bundled packages readable.
    legalComments: 'inline',
    logLevel: 'warning',
  })
}
