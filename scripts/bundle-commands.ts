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
 * Bundles the doctor and `subnet` into the standalone output, and puts the changelog that the doctor reads beside them:
 * where that output runs, neither their source nor the tools of development are installed. `node doctor.mjs` and
 * `node subnet.mjs` run them.
 */
export async function bundleCommands(folder: string): Promise<void> {
  const standalone = join(folder, '.next', 'standalone')
  await bundleCommand(folder, 'doctor', standalone, { splitting: false })
  await bundleCommand(folder, 'subnet', standalone, { splitting: true })
  copyFileSync(join(folder, 'CHANGELOG.md'), join(standalone, 'CHANGELOG.md'))
}

/**
 * Bundles a command of this folder.
 *
 * @param options.splitting - what it imports dynamically is in files of a folder with its name, to be loaded when it is
 * needed.
 */
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
    // Shorter source takes less memory.
    minifyWhitespace: splitting,
    minifySyntax: splitting,
    chunkNames: `${name}/[name]-[hash]`,
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
}
