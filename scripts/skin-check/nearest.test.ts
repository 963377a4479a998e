import { expect, it } from 'vitest'
import { nearest, suggestion } from './nearest'

const known = ['name', 'themeColor', 'languages']

it('nearest returns a similar known name, and undefined when there is none', () => {
  const found = ['nmae', 'Name', 'theme-color', 'langauges', 'language'].map((text) => nearest(text, known))
  expect(found).toEqual(['name', 'name', 'themeColor', 'languages', 'languages'])
  expect(['icon', ''].map((text) => nearest(text, known))).toEqual([undefined, undefined])
})

it('suggestion lists the known names when none is similar', () => {
  expect(suggestion('nmae', known)).toBe('did you mean name?')
  expect(suggestion('icon', known)).toBe('known are name, themeColor, languages')
})
