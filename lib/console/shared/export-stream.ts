import { setImmediate } from 'node:timers/promises'

/** A piece of the text of a file, or a pause of the walk that reads the rows. */
export type Piece = string | { pauseSeconds: number }
export type Pieces = AsyncGenerator<Piece, void, undefined>

/** The stream collects pieces into a chunk until the chunk is this long. */
const chunkCharacters = 32 * 1024

/**
 * The length of the text that the stream holds back. It sends this text character by character while the walk pauses.
 */
const heldBackCharacters = 512

/** Proxies end a download after a minute without a byte. A walk can pause for longer. */
const defaultSignOfLifeMs = 15_000

/** The settings of a text stream. */
interface TextStreamOptions {
  /** Aborted when the browser disconnects. */
  abortController: AbortController
  /** Whether a line feed between two pieces does not change the file's meaning. */
  allowsBlankLines: boolean
  onPause: (seconds: number) => void
  /** Makes the error that ends the download. */
  errorOf: (error: unknown) => Error
  /** @default 15_000 */
  signOfLifeMs?: number | undefined
}

/**
 * Streams a text in constant memory. While it waits for a piece, it sends a held-back character or a line feed from
 * time to time. That keeps the download alive without changing the file. If the source fails, the stream first sends the
 * text so far.
 *
 * @param first - the first piece, already taken from `pieces`.
 */
export function streamOf(
  first: IteratorResult<Piece>,
  pieces: Pieces,
  { abortController, allowsBlankLines, onPause, errorOf, signOfLifeMs = defaultSignOfLifeMs }: TextStreamOptions,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let text = ''
  let isDone = false
  let filling: Promise<void> | undefined

  function take(next: IteratorResult<Piece>): void {
    if (next.done) isDone = true
    else if (typeof next.value === 'string') text += next.value
    else onPause(next.value.pauseSeconds)
  }

  async function fill(): Promise<void> {
    while (!isDone && text.length < chunkCharacters) take(await pieces.next())
  }

  /** Removes all but the last `heldBack` characters of the text, and returns the bytes of the removed part. */
  function cut(heldBack: number): Uint8Array {
    let end = Math.max(text.length - heldBack, 0)
    // Keeps a surrogate pair together.
    if (/[\uD800-\uDBFF]/.test(text.charAt(end - 1))) end += 1
    const head = text.slice(0, end)
    text = text.slice(end)
    return encoder.encode(head)
  }

  function signOfLife(): Uint8Array {
    if (allowsBlankLines) {
      text += '\n'
      return cut(0)
    }
    return cut(Math.max(Math.min(heldBackCharacters, text.length - 1), 0))
  }

  take(first)
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          for (;;) {
            filling ??= fill()
            // It can fail between two pulls. Then the next pull reports the error.
            filling.catch(() => {})
            const isFilled = await isSettledWithin(filling, signOfLifeMs)
            if (isFilled) filling = undefined
            const chunk = isFilled ? cut(isDone || allowsBlankLines ? 0 : heldBackCharacters) : signOfLife()
            if (chunk.length > 0) controller.enqueue(chunk)
            if (isFilled && isDone) return controller.close()
            if (chunk.length > 0) return undefined
          }
        } catch (error) {
          if (abortController.signal.aborted) return undefined
          // The next pull fails again, after this text has been sent.
          if (text.length > 0) return controller.enqueue(cut(0))
          // Node sends what it has been given only now, and drops the rest when the response fails.
          await setImmediate()
          // An error makes the browser report a failed download. A closed stream would leave a file that only
          // looks complete.
          controller.error(errorOf(error))
          return undefined
        }
      },
      async cancel() {
        abortController.abort()
        await pieces.return()
      },
    },
    // The stream needs no buffer, because the walk already reads ahead.
    { highWaterMark: 0 },
  )
}

/** @throws the promise's error if it rejects in time. */
async function isSettledWithin(promise: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), ms)
  })
  try {
    return await Promise.race([promise.then(() => true), late])
  } finally {
    clearTimeout(timer)
  }
}
