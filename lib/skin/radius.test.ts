import { expect, it } from 'vitest'
import { sourcesIn } from '@/lib/test-support'

/** Radii that follow `--skin-radius`. See app/utilities.css. */
const ofSkin = new Set(['rounded-skin', 'rounded-small', 'rounded-pill'])

it('rounded corners in the console, wallets and shared components follow the skin’s radius', () => {
  const folders = ['console', 'ui', 'wallet', 'site', 'signin'].map((name) => `components/${name}`)
  const found = sourcesIn(folders, /\.tsx$/).flatMap(({ text }) => text.match(/(?<![\w-])rounded[\w-]*/g) ?? [])
  expect(new Set(found)).toEqual(ofSkin)
})
