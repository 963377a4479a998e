import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { listen } from './listen'

const pauseMs = 20

/** A stand-in that only accepts uploads, at an adjustable speed. */
export interface SlowStandIn {
  baseUrl: string
  /** The uploads so far, oldest first. */
  uploads: { bytes: number; state: 'coming' | 'whole' | 'broken off' }[]
  /** The number of bytes to read, 50 times a second. With Infinity, it reads at full speed. */
  bytesAtOnce: number
  close(): Promise<void>
}

/** Starts a stand-in that reads at an adjustable speed. The normal stand-in reads at full speed or not at all. */
export async function startSlowStandIn(): Promise<SlowStandIn> {
  const server = createServer((incoming, outgoing) => {
    void take(incoming).then((isWhole) => {
      if (isWhole) outgoing.end(JSON.stringify({ id: '01JCZX3M5N4T9QK2R7W8Y6V0AB', queued: 7, failed: 0 }))
      return undefined
    })
  })
  async function take(incoming: AsyncIterable<Buffer>): Promise<boolean> {
    const upload: SlowStandIn['uploads'][number] = { bytes: 0, state: 'coming' }
    standIn.uploads.push(upload)
    let sinceLastPause = 0
    try {
      for await (const chunk of incoming) {
        upload.bytes += chunk.byteLength
        sinceLastPause += chunk.byteLength
        if (sinceLastPause < standIn.bytesAtOnce) continue
        // A chunk can be much larger than `bytesAtOnce`.
        const pauses = Math.floor(sinceLastPause / standIn.bytesAtOnce)
        sinceLastPause = 0
        await sleep(pauses * pauseMs)
      }
      upload.state = 'whole'
    } catch {
      upload.state = 'broken off'
    }
    return upload.state === 'whole'
  }
  const { port, close } = await listen(server)
  const standIn: SlowStandIn = {
    baseUrl: `http://127.0.0.1:${port}`,
    uploads: [],
    bytesAtOnce: Infinity,
    close,
  }
  return standIn
}
