import { expect, it } from 'vitest'
import { formsOf, hiddenFields } from './html-forms'

const html =
  '<form action="" method="POST"><input type="hidden" name="$ACTION_1:0" value="{&quot;id&quot;:&quot;a&amp;b&quot;}"/>' +
  '<input type="hidden" name="$ACTION_REF_1"/><input value="oidc" data-name="x" name="provider" type="hidden">' +
  '<input type="text" name="login" value="Ada"/><input type="hidden" value="nameless"/></form><form>Sign out</form>'

it('the forms of a page are read with what React escapes, and what somebody enters is left to them', () => {
  expect(formsOf(html).map((form) => form.hiddenFields)).toEqual([
    [
      ['$ACTION_1:0', '{"id":"a&b"}'],
      ['$ACTION_REF_1', ''],
      ['provider', 'oidc'],
    ],
    [],
  ])
})

it('a form is found by what it has in it', () => {
  expect(hiddenFields(html, 'value="oidc"')).toMatchObject({ provider: 'oidc' })
  expect(hiddenFields(html, 'Sign out')).toEqual({})
  expect(() => hiddenFields(html, 'Sign in')).toThrow('The page has no form with Sign in.')
})
