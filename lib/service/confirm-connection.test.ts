import { describe, expect, it } from 'vitest'
import { confirmConnection, interpretConfirm } from './confirm-connection'
import { access, stubFetch } from './test-support'

const read = (status: number, text: string, headers: HeadersInit = {}) =>
  interpretConfirm(new Response(text, { status, headers }))

describe('interpretConfirm', () => {
  it('returns the auth_code of a success only within returnUrl', async () => {
    const returnUrl = 'https://s.example/#ac=code-12345'
    const answer = await read(200, `{"status":"success","auth_code":"code-12345","return_url":"${returnUrl}"}`)
    expect(answer).toMatchObject({ hasAuthCode: true, returnUrl })
    expect(JSON.stringify({ ...answer, returnUrl: null })).not.toContain('code-12345')
  })

  it('accepts any content type and unknown fields, and reads Retry-After', async () => {
    const headers = { 'Content-Type': 'text/plain', 'Retry-After': '12' }
    const answer = await read(409, ' {"auth_code":"c","new":[1]} ', headers)
    expect(answer).toMatchObject({ hasAuthCode: true, retryAfterSeconds: 12 })
  })

  it('accepts only a text as an auth_code', async () => {
    for (const value of ['""', 'null', '42', 'true', '{}', '["code"]']) {
      const answer = await read(200, `{"auth_code":${value},"error":"In words."}`)
      expect(answer, value).toMatchObject({ hasAuthCode: false, error: 'In words.' })
    }
  })

  it('keeps the other fields when one has the wrong type', async () => {
    const fields = { error: undefined, reason: 'invalid_address' }
    expect(await read(422, '{"error":7,"reason":"invalid_address"}')).toMatchObject(fields)
  })

  it('drops a message beside an auth_code, because it might quote the code', async () => {
    const answer = await read(409, '{"auth_code":"code-12345","error":"use code-12345"}')
    expect(answer.error).toBeUndefined()
  })

  it('drops a message that quotes a nested code, which is a number in any spelling, and keeps other messages', async () => {
    for (const code of ['8812345', '8.812345e6', '8812345.0']) {
      for (const [text = '', error] of [[`use ${code} or 8812345`], ['use 8812345'], ['too late', 'too late']]) {
        const body = `{"data":{"auth_code":${code}},"error":"${text}","reason":"request_expired"}`
        expect(await read(410, body), text).toMatchObject({ error, reason: 'request_expired' })
      }
    }
  })

  it('drops a reason that may be a message or a code', async () => {
    for (const reason of ['use code-12345', 'code-12345', 'Request expired', 'x'.repeat(65), 'expired_']) {
      expect((await read(410, JSON.stringify({ error: 'e', reason }))).reason, reason).toBeUndefined()
    }
  })

  it('reports a body without auth_code and error as not the service’s, with any status', async () => {
    const noJson = ['', '<!doctype html>', '{"auth_code":"c']
    const bodies = [...noJson, '"auth_code"', 'null', '[]', '{"message":"no"}', '{"error":7}']
    for (const status of [200, 400, 401, 403, 404, 429, 502]) {
      for (const text of bodies) {
        const answer = await read(status, text, { 'Content-Type': 'Text/HTML; charset=utf-8' })
        const expected = { kind: 'not_the_service', contentType: 'text/html', hasAuthCode: false }
        expect(answer, `${status} ${text}`).toMatchObject(expected)
      }
      expect((await read(status, '{"error":"In words."}')).kind, `${status}`).not.toBe('not_the_service')
    }
  })

  it('reads a listed reason without a text, and drops a content type that is no media type', async () => {
    const answer = await read(410, '{"reason":"request_expired"}', { 'Content-Type': 'key-12345' })
    expect(answer).toMatchObject({ kind: 'request_expired', contentType: undefined })
  })
})

describe('field of a refusal', () => {
  const fields = ['signature', 'request_id', 'nonce', 'wallet_address', 'subnet_user_id']
  const fieldIn = async (body: object) => (await interpretConfirm(Response.json(body, { status: 422 }), fields)).field

  it('interpretConfirm finds the first field that the text names as a word', async () => {
    for (const [error, field] of [
      ['wallet_address: must be a base58 address', 'wallet_address'],
      ['The field signature is too long', 'signature'],
      ['body.signature is invalid', 'signature'],
      ['body/wallet_address must be string', 'wallet_address'],
      ['$.wallet_address: expected a string', 'wallet_address'],
      ['$["subnet_user_id"] is too long', 'subnet_user_id'],
      ['"request_id" is required', 'request_id'],
      ['Is the nonce right?', 'nonce'],
      ['subnet_user_id and wallet_address are required', 'subnet_user_id'],
      ['No wallet_address beside signature', 'wallet_address'],
      ['The request is invalid'],
      ['Too many nonces'],
      ['wallet_addresses must be a list'],
      ['my_signature is unknown'],
      ['wallet-signature is unknown'],
      ['walletAddress is required'],
      ['constructor is not allowed'],
      [''],
    ])
      expect(await fieldIn({ error, reason: 'invalid_request' }), error).toBe(field)
  })

  it('interpretConfirm finds no field when the error text is missing, even if other fields of the body name one', async () => {
    expect(await fieldIn({ reason: 'signature', message: 'The field signature is too long' })).toBeUndefined()
    expect(await fieldIn({ error: { signature: 'too long' }, reason: 'invalid_request' })).toBeUndefined()
  })

  it('interpretConfirm keeps the field when it drops the text', async () => {
    const beside = await interpretConfirm(Response.json({ auth_code: 'c', error: 'signature ignored' }), fields)
    expect(beside).toMatchObject({ hasAuthCode: true, error: undefined, field: 'signature' })
    const quoting = { data: { auth_code: 'code-12345' }, error: 'signature is not code-12345' }
    const quoted = await interpretConfirm(Response.json(quoting), fields)
    expect(quoted).toMatchObject({ error: undefined, field: 'signature' })
  })

  it('confirmConnection recognises the signature only by its configured name, also when it sent none', async () => {
    const request = { requestId: 'r', nonce: 'n', walletAddress: 'w', subnetUserId: 'u' }
    for (const signature of ['proof', 'signature']) {
      const configured = { ...access, names: { ...access.names, signature } }
      for (const named of ['proof', 'signature']) {
        const body = { error: `${named} is too long`, reason: 'invalid_request' }
        for (const sent of [request, { ...request, signature: 's' }]) {
          const fetchMock = stubFetch().mockResolvedValueOnce(Response.json(body, { status: 422 }))
          const { field } = await confirmConnection(configured, sent)
          expect(field, `${named} as ${signature}`).toBe(named === signature ? named : undefined)
          expect(String(fetchMock.mock.calls[0]?.[1]?.body).includes(signature)).toBe('signature' in sent)
        }
      }
    }
  })
})
