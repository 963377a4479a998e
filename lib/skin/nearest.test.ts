import { expect, it } from 'vitest'
import { nearest, suggestion } from './nearest'

const known = ['name', 'themeColor', 'languages']

it.each([
  ['nmae', 'name'],
  ['Name', 'name'],
  ['theme-color', 'themeColor'],
  ['langauges', 'languages'],
  ['language', 'languages'],
  ['icon', undefined],
  ['', undefined],
])('nearest, given %s, returns %s', (text, name) => {
  expect(nearest(text, known)).toBe(name)
})

it('suggestion lists the known names when none is similar', () => {
  expect(suggestion('nmae', known)).toBe('did you mean name?')
  expect(suggestion('icon', known)).toBe('known are name, themeColor, languages')
})
