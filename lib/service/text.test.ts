import { describe, expect, it } from 'vitest'
import { codesOf, quotesSecret, serviceMessage, serviceText } from './text'

describe('serviceText', () => {
  it('returns null if nothing is left to show', () => {
    for (const text of [undefined, '', '  ', '\0\n', '\u200b']) expect(serviceText(text)).toBeNull()
  })

  it('replaces control characters with spaces, and removes characters that reverse the text direction', () => {
    expect(serviceText('a\0b\r\nc\u2028d\u202ee\u2066f')).toBe('a b c def')
  })

  it('truncates to 500 characters without splitting one', () => {
    expect(serviceText('x'.repeat(500))).toBe('x'.repeat(500))
    expect(serviceText('x'.repeat(501))).toBe(`${'x'.repeat(499)}…`)
    expect(serviceText('😀'.repeat(600))).toBe(`${'😀'.repeat(499)}…`)
  })
})

const secret = 'Kx7-pQ_93zLm'
const percent = (text: string) => Buffer.from(text).toString('hex').replaceAll(/../g, '%$&')

describe('serviceMessage', () => {
  it('returns the text when it quotes no secret', () => {
    expect(serviceMessage('Request <b>expired</b> & gone', [secret])).toBe('Request <b>expired</b> & gone')
    expect(serviceMessage('100% wrong: %zz', [secret])).toBe('100% wrong: %zz')
    expect(serviceMessage(undefined, [secret])).toBeNull()
  })

  it('returns null when the text quotes a secret, even at the end of a long text', () => {
    expect(serviceMessage(`nonce ${secret} is wrong`, ['key-12345', secret])).toBeNull()
    expect(serviceMessage(`${'x'.repeat(495)}${secret}`, [secret])).toBeNull()
  })
})

describe('quotesSecret', () => {
  it('finds a secret in any encoding', () => {
    for (const quoted of [
      secret,
      `https://service.example/cb?request_id=1#ac=${secret}&x=1`,
      JSON.stringify({ error: { code: secret } }),
      percent(secret),
      percent(secret).toUpperCase(),
      secret.replace('7', '%37').replace('-', '%2d').replace('_', '%5F'),
      encodeURIComponent(percent(secret)),
      percent(percent(secret)),
      secret.split('').join('\u200b'),
      secret.split('').join('\u00ad'),
    ]) {
      expect(quotesSecret(quoted, [secret]), quoted).toBe(true)
      expect(quotesSecret(`100% of the code (${quoted}) is known.`, ['another-one', secret])).toBe(true)
    }
    expect(quotesSecret(String.raw`{"key":"sk\/live-42"}`, ['sk/live-42'])).toBe(true)
  })

  it('finds a secret that looks percent-encoded, and a secret in another alphabet', () => {
    expect(quotesSecret('key%2Done', ['key%2Done'])).toBe(true)
    expect(quotesSecret(encodeURIComponent('key%2Done'), ['key%2Done'])).toBe(true)
    expect(quotesSecret(encodeURIComponent('пароль-42'), ['пароль-42'])).toBe(true)
  })

  it('finds no secret in other texts, and none of fewer than six characters', () => {
    for (const text of [
      'The nonce does not match the one issued for this request.',
      '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU is connected already',
      `${secret.slice(0, 5)} ${secret.slice(7)}`,
      '%%% \\u &#x; %zz %f \uD800',
      '',
    ])
      expect(quotesSecret(text, [secret, 'another-one']), text).toBe(false)
    expect(quotesSecret('The nonce is wrong', ['nonce', ''])).toBe(false)
  })
})

describe('codesOf', () => {
  it('finds each code in a body', () => {
    const bodies: [string, unknown, string[]][] = [
      ['an auth_code', { auth_code: secret }, [secret]],
      ['one deep in the body', { data: { list: [{ auth_code: secret }] } }, [secret]],
      ['one that is a number', { auth_code: 9300 }, ['9300']],
      ['the fragment of return_url', { return_url: 'https://s.example/cb?a=1#ac=a%2Bb&x=1' }, ['a%2Bb', 'a+b']],
      ['one in a list', { auth_code: [secret, 1] }, [secret, '1']],
      ['one in an object', { auth_code: { value: secret } }, [secret]],
      ['one under another spelling', { data: { authCode: secret } }, [secret]],
      ['one that a message names', { error: `See auth_code ${secret}` }, [secret, secret]],
      ['one in a URL in a message', { error: 'Go to https://s.example/cb?ac=Kx now' }, ['Kx', 'Kx']],
    ]
    for (const [what, body, codes] of bodies) expect(codesOf(body), what).toEqual(codes)
  })

  it('finds no code in a body without one', () => {
    for (const body of [
      { error: 'This request has expired.', reason: 'request_expired', request_id: '01JCZX3M5N4T9QK2R7W8Y6V0AB' },
      { return_url: 'https://s.example/cb#mac=1' },
      { auth_code: [null] },
      null,
      [1, 'text'],
    ])
      expect(codesOf(body)).toEqual([])
  })
})
