import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Makes a skin; returns its folder.
 *
 * @param brand - what its `brand.json` has beside the names that it needs, or in place of them.
 * @param pictures - names of SVG files that it has.
 */
export async function makeSkinFolder(
  folder: string,
  theme: string,
  { brand = {}, pictures = [] }: { brand?: Record<string, unknown>; pictures?: string[] } = {},
): Promise<string> {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'brand.json'), JSON.stringify({ name: 'Acme', service: 'Rewards', ...brand }))
  await writeFile(join(folder, 'theme.css'), theme)
  for (const name of pictures) {
    await writeFile(join(folder, name), '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 3 1"></svg>')
  }
  return folder
}
