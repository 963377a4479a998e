import { describe, expect, it } from 'vitest'
import { mayQuoteCode, quotesSecret } from './quoted-secret'

const secret = 'Kx7-pQ_93zLm'
const base64 = (text: string) => Buffer.from(text).toString('base64')
const hex = (text: string) => Buffer.from(text).toString('hex')
const percent = (text: string) => hex(text).replaceAll(/../g, '%$&')
const between = (text: string, separator: string) => text.split('').join(separator)

/** The same secret in the forms that a text may have it in. */
const forms: Record<string, string> = {
  'as it is': secret,
  'in capitals': secret.toUpperCase(),
  'in small letters': secret.toLowerCase(),
  'in a URL': `https://service.example/cb?request_id=1#ac=${secret}&x=1`,
  'in JSON': JSON.stringify({ error: { detail: { code: secret } } }),
  'in JSON inside JSON': JSON.stringify(JSON.stringify({ code: secret })),
  'percent-encoded': percent(secret),
  'percent-encoded in part': secret.replace('7', '%37').replace('-', '%2d'),
  'percent-encoded twice': encodeURIComponent(percent(secret)),
  'with zero-width characters': between(secret, '\u200b'),
  'with soft hyphens': between(secret, '\u00ad'),
  'with blanks': between(secret, ' '),
  'with line ends': between(secret, '\r\n'),
  'with hyphens': between(secret, '-'),
  'with dots': between(secret, '.'),
  'in full-width characters': between(secret, '').replaceAll(/[!-~]/g, (c) =>
    String.fromCodePoint(c.charCodeAt(0) + 0xfee0),
  ),
  'as decimal entities': Array.from(secret)
    .map((c) => `&#${c.charCodeAt(0)};`)
    .join(''),
  'as hexadecimal entities': Array.from(secret)
    .map((c) => `&#x${hex(c)};`)
    .join(''),
  'with named entities': secret.replace('_', '&lowbar;').replace('-', '&hyphen;'),
  'as escapes of JSON': Array.from(secret)
    .map((c) => `\\u00${hex(c)}`)
    .join(''),
  'as escapes of a script': Array.from(secret)
    .map((c) => `\\x${hex(c)}`)
    .join(''),
  'in hex': hex(secret),
  'in hex, in capitals': hex(secret).toUpperCase(),
  'in hex with colons': hex(secret).replaceAll(/..(?=.)/g, '$&:'),
  'in base64': base64(secret),
  'in base64url': Buffer.from(secret).toString('base64url'),
  'in base64 behind one byte': base64(`x${secret}`),
  'in base64 behind two bytes': base64(`xy${secret}yz`),
  'in base64 behind three bytes': base64(`xyz${secret}`),
  'in base64 stuck to a word': `code${base64(secret)}`,
  'in base64 with line ends': base64(`code: ${secret}, and more text behind it`).replaceAll(/.{10}/g, '$&\n'),
  'in base64 of JSON': base64(JSON.stringify({ code: secret })),
  'in base64 of UTF-16': Buffer.from(secret, 'utf16le').toString('base64'),
  'in base64 twice': base64(base64(secret)),
  'in hex of base64': hex(base64(secret)),
  'in percent-encoded base64': encodeURIComponent(base64(`??${secret}??`)),
}

describe('quotesSecret', () => {
  it.each(Object.entries(forms))('finds it %s', (_form, quoted) => {
    expect(quotesSecret(quoted, [secret])).toBe(true)
    expect(quotesSecret(`The code (${quoted}) is known.`, ['another-one', secret])).toBe(true)
  })

  it('finds none where there is none', () => {
    const texts = [
      'The nonce does not match the one issued for this request.',
      'Request 01JCZX3M5N4T9QK2R7W8Y6V0AB is unknown <b>here</b> &amp; there.',
      '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU is connected already',
      base64('something else altogether'),
      `${secret.slice(0, 5)} ${secret.slice(7)}`,
      '%%% \\ \\u &#; &#x; &# %zz \uD800',
      '',
    ]
    for (const text of texts) expect(quotesSecret(text, [secret, 'another-one'])).toBe(false)
  })

  it('looks for nothing that is too short to be a secret', () => {
    expect(quotesSecret('The nonce is wrong', ['nonce', ''])).toBe(false)
  })

  it('finds a secret of other alphabets, and one of signs alone', () => {
    expect(quotesSecret(encodeURIComponent('пароль-42'), ['пароль-42'])).toBe(true)
    expect(quotesSecret('code !?!%$#!', ['!?!%$#!'])).toBe(true)
  })

  it('takes a text for a quote that is too long to be looked through, and so one beside too many values', () => {
    expect(quotesSecret('x'.repeat(4000), [secret])).toBe(false)
    expect(quotesSecret('x'.repeat(4001), [secret])).toBe(true)
    expect(
      quotesSecret(
        'x',
        Array.from({ length: 51 }, (_, index) => `value-${index}`),
      ),
    ).toBe(true)
  })

  it.each(['%', '%41', '&#x41;', '\\u0041', 'QUFB', '4142', '\u200b', 'a ', '&', '\\'])(
    'takes no long time over a text of %j alone',
    (piece) => {
      const startedAt = performance.now()
      quotesSecret(piece.repeat(4000).slice(0, 4000), [secret])
      expect(performance.now() - startedAt).toBeLessThan(500)
    },
  )
})

describe('mayQuoteCode', () => {
  it.each<[string, string, unknown]>([
    ['a code that is a number', 'Spend 93817264 soon', { auth_code: 93_817_264 }],
    ['a code in another field', `Spend ${secret}`, { code: secret }],
    ['a code deep in the body', `Spend ${secret}`, { data: { list: [{ code: secret }] } }],
    ['the fragment of return_url', `Spend ${secret}`, { return_url: `https://s.example/cb?request_id=1#ac=${secret}` }],
    ['that fragment, percent-encoded', `Spend ${percent(secret)}`, { return_url: `https://s.example/#ac=${secret}` }],
    ['return_url itself', 'Go to https://s.example/cb#abc', { return_url: 'https://s.example/cb#abc' }],
    ['a code that it alone has, by its name', '{"auth_code":"x"}', {}],
    ['a code that it alone has, by its parameter', 'Go to https://s.example/cb#ac=x', {}],
    ['the same in base64', base64('{"auth_code":"Kx"}'), {}],
  ])('finds %s', (_what, message, body) => expect(mayQuoteCode(message, body)).toBe(true))

  it.each<[string, unknown]>([
    ['Request 01JCZX3M5N4T9QK2R7W8Y6V0AB expired', { request_id: '01JCZX3M5N4T9QK2R7W8Y6V0AB', status: 'expired' }],
    ['This request has expired.', { error: 'This request has expired.', reason: 'request_expired' }],
    ['This request has expired.', { message: 'This request has expired.', code: secret }],
    ['In words.', null],
    ['In words.', [1, 'text']],
  ])('lets %j pass beside %j', (message, body) => expect(mayQuoteCode(message, body)).toBe(false))
})
