import { once } from 'node:events'
import type { AddressInfo, Server, Socket } from 'node:net'

/** A server that accepts connections. */
export interface Listening {
  port: number
  /** Ends the server with its open connections. */
  close: () => Promise<void>
}

/** Lets a server listen on loopback, on any free port. */
export async function listen(server: Server): Promise<Listening> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
