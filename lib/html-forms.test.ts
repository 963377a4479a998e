import { expect, it } from 'vitest'
import { formsOf } from './html-forms'

it('the forms of a page are read with what React escapes', () => {
  const html =
    '<form action="" method="POST"><input type="hidden" name="$ACTION_1:0" value="{&quot;id&quot;:&quot;a&amp;b&quot;}"/>' +
    '<input type="hidden" name="$ACTION_REF_1"/><input value="oidc" name="provider"></form><form></form>'
  expect(formsOf(html)).toEqual([
    {
      fields: [
        ['$ACTION_1:0', '{"id":"a&b"}'],
        ['$ACTION_REF_1', ''],
        ['provider', 'oidc'],
      ],
    },
    { fields: [] },
  ])
})
