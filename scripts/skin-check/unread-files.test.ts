import { expect, it } from 'vitest'
import { unreadFiles } from './unread-files'

const unread = (
  paths: string[],
  { loaded = [] as string[], schemes = ['light', 'dark'] as ('light' | 'dark')[] } = {},
) => unreadFiles(paths, new Set(loaded), schemes).map(({ file, message }) => `${file} ${message}`)

it('unreadFiles leaves out files that the app reads or the theme loads, and other files than of pictures and styles', () => {
  const pictures = ['logo.svg', 'logo.png', 'icon.svg', 'icon.png', 'service.svg', 'favicon.ico', 'preview.png']
  for (const name of [...pictures, 'apple-touch-icon.png', 'theme.css']) expect(unread([name]), name).toEqual([])
  expect(unread(['fonts/a.woff2', 'notes.txt', 'fonts/OFL.txt'], { loaded: ['fonts/a.woff2'] })).toEqual([])
})

it('unreadFiles suggests a fix for a file that the app does not read', () => {
  for (const [path = '', line] of [
    ['fonts/a.woff2', 'fonts/a.woff2 is not read: theme.css has no @font-face with it'],
    ['fonts/a.ttf', 'fonts/a.ttf is not read: fonts are .woff2 files'],
    ['own.css', 'own.css is not read: theme.css is the only style sheet'],
    ['LOGO.SVG', 'LOGO.SVG is not read: did you mean logo.svg?'],
    ['service.png', 'service.png is not read: did you mean service.svg?'],
  ])
    expect(unread([path])).toEqual([line])
})

it('unreadFiles reports the file that the app does not read when the skin has two alternatives', () => {
  expect(unread(['logo.svg', 'logo.png'])).toEqual(['logo.png is not read: logo.svg is read instead'])
})

it('unreadFiles reports a dark logo that no page shows', () => {
  expect(unread(['logo.png', 'logo-dark.png'])).toEqual([])
  expect(unread(['logo-dark.png'], { schemes: ['dark'] })).toEqual([])
  expect(unread(['logo-dark.png'])).toEqual([expect.stringContaining('there is no logo.svg or logo.png')])
  expect(unread(['logo.png', 'logo-dark.png'], { schemes: ['light'] })).toEqual([
    'logo-dark.png is not read: the skin has no dark scheme',
  ])
})

it('unreadFiles reports at most six files, and the number of the others with the last one', () => {
  const lines = unread(Array.from({ length: 20 }, (_, index) => `picture-of-me-${index}.jpg`))
  expect(lines).toHaveLength(6)
  expect(lines.at(-1)).toBe('picture-of-me-5.jpg is not read, and neither are 14 more files')
})
