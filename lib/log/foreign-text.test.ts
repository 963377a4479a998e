import { describe, expect, it } from 'vitest'
import { loggableText } from './foreign-text'

describe('loggableText', () => {
  const secret = 's3cr3t~with.odd_chars+/=%'

  it.each([
    ['Invalid scopes: groups', 'Invalid scopes: groups'],
    ['AADSTS7000215: Invalid client secret provided.', 'AADSTS7000215: Invalid client secret provided.'],
    ['Invalid Client Secret', 'Invalid Client Secret'],
    ['User Is Banned', 'User Is Banned'],
    ["registered for 'client_secret_basic'", "registered for 'client_secret_basic'"],
    ['User Ada Lovelace Is Banned', '…'],
    ['Grant Lovelace is banned', '… is banned'],
    ['user@client and "user@client" are locked', '… and … are locked'],
    ["The user 'ada' is not assigned to “the app”.", 'The user … is not assigned to ….'],
    ['ada.lovelace@example.com is locked', '… is locked'],
    ['ada＠example.com is locked', '… is locked'],
    ['DOMAIN\\ada is locked', '… is locked'],
    [`The user's account 'ada' isn't active; don't retry`, `The user's account … isn't active; don't retry`],
    ['The user „ada“ or 「山田」 is locked', 'The user … or … is locked'],
    ['The user "ada\nlovelace" is locked', 'The user … is locked'],
    ['Ada Lovelace is not assigned', '… is not assigned'],
    ['Code 0f3a9c41-77aa-4bd1-9b9c-2f0d1c9a0b11 is over', 'Code … is over'],
    ['two\r\nlines\u202e', 'two lines'],
    [' ', undefined],
    [undefined, undefined],
    [`the secret ${secret} is wrong`, undefined],
    [`the secret ${secret.split('').join('\u3164')} is wrong`, undefined],
    [`the secret ${encodeURIComponent(secret)} is wrong`, undefined],
  ])('turns %j into %j', (text, expected) => {
    expect(loggableText(text, [secret])).toBe(expected)
  })

  it('cuts a text to at most 200 characters', () => {
    expect(loggableText('word '.repeat(10_000), [])?.length).toBeLessThanOrEqual(200)
  })
})
