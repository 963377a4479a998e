import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Makes a skin with nothing but the names that it needs and a theme; returns its folder. */
export async function makeSkinFolder(folder: string, theme: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'brand.json'), JSON.stringify({ name: 'Acme', service: 'Rewards' }))
  await writeFile(join(folder, 'theme.css'), theme)
  return folder
}
