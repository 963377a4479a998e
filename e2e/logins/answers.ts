import type { IncomingMessage, ServerResponse } from 'node:http'
import { vi } from 'vitest'
import type { ScriptedProvider } from '../idp/scripted'

/* Slow, long and broken answers of a provider, or of a server that answers instead of it. */

/** Replaces the provider's answer at a path. */
export function answerAt(
  provider: ScriptedProvider,
  path: string,
  answer: (response: ServerResponse, request: IncomingMessage) => void,
): void {
  provider.intercept = (request, response) => {
    if (request.url !== path) return false
    answer(response.setHeader('Content-Type', 'application/json'), request)
    return true
  }
}

/** Changes how the provider sends its answer at a path. */
export function changeAnswer(
  provider: ScriptedProvider,
  path: string,
  send: (body: string, end: (body: string) => void) => void,
): void {
  provider.intercept = ({ url }, response) => {
    const end = response.end.bind(response)
    if (url === path) Object.assign(response, { end: (body: string) => send(body, end) })
    return false
  }
}

/** Puts spaces in front of the provider's answer at a path. */
export const lengthenAnswer = (provider: ScriptedProvider, path: string, bytes: number): void =>
  changeAnswer(provider, path, (body, end) => end(' '.repeat(bytes) + body))

/**
 * Makes the provider answer with the status 101 at a path. Node then closes the connection of the app.
 *
 * @returns a promise that resolves when the connection has closed.
 */
export function switchProtocolAt(provider: ScriptedProvider, path: string): Promise<unknown> {
  const answer = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'
  return new Promise((resolve) =>
    answerAt(provider, path, (_, { socket }) => void socket.once('close', resolve).end(answer)),
  )
}

/** Stops the clock of the app's limits and of the provider's delays. The network stays real. */
export const stopTimers = () =>
  void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
