import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readSkin } from './read-skin'

/*
 * Skins that earlier versions accepted must also be valid for this version. A change that breaks one of them, such as a
 * removed text, needs a note for operators under "### Skin" in the newest section of CHANGELOG.md. At the release, the
 * developer changes a copy of the kept skin as the note says, in a folder of the new version.
 */

const folder = 'e2e/skins'
const kept = readdirSync(folder).filter((name) => /^\d+\.\d+\.\d+$/.test(name))

/** Returns the part of the newest section for operators with their own skin, or null if it is missing. */
function skinNote(changelog: string): string | null {
  const [, newest = ''] = changelog.split(/^## /m)
  const note = /^### Skin\n([\s\S]*?)(?=^### |(?![\s\S]))/m.exec(newest)?.[1]?.trim() ?? ''
  return note === '' ? null : note
}

describe('kept skins', () => {
  it('exist for at least one earlier version', () => {
    expect(kept).not.toEqual([])
  })

  it.each(kept)('%s is valid for this version, or CHANGELOG.md says what to do', (version) => {
    const { problems } = readSkin(join(folder, version))
    const hasNote = skinNote(readFileSync('CHANGELOG.md', 'utf8')) !== null
    // A new text is in English in a skin's own language, which is not fatal.
    expect(hasNote ? [] : problems.filter(({ isFatal }) => isFatal)).toEqual([])
  })

  it.each(kept)('%s has settings, a theme, pictures and texts in two languages', (version) => {
    const has = (path: string) => existsSync(join(folder, version, path))
    const files = [
      'brand.json',
      'theme.css',
      'logo.svg',
      'icon.svg',
      'service.svg',
      'messages/en.json',
      'messages/nl.json',
    ]
    expect(files.filter((path) => !has(path))).toEqual([])
  })
})

describe('skinNote', () => {
  it('returns the note of the newest section', () => {
    expect(skinNote('# Changelog\n\n## Unreleased\n\n### Skin\n\n- x is gone\n\n### Added\n\n- y\n\n## 1.0.0\n')).toBe(
      '- x is gone',
    )
    expect(skinNote('# Changelog\n\n## 1.1.0 - 2027-01-31\n\n### Skin\n\n- last')).toBe('- last')
  })

  it('returns null when the note is empty or in an older section', () => {
    expect(skinNote('## Unreleased\n\n### Skin\n\n### Added\n\n- y\n')).toBeNull()
    expect(skinNote('## 1.1.0\n\n### Added\n\n- y\n\n## 1.0.0\n\n### Skin\n\n- x is gone\n')).toBeNull()
    expect(skinNote('')).toBeNull()
  })
})
