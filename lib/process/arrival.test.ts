import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { beforeEach, expect, it, vi } from 'vitest'
import { answerArrival } from './arrival'

const { login, receiveArrival } = vi.hoisted(() => ({ login: { isAskedBeforeNext: true }, receiveArrival: vi.fn() }))
vi.mock('@/lib/auth/user', () => login)
vi.mock('@/lib/receive-arrival', async (actual) => ({ ...(await actual<object>()), receiveArrival }))

async function answered() {
  const request = Object.assign(new IncomingMessage(new Socket()), { url: '/connect?nonce=2', method: 'GET' })
  const response = new ServerResponse(request)
  return { isAnswered: await answerArrival(request, response), response }
}

beforeEach(() => {
  login.isAskedBeforeNext = true
  receiveArrival.mockReset().mockResolvedValue({ kind: 'received' })
})

it('answers an arrival that leads on to the confirm page', async () => {
  const { isAnswered, response } = await answered()
  expect(isAnswered).toBe(true)
  expect(response.statusCode).toBe(303)
  expect(response.headersSent).toBe(true)
})

it('leaves any other to Next, with nothing written', async () => {
  receiveArrival.mockResolvedValue({ kind: 'incomplete' })
  const { isAnswered, response } = await answered()
  expect(isAnswered).toBe(false)
  expect(response.headersSent).toBe(false)
})

it('leaves all to Next where the login can be asked there alone', async () => {
  login.isAskedBeforeNext = false
  const { isAnswered, response } = await answered()
  expect(isAnswered).toBe(false)
  expect(response.headersSent).toBe(false)
  expect(receiveArrival).not.toHaveBeenCalled()
})
