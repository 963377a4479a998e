/** A piece of the text of a file; or the walk that gives the text pauses for so many seconds. */
export type Piece = string | { pauseSeconds: number }
export type Pieces = AsyncGenerator<Piece, void, undefined>

/** Pieces are collected into a chunk until it is this long. */
const chunkCharacters = 32 * 1024

/** How much of the text is held back, to be sent character by character while nothing else comes. */
const heldBackCharacters = 512

/** Proxies end a download after a minute without a byte. A walk can pause for longer. */
const defaultSignOfLifeMs = 15_000

/** How a text is streamed. */
interface TextStreamOptions {
  /** Aborted when the browser disconnects. */
  abortController: AbortController
  /** Whether the file means the same with a line feed between two pieces. */
  allowsBlankLines: boolean
  onPause: (seconds: number) => void
  /** Makes the error that breaks the download off. */
  errorOf: (error: unknown) => Error
  /** @default 15_000 */
  signOfLifeMs?: number | undefined
}

/**
 * Streams a text in constant memory. While nothing comes, a character of what has come is sent from time to
 * time, or a line feed: the download stays alive, and the file is none other.
 *
 * @param first - the first piece, which has been taken already.
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

  /** Cuts off the beginning of the text, and leaves so much of it. */
  function cut(heldBack: number): Uint8Array {
    let end = Math.max(text.length - heldBack, 0)
    // The two halves of a character stay together.
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
            // It can fail while nobody asks for more; the next pull tells it.
            filling.catch(() => {})
            const isFilled = await isSettledWithin(filling, signOfLifeMs)
            if (isFilled) filling = undefined
            const chunk = isFilled ? cut(isDone || allowsBlankLines ? 0 : heldBackCharacters) : signOfLife()
            if (chunk.length > 0) controller.enqueue(chunk)
            if (isFilled && isDone) return controller.close()
            if (chunk.length > 0) return undefined
          }
        } catch (error) {
          // An error makes the browser report a failed download. A closed stream would leave a file that
          // looks complete and is not.
          if (!abortController.signal.aborted) controller.error(errorOf(error))
          return undefined
        }
      },
      async cancel() {
        abortController.abort()
        await pieces.return()
      },
    },
    // No buffer here: the walk already reads ahead.
    { highWaterMark: 0 },
  )
}

/** @throws what the promise rejects with */
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
