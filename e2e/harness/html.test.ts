import { describe, expect, it } from 'vitest'
import { fieldsOf, formWith, hiddenFields, hiddenFieldsOf, parseHtml, readText, textOf, usualReading } from './html'

describe('the text of an element', () => {
  const page = parseHtml(
    '<!DOCTYPE html><main><div class="a"><div>One<!-- -->1</div> <script>if (1 < 2) write("<h1>Never</h1>")</script>' +
      '<style>p > b { color: red }</style><template><p>Later</p></template><noscript>Unread<input name="x"/></noscript>' +
      '<p>Two&amp;<b>three</b>&#x27;s<br/>next\n<span>a</span><span aria-hidden="true">b</span></p></div></main>',
  )

  it('is read as it is seen, words of inline elements together', () => {
    expect(textOf(page.querySelector('main'))).toBe("One1 Two&three's next ab")
    expect(textOf(page.querySelector('b'))).toBe('three')
  })

  it('is none where there is no element', () => {
    expect(textOf(page.querySelector('h1'))).toBe('')
  })

  it('can be read in another way', () => {
    const reading = { ...usualReading, isInline: () => false }
    expect(readText(page.querySelector('p'), reading)).toBe("Two& three 's next a b")
    expect(readText(page.querySelector('p'), { ...reading, isLeftOut: (element) => element.tagName === 'B' })).toBe(
      "Two&'s next a b",
    )
  })

  it('leaves out what only scripts would show, and has what is there for those who run none', () => {
    expect(page.querySelectorAll('template p').length).toBe(0)
    expect(page.querySelectorAll('input').length).toBe(1)
  })
})

describe('the forms of a page', () => {
  const html =
    '<form action="" method="POST"><input type="hidden" name="$ACTION_1:0" value="{&quot;id&quot;:&quot;a&amp;b&quot;}"/>' +
    '<input type="hidden" name="$ACTION_REF_1"/><input value="oidc" data-name="x" name="provider" type="hidden">' +
    '<noscript><input type="hidden" name="search" value="server"/></noscript>' +
    '<input type="text" name="login" value="Ada"/><input type="hidden" value="nameless"/></form>' +
    '<form><button>Sign<!-- --> <b>out</b></button></form>'

  it('post what React escapes, and leave to somebody what they enter', () => {
    const hidden = [
      ['$ACTION_1:0', '{"id":"a&b"}'],
      ['$ACTION_REF_1', ''],
      ['provider', 'oidc'],
      ['search', 'server'],
    ]
    const forms = parseHtml(html).querySelectorAll('form')
    expect(forms.map(hiddenFieldsOf)).toEqual([hidden, []])
    expect(forms.map(fieldsOf)).toEqual([[...hidden, ['login', 'Ada']], []])
  })

  it('are found by what they have in them, or by a button', () => {
    expect(hiddenFields(html, 'form:has([name="provider"][value="oidc"])')).toMatchObject({ provider: 'oidc' })
    expect(hiddenFields(html, { button: 'Sign out' })).toEqual({})
    expect(textOf(formWith(parseHtml(html), 'form:has(b)'))).toBe('Sign out')
    expect(() => hiddenFields(html, { button: 'Sign' })).toThrow('The page has no form with a button “Sign”.')
    expect(() => hiddenFields(html, 'form:has([name="other"])')).toThrow('The page has no form:has([name="other"]).')
  })
})
