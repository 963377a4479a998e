import { expect, it } from 'vitest'
import { attributeOf, firstElement, textOf } from './html'

const html =
  '<div class="a"><div>One<!-- -->1</div> <script>nothing()</script><p>Two&amp;<b>three</b></p></div><div>Four</div>'

it('text is read as it is seen, words of inline elements together', () => {
  expect(textOf(html)).toBe('One1 Two&three Four')
})

it('an element goes from its beginning to its own end', () => {
  expect(firstElement(html, /<div\b/)).toBe(html.slice(0, html.indexOf('<div>Four')))
  expect(firstElement(html, /<p\b/)).toBe('<p>Two&amp;<b>three</b></p>')
  expect(firstElement(html, /<table\b/)).toBe('')
})

it('an attribute is of the first tag alone, and decoded', () => {
  expect(attributeOf('<a href="/?a=1&amp;b=2" title=""><b id="x">', 'href')).toBe('/?a=1&b=2')
  expect(attributeOf('<a href="/" title=""><b id="x">', 'title')).toBe('')
  expect(attributeOf('<a href="/"><b id="x">', 'id')).toBeUndefined()
})
