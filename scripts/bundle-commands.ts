import { copyFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'

/** CommonJS packages use these names, which ES modules lack. */
const commonJsNames = [
  `import { createRequire as createRequireOfBundle } from 'node:module';`,
  `const require = createRequireOfBundle(import.meta.url);`,
  `const __dirname = import.meta.dirname;`,
].join('\n')

/** A server that runs the standalone output has neither the sources nor the development tools. */
export async function bundleCommands(folder: string): Promise<void> {
  const standalone = join(folder, '.next', 'standalone')
  await bundleCommand(folder, 'doctor', standalone, false)
  await bundleCommand(folder, 'subnet', standalone, true)
  copyFileSync(join(folder, 'CHANGELOG.md'), join(standalone, 'CHANGELOG.md'))
}

/** With splitting, modules that the command imports dynamically have files of their own. */
export async function bundleCommand(folder: string, name: string, outdir: string, splitting: boolean): Promise<void> {
  const textOf = (file: string) => JSON.stringify(readFileSync(join(folder, file), 'utf8'))
  await build({
    absWorkingDir: folder,
    entryPoints: [join('scripts', `${name}.ts`)],
    outdir,
    outExtension: { '.js': '.mjs' },
    splitting,
    // Node keeps the source in memory.
    minifyWhitespace: splitting,
    minifySyntax: splitting,
    chunkNames: `${name}/[name]-[hash]`,
    bundle: true,
    // As in the build of the app. A command may run in a folder without a skin.
    define: { DEFAULT_THEME: textOf('skin/theme.css'), ACCENT_RULES: textOf('lib/skin/accents.css') },
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
