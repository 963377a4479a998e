import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Makes a skin.
 *
 * @param brand - fields of `brand.json`, which extend or replace the required names.
 * @param pictures - the names of its SVG files.
 * @returns its folder.
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
