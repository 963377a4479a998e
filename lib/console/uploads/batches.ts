import 'server-only'
import { z } from 'zod'
import { log } from '@/lib/log'
import { store, unlessUnavailable, type ListEntry } from '@/lib/store'
import type { SentFile } from './protocol'

/** How many batches are kept and listed: the newest. */
export const maxBatches = 200
/** For how long a file is known by its bytes. */
export const knownForDays = 90

const dayInMs = 24 * 60 * 60 * 1000

const batch = z.object({
  fileName: z.string(),
  sizeBytes: z.number(),
  sha256: z.string(),
  /** Who sent it, by name. */
  by: z.string(),
  /** What it was sent with. Batches of former versions are without it. */
  credential: z.enum(['key', 'jwt']).optional(),
  /** What the service answered; null if no answer came that says whether it accepted the file. */
  result: z.object({ id: z.string(), queued: z.number(), failed: z.number() }).nullable(),
})

/** A file that was sent to the service as a whole, and was not refused for certain. */
export type Batch = z.output<typeof batch>

const sentFile = z.object({ at: z.number(), fileName: z.string(), by: z.string(), batchId: z.string().nullable() })

const batches = () => store().list('batches', { schema: batch, maxEntries: maxBatches })
const fileKey = (sha256: string) => `batch-file:${sha256}`
const fileTtl = { ttlMs: knownForDays * dayInMs }

/** The batches that are kept, the newest first; null while the store is away. */
export async function listBatches(): Promise<{ isShared: boolean; entries: ListEntry<Batch>[] | null }> {
  const { isShared } = store()
  return { isShared, entries: await ifKept(() => batches().newest({ limit: maxBatches }), null) }
}

/**
 * The batch with this ID, or, where no answer gave one, with that of its entry in the list.
 *
 * @returns undefined if none is kept; null while the store is away.
 */
export async function findBatch(id: string): Promise<ListEntry<Batch> | undefined | null> {
  const { entries } = await listBatches()
  return entries && entries.find((kept) => batchIdOf(kept) === id)
}

/** What the address of a batch's page has. */
export const batchIdOf = ({ id, entry: { result } }: ListEntry<Batch>): string => result?.id ?? id

/**
 * Keeps a batch.
 *
 * @returns false while the store is away.
 */
export async function keepBatch(entry: Batch): Promise<boolean> {
  return (await ifKept(() => batches().append(entry), null)) !== null
}

/** A claim on the bytes of a file: whoever has it sends them. */
export interface FileClaim {
  /** The service refused them for certain, so that they can be sent again without a question. */
  release(): Promise<void>
  /** The service made this batch of them. */
  setBatch(batchId: string): Promise<void>
}

/**
 * Claims the bytes of a file, in one step over all instances. Bytes that were sent before are claimed only
 * where they are meant to be sent again. While the store is away, nothing is known of earlier files.
 *
 * @returns the claim, or the file that was sent before.
 */
export async function claimFile(
  sha256: string,
  file: Omit<SentFile, 'batchId'>,
  { isAgain }: { isAgain: boolean },
): Promise<FileClaim | { earlier: SentFile }> {
  const key = fileKey(sha256)
  const sent: SentFile = { ...file, batchId: null }
  const isNew = await ifKept(() => store().setIfAbsent(key, { ...sent }, fileTtl), true)
  const earlier = isNew ? null : await ifKept(() => store().get(key, sentFile), null)
  if (earlier && !isAgain) return { earlier }
  const set = (value: SentFile) => ifKept(() => store().set(key, { ...value }, fileTtl), undefined)
  if (!isNew) await set(sent)
  return {
    release: () => (earlier ? set(earlier) : ifKept(() => store().delete(key), undefined)),
    setBatch: (batchId) => set({ ...sent, batchId }),
  }
}

function ifKept<Value, Other>(work: () => Promise<Value>, other: Other): Promise<Value | Other> {
  return unlessUnavailable(work, (reason) => {
    log().warn({ event: 'batches not kept', reason })
    return other
  })
}
