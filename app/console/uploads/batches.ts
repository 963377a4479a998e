import 'server-only'
import { z } from 'zod'
import { log } from '@/lib/log'
import { store, unlessUnavailable, type ListEntry } from '@/lib/store'
import { credentials, type SentFile } from './protocol'

/** The number of batches that the store keeps, the newest ones. */
export const maxBatches = 200
/** How long the store keeps the hash of a sent file. */
export const knownForDays = 90

const dayInMs = 24 * 60 * 60 * 1000

const batch = z.object({
  fileName: z.string(),
  sizeBytes: z.number(),
  sha256: z.string(),
  /** The name of the sender. */
  by: z.string(),
  /** The credential of the upload. Batches from earlier versions have none. */
  credential: z.enum(credentials).optional(),
  /** The service's answer; null if it is unknown whether the service accepted the file. */
  result: z.object({ id: z.string(), queued: z.number(), failed: z.number() }).nullable(),
})

/** A file that the app sent to the service as a whole, unless the service certainly refused it. */
export type Batch = z.output<typeof batch>

const sentFile = z.object({ at: z.number(), fileName: z.string(), by: z.string(), batchId: z.string().nullable() })

const batches = () => store().list('batches', { schema: batch, maxEntries: maxBatches })
const fileKey = (sha256: string) => `batch-file:${sha256}`
const fileTtl = { ttlMs: knownForDays * dayInMs }

/** Lists the kept batches, the newest first; `entries` is null while the store is unavailable. */
export async function listBatches(): Promise<{ isShared: boolean; entries: ListEntry<Batch>[] | null }> {
  const { isShared } = store()
  return { isShared, entries: await ifKept(() => batches().newest({ limit: maxBatches }), null) }
}

/**
 * Finds a batch by its `batchIdOf`.
 *
 * @returns undefined if the store has no such batch; null while the store is unavailable.
 */
export async function findBatch(id: string): Promise<ListEntry<Batch> | undefined | null> {
  const { entries } = await listBatches()
  return entries && entries.find((kept) => batchIdOf(kept) === id)
}

/** Returns the ID for the path of a batch's page. It is the service's ID or, without one, the ID of the list entry. */
export const batchIdOf = ({ id, entry: { result } }: ListEntry<Batch>): string => result?.id ?? id

/**
 * Keeps a batch.
 *
 * @returns false while the store is unavailable.
 */
export async function keepBatch(entry: Batch): Promise<boolean> {
  return (await ifKept(() => batches().append(entry), null)) !== null
}

/** An earlier file had the same bytes, and the sender did not ask to send them again. */
export class SentBeforeError extends Error {
  override readonly name = 'SentBeforeError'
  constructor(readonly earlier: SentFile) {
    super('The file was sent before.')
  }
}

/** A claim on the bytes of a file. Only its holder may send them. */
interface FileClaim {
  /** Call it if the service certainly has no rows. It restores the state before the claim. */
  release(): Promise<void>
  /** Call it with the ID of the batch that the service made from the bytes. */
  setBatch(batchId: string): Promise<void>
}

/**
 * Claims the bytes of a file, atomically over all instances. While the store is unavailable, every file counts as new.
 *
 * @param options.isAgain - whether to claim them even if an earlier file had the same bytes.
 * @throws SentBeforeError
 */
export async function claimFile(
  sha256: string,
  file: Omit<SentFile, 'batchId'>,
  { isAgain }: { isAgain: boolean },
): Promise<FileClaim> {
  const key = fileKey(sha256)
  const sent: SentFile = { ...file, batchId: null }
  const get = () => ifKept(() => store().get(key, sentFile), null)
  const set = (value: SentFile) => ifKept(() => store().set(key, { ...value }, fileTtl), undefined)
  const isNew = await ifKept(() => store().setIfAbsent(key, { ...sent }, fileTtl), true)
  const earlier = isNew ? null : await get()
  if (earlier && !isAgain) throw new SentBeforeError(earlier)
  if (!isNew) await set(sent)
  return {
    async release() {
      // Meanwhile, another sender may have sent the same bytes again.
      const current = await get()
      if (current?.at !== sent.at || current.by !== sent.by) return
      await (earlier ? set(earlier) : ifKept(() => store().delete(key), undefined))
    },
    setBatch: (batchId) => set({ ...sent, batchId }),
  }
}

function ifKept<Value, Other>(work: () => Promise<Value>, other: Other): Promise<Value | Other> {
  return unlessUnavailable(work, (reason) => {
    log().warn({ event: 'batches not kept', reason })
    return other
  })
}
