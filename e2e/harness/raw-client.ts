import { connect, type Socket } from 'node:net'

/** A client that sends raw bytes. */
export interface RawClient {
  socket: Socket
  /** The text received so far. */
  received: () => string
  /** Resolves when the connection has ended in any way. */
  closed: Promise<void>
}

/**
 * Opens a connection to a port on loopback, and sends a text.
 *
 * @param options.sendsOn - whether it keeps its side open after the server has closed its side.
 */
export function openRaw(port: number, text = '', { host = '127.0.0.1', sendsOn = false } = {}): RawClient {
  const socket = connect({ port, host, allowHalfOpen: sendsOn })
  let received = ''
  socket.setEncoding('latin1').on('data', (chunk: string) => (received += chunk))
  // A reset also closes the connection.
  socket.on('error', () => {})
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.write(text, 'latin1')
  return { socket, received: () => received, closed }
}

/** The status of the first received response; 0 if there is none. */
export function statusOf({ received }: RawClient): number {
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(received())?.[1] ?? 0)
}
