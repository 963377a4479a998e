import { connect, type Socket } from 'node:net'

/** A client that writes what it is told, byte by byte. */
export interface RawClient {
  socket: Socket
  /** What it has received so far. */
  received: () => string
  /** Ends as the connection is closed, by whichever side and however. */
  closed: Promise<void>
}

/**
 * Opens a connection to a port on loopback, and sends a text.
 *
 * @param options.sendsOn - whether it goes on sending once the server has said that it sends no more.
 */
export function openRaw(port: number, text = '', { host = '127.0.0.1', sendsOn = false } = {}): RawClient {
  const socket = connect({ port, host, allowHalfOpen: sendsOn })
  let received = ''
  socket.setEncoding('latin1').on('data', (chunk: string) => (received += chunk))
  // A reset is one way of closing.
  socket.on('error', () => {})
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.write(text, 'latin1')
  return { socket, received: () => received, closed }
}

/** The status of the first response that a client has received; 0 where there is none. */
export function statusOf({ received }: RawClient): number {
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(received())?.[1] ?? 0)
}
