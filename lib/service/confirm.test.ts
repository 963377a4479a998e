import { describe, expect, it } from 'vitest'
import { confirmConnection, returnUrlSchema } from './confirm'
import type { ServiceRefusedError } from './errors'
import { access, errorOf, stubFetch } from './test-support'

const request = { requestId: 'r', nonce: 'n', walletAddress: 'w', subnetUserId: 'u' }

function read(status: number, text: string, headers: HeadersInit = {}) {
  stubFetch().mockResolvedValueOnce(new Response(text, { status, headers }))
  return confirmConnection(access, request)
}
const refusal = (...given: Parameters<typeof read>) => errorOf(read(...given)) as Promise<ServiceRefusedError>

describe('confirmConnection', () => {
  it('returns the auth_code of a success only within returnUrl', async () => {
    const returnUrl = 'https://s.example/#ac=code-12345'
    const answer = await read(200, `{"status":"success","auth_code":"code-12345","return_url":"${returnUrl}"}`)
    expect(answer).toMatchObject({ ok: true, data: { status: 200, returnUrl } })
    expect(JSON.stringify(answer).replace(returnUrl, '')).not.toContain('code-12345')
  })

  it('accepts any content type and unknown fields, and reads Retry-After', async () => {
    const headers = { 'Content-Type': 'text/plain', 'Retry-After': '12' }
    expect(await read(409, ' {"auth_code":"c","new":[1]} ', headers)).toMatchObject({ ok: true })
    expect(await refusal(429, ' {"error":"e","new":[1]} ', headers)).toMatchObject({ retryAfterSeconds: 12 })
  })

  it('accepts only a text as an auth_code', async () => {
    for (const value of ['""', 'null', '42', 'true', '{}', '["code"]']) {
      const answer = await refusal(200, `{"auth_code":${value},"error":"In words."}`)
      expect(answer, value).toMatchObject({ kind: 'unknown', serviceText: 'In words.' })
    }
  })

  it('drops a message beside an auth_code, because it might quote the code', async () => {
    const answer = await read(409, '{"auth_code":"code-12345","error":"use code-12345"}')
    expect(JSON.stringify(answer)).not.toContain('code-12345')
  })

  it('drops a message that quotes a nested code, which is a number in any spelling, and keeps other messages', async () => {
    for (const code of ['8812345', '8.812345e6', '8812345.0']) {
      for (const [text = '', serviceText] of [[`use ${code} or 8812345`], ['use 8812345'], ['too late', 'too late']]) {
        const body = `{"data":{"auth_code":${code}},"error":"${text}","reason":"request_expired"}`
        expect(await refusal(410, body), text).toMatchObject({ serviceText, reason: 'request_expired' })
      }
    }
  })

  it('drops a reason that may be a message or a code', async () => {
    for (const reason of ['use code-12345', 'code-12345', 'Request expired', 'x'.repeat(65), 'expired_']) {
      expect((await refusal(410, JSON.stringify({ error: 'e', reason }))).reason, reason).toBeUndefined()
    }
  })

  it('reads a listed reason without a text, or reports another service, and drops a content type that is no media type', async () => {
    const answer = await refusal(410, '{"reason":"request_expired"}', { 'Content-Type': 'key-12345' })
    expect(answer).toMatchObject({ kind: 'request_expired', contentType: undefined })
    const page = await refusal(502, '<!doctype html>', { 'Content-Type': 'Text/HTML; charset=utf-8' })
    expect(page).toMatchObject({ kind: 'not_the_service', contentType: 'text/html' })
  })
})

describe('field of a refusal', () => {
  const interpreted = (body: object) => read(422, JSON.stringify(body))
  const fieldIn = async (body: object) => ((await errorOf(interpreted(body))) as ServiceRefusedError).field

  it('confirmConnection finds the first field that the text names as a word', async () => {
    for (const [error, field] of [
      ['wallet_address: must be a base58 address', 'wallet_address'],
      ['The field proof is too long', 'proof'],
      ['body.proof is invalid', 'proof'],
      ['body/wallet_address must be string', 'wallet_address'],
      ['$.wallet_address: expected a string', 'wallet_address'],
      ['$["subnet_user_id"] is too long', 'subnet_user_id'],
      ['"request_id" is required', 'request_id'],
      ['Is the nonce right?', 'nonce'],
      ['subnet_user_id and wallet_address are required', 'subnet_user_id'],
      ['No wallet_address beside proof', 'wallet_address'],
      ['The request is invalid'],
      ['Too many nonces'],
      ['wallet_addresses must be a list'],
      ['my_proof is unknown'],
      ['wallet-proof is unknown'],
      ['walletAddress is required'],
      ['constructor is not allowed'],
      [''],
    ])
      expect(await fieldIn({ error, reason: 'invalid_request' }), error).toBe(field)
  })

  it('confirmConnection finds no field when the error text is missing or no text, and still reads the reason', async () => {
    expect(await fieldIn({ reason: 'proof', message: 'The field proof is too long' })).toBeUndefined()
    const error = await errorOf(interpreted({ error: { proof: 'too long' }, reason: 'invalid_address' }))
    expect(error).toMatchObject({ field: undefined, serviceText: undefined, reason: 'invalid_address' })
  })

  it('confirmConnection keeps the field when it drops the text', async () => {
    const beside = await interpreted({ auth_code: 'c', error: 'proof ignored' })
    expect(beside).toMatchObject({ data: { field: 'proof' } })
    const quoting = { data: { auth_code: 'code-12345' }, error: 'proof is not code-12345' }
    expect(await errorOf(interpreted(quoting))).toMatchObject({ serviceText: undefined, field: 'proof' })
  })

  it('confirmConnection recognises the signature only by its configured name, also when it sent none', async () => {
    for (const signature of ['proof', 'signature']) {
      const configured = { ...access, names: { ...access.names, signature } }
      for (const named of ['proof', 'signature']) {
        const body = { error: `${named} is too long`, reason: 'invalid_request' }
        for (const sent of [request, { ...request, signature: 's' }]) {
          const fetchMock = stubFetch().mockResolvedValueOnce(Response.json(body, { status: 422 }))
          const field = named === signature ? named : undefined
          expect(await errorOf(confirmConnection(configured, sent)), `${named} as ${signature}`).toMatchObject({
            field,
          })
          expect(String(fetchMock.mock.calls[0]?.[1]?.body).includes(signature)).toBe('signature' in sent)
        }
      }
    }
  })
})

const parsed = (value: unknown) => returnUrlSchema.safeParse(value).data ?? null

describe('returnUrlSchema', () => {
  it('keeps an absolute http or https URL byte for byte', () => {
    for (const url of [
      'https://service.example/cb?request_id=1#ac=X',
      'http://service.example:8080/cb#ac=X',
      'HTTPS://service.example/cb#ac=X',
      `http://h:1/a;b/~%7e+//c?x=;&y='"<>{}|\\^\` z#one#ac=${'x'.repeat(2000)}`,
      'https://[::1]:3000/cb#ac=X',
      `https://service.example/cb#ac=${'x'.repeat(2000)}`,
    ])
      expect(parsed(url)).toBe(url)
  })

  it('refuses any other value, and the confirm then has no return URL', async () => {
    expect(await read(200, '{"auth_code":"c"}')).toMatchObject({ data: { returnUrl: null } })
    const noTexts = [undefined, null, 42, {}, ['https://service.example/']]
    const relative = ['', '/cb#ac=X', '//service.example/cb#ac=X', 'service.example/cb']
    const withoutSlashes = ['https:service.example/cb', 'https:/service.example/cb', 'https:\\\\service.example/cb']
    const withoutHost = ['https:///service.example/cb', 'https://', 'https://?x']
    const scripts = ['javascript:alert(1)', 'JavaScript://service.example/%0aalert(1)', 'data:text/html,x']
    const otherSchemes = ['ftp://service.example/cb', 'custom://service.example/cb']
    const withBlanks = [' https://service.example/cb', 'https://service.example/cb ', 'https://service.example/\tcb']
    const withLines = ['https://service.example/cb\r\nSet-Cookie: a=b', 'java\nscript://x']
    for (const value of [
      ...noTexts,
      ...relative,
      ...withoutSlashes,
      ...withoutHost,
      ...scripts,
      ...otherSchemes,
      ...withBlanks,
      ...withLines,
      'https://service.example:99999/cb',
    ])
      expect(parsed(value), String(value)).toBeNull()
  })

  it('percent-encodes only non-ASCII characters, as a browser does in a link', () => {
    expect(parsed('https://h/%C3%BC/ü?q=日本#😀~')).toBe('https://h/%C3%BC/%C3%BC?q=%E6%97%A5%E6%9C%AC#%F0%9F%98%80~')
    expect(parsed('https://h/ü;日本')).toBe(new URL('https://h/ü;日本').href)
    expect(parsed('https://h/\ud800')).toBe('https://h/%EF%BF%BD')
  })
})
