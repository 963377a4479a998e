import 'server-only'
import { subscribe } from 'node:diagnostics_channel'
import type { Server } from 'node:http'

/**
 * How long a request may take to arrive whole. Node's own 5 minutes would break off an upload of 1 GB on
 * any line below 27 Mbit/s, and `next start` has no option for it.
 */
export const longestRequestMs = 24 * 60 * 60 * 1000

/**
 * Lets requests take long to arrive, on the servers of this process. Next does not hand its server out;
 * Node names it with every request that begins. The time that the headers may take stays as it is.
 */
export function allowSlowRequests(longestMs: number = longestRequestMs): void {
  subscribe('http.server.request.start', (message) => {
    const { server } = message as { server: Server }
    server.requestTimeout = longestMs
  })
}
