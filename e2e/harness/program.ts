import { build } from 'esbuild'

/**
 * Bundles the TypeScript program of a test, without packages. `tsx` would compile its modules at each start.
 *
 * @param source - its imports are relative to the repository.
 * @returns the options with which `node` runs it.
 */
export async function bundledProgram(source: string): Promise<string[]> {
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: process.cwd(), loader: 'ts' },
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    write: false,
  })
  return ['--conditions=react-server', '--input-type=module', '--eval', outputFiles[0]?.text ?? '']
}
