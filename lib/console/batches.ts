import 'server-only'
import { z } from 'zod'
import { dayInMs } from '@/lib/config/durations'
import { log } from '@/lib/log'
import { store, unlessUnavailable, type ListEntry } from '@/lib/store'

export const maxBatches = 200
/** How long the hash of a sent file is known. */
export const knownForDays = 90

const batch = z.object({
  fileName: z.string(),
  sizeBytes: z.number(),
  sha256: z.string(),
  by: z.string(),
  /** The API key, or a subnet admin's JWT. */
  credential: z.enum(['key', 'jwt']),
  /** The service's answer; null if it is unknown whether the service accepted the file. */
  result: z.object({ id: z.string(), queued: z.number(), failed: z.number() }).nullable(),
})

/**
 * A file that the app sent to the service as a whole, unless the service certainly refused it. For example:
 *
 *     { "fileName": "runs.csv", "sizeBytes": 52104, "sha256": "9f86d081…0a08", "by": "Ada", "credential": "key",
 *       "result": { "id": "batch-1", "queued": 120, "failed": 2 } }
 */
export type Batch = z.output<typeof batch>
export type Credential = Batch['credential']

/** `{ "at": 1767139200000, "fileName": "runs.csv", "by": "Ada", "batchId": "batch-1" }` by the SHA-256 of the file. */
const sentFile = z.object({
  /** The time of the upload, in milliseconds since 1970. */
  at: z.number(),
  fileName: z.string(),
  by: z.string(),
  /** Null if it is unknown whether the service accepted the file. */
  batchId: z.string().nullable(),
})

export type SentFile = z.output<typeof sentFile>

const batches = () => store().list('batches', { schema: batch, maxEntries: maxBatches })
const fileTtl = { ttlMs: knownForDays * dayInMs }

/** The newest first. @throws StoreUnavailableError */
export const listBatches = (): Promise<ListEntry<Batch>[]> => batches().newest({ limit: maxBatches })

/** Finds a batch by its `batchIdOf`. @throws StoreUnavailableError */
export async function findBatch(id: string): Promise<ListEntry<Batch> | undefined> {
  return (await listBatches()).find((kept) => batchIdOf(kept) === id)
}

/** Without an ID of the service, the list entry's own. */
export const batchIdOf = ({ id, entry: { result } }: ListEntry<Batch>): string => result?.id ?? id

/** Atomic over all instances. Only the holder of the claim may send the bytes. Without the store, every file is new. */
export async function claimFile(file: Omit<Batch, 'sizeBytes' | 'result'>, isAgain: boolean) {
  const key = `batch-file:${file.sha256}`
  const sent: SentFile = { at: Date.now(), fileName: file.fileName, by: file.by, batchId: null }
  const set = (value: SentFile) => store().set(key, { ...value }, fileTtl)
  const earlier = await ifKept(async () => {
    if (await store().setIfAbsent(key, { ...sent }, fileTtl)) return null
    const known = await store().get(key, sentFile)
    if (!known || isAgain) await set(sent)
    return known
  }, null)
  if (earlier && !isAgain) return { earlier }
  return {
    /** For a file of which the service certainly has no rows. */
    release: () =>
      ifKept(async () => {
        // Meanwhile, another sender may have sent the same bytes again.
        const current = await store().get(key, sentFile)
        if (current?.at !== sent.at || current.by !== sent.by) return
        await (earlier ? set(earlier) : store().delete(key))
      }, undefined),
    /** For any other answer. Returns false while the store is unavailable. */
    keep: (sizeBytes: number, result: Batch['result']) =>
      ifKept(async () => {
        if (result) await set({ ...sent, batchId: result.id })
        await batches().append({ ...file, sizeBytes, result })
        return true
      }, false),
  }
}

function ifKept<Value, Other>(work: () => Promise<Value>, other: Other): Promise<Value | Other> {
  return unlessUnavailable(work, (reason) => {
    log().warn({ event: 'batches not kept', reason })
    return other
  })
}
