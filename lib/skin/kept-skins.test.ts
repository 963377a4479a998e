import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readSkin } from './read-skin'

/*
 * Skins as versions before this one took them: they have to be good for this one, too. A change that breaks one, such as
 * a text that is gone, needs a note for operators, under "### Skin" in the newest section of CHANGELOG.md. With the
 * release, the kept skin is changed as the note says, in a folder of the new version.
 */

const folder = 'e2e/skins'
const kept = readdirSync(folder).filter((name) => /^\d+\.\d+\.\d+$/.test(name))

/** The newest section's part for operators with a skin of their own; null where there is none. */
function skinNote(changelog: string): string | null {
  const [, newest = ''] = changelog.split(/^## /m)
  const note = /^### Skin\n([\s\S]*?)(?=^### |(?![\s\S]))/m.exec(newest)?.[1]?.trim() ?? ''
  return note === '' ? null : note
}

describe('the skins that are kept', () => {
  it('are there', () => {
    expect(kept).not.toEqual([])
  })

  it.each(kept)('%s is good for this version, or CHANGELOG.md says what to do', (version) => {
    const { problems } = readSkin(join(folder, version))
    const isTold = skinNote(readFileSync('CHANGELOG.md', 'utf8')) !== null
    // A text that is new is English in a language of their own: that is no reason not to start.
    expect(isTold ? [] : problems.filter(({ isFatal }) => isFatal)).toEqual([])
  })

  it.each(kept)('%s has all that a skin can have', (version) => {
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

describe('the note for operators', () => {
  it('is that of the newest section', () => {
    expect(skinNote('# Changelog\n\n## Unreleased\n\n### Skin\n\n- x is gone\n\n### Added\n\n- y\n\n## 1.0.0\n')).toBe(
      '- x is gone',
    )
    expect(skinNote('# Changelog\n\n## 1.1.0 - 2027-01-31\n\n### Skin\n\n- last')).toBe('- last')
  })

  it('is not there where it is empty, or in an older section', () => {
    expect(skinNote('## Unreleased\n\n### Skin\n\n### Added\n\n- y\n')).toBeNull()
    expect(skinNote('## 1.1.0\n\n### Added\n\n- y\n\n## 1.0.0\n\n### Skin\n\n- x is gone\n')).toBeNull()
    expect(skinNote('')).toBeNull()
  })
})
