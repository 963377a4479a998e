import { connect } from 'node:net'
import { connect as connectTls } from 'node:tls'

/**
 * Sends one command to a Redis on loopback over a new connection. The `redis` package would generate its client for
 * each Redis, which takes a tenth of a second of a processor.
 *
 * @returns the reply: a text, a number, null, or a list of replies.
 * @throws Error with the text of an error reply, and the errors of the connection
 */
export async function sendCommand(port: number, words: readonly string[], isTls = false): Promise<unknown> {
  const address = { host: '127.0.0.1', port }
  const socket = isTls ? connectTls({ ...address, rejectUnauthorized: false }) : connect(address)
  socket.write(`*${words.length}\r\n${words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join('')}`)
  let received = Buffer.alloc(0)
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    received = Buffer.concat([received, chunk])
    const reply = readReply(received, 0)
    if (reply?.value instanceof Error) throw reply.value
    if (reply) return reply.value
  }
  throw new Error('Redis has closed the connection without a reply.')
}

/** Reads the reply that starts at a byte. @returns undefined if its end has not arrived. */
function readReply(bytes: Buffer, at: number): { value: unknown; next: number } | undefined {
  const end = bytes.indexOf('\r\n', at)
  if (end < 0) return undefined
  const [type, text, next] = [bytes.toString('latin1', at, at + 1), bytes.toString('utf8', at + 1, end), end + 2]
  if (type === '+') return { value: text, next }
  if (type === '-') return { value: new Error(text), next }
  if (type === ':') return { value: Number(text), next }
  const length = Number(text)
  if (length < 0) return { value: null, next }
  if (type === '$') {
    const isWhole = bytes.length >= next + length + 2
    return isWhole ? { value: bytes.toString('utf8', next, next + length), next: next + length + 2 } : undefined
  }
  const values: unknown[] = []
  let reply: ReturnType<typeof readReply> = { value: null, next }
  while (values.length < length) {
    reply = readReply(bytes, reply.next)
    if (!reply) return undefined
    values.push(reply.value)
  }
  return { value: values, next: reply.next }
}
