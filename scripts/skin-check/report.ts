import { contrastProblems } from '@/lib/skin/contrast'
import { readFiles } from '@/lib/skin/read-files'
import { readSkin } from '@/lib/skin/read-skin'
import { brokenFiles } from './broken-files'
import { notesOn, type Note } from './notes'

/**
 * Lists every problem of a skin, and ends with the verdict.
 *
 * @returns `needsWork`: whether the app would not start with the skin, or users would not see or read a part of it.
 */
export function reportOn(folder: string): { lines: string[]; needsWork: boolean } {
  const { skin, problems } = readSkin(folder)
  const fatal = problems.filter(({ isFatal }) => isFatal)
  const contrast = (skin ? contrastProblems(skin) : []).map((message) => ({ file: 'theme.css', message }))
  const broken = brokenFiles(readFiles(folder, () => {}).served)
  const notes = [...problems.filter(({ isFatal }) => !isFatal), ...notesOn(folder)]
  const needsWork = fatal.length + contrast.length + broken.length > 0
  const verdict = needsWork ? 'needs work' : notes.length > 0 ? 'works, but see the notes' : 'is good'
  return {
    lines: [
      ...listed('The app does not start with it:', fatal),
      ...listed('Hard to read, below WCAG 2.2 AA:', contrast),
      ...listed('Broken or too large:', broken),
      ...listed('Notes:', notes),
      ...(skin
        ? [
            `Languages: ${skin.languages.join(', ')}. Visitors with any other language get the first one.`,
            `Colour schemes: ${skin.schemes.join(', ')}.`,
          ]
        : []),
      `The skin in ${folder} ${verdict}.`,
    ],
    needsWork,
  }
}

const listed = (title: string, notes: readonly Note[]): string[] =>
  notes.length === 0 ? [] : [title, ...notes.map(({ file, message }) => `  ${file} ${message}`), '']
