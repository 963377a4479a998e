import { TokenParser, Tokenizer } from '@streamparser/json'
import { errorCode, ServiceTransportError } from './errors'
import type { OperationName } from './operation-name'

/**
 * A number of a JSON text, as it is written there: `9007199254740993`, or `0.1234567890123456789`. A double
 * has room for some 16 digits, and would change the others.
 */
export class JsonNumber {
  constructor(readonly text: string) {}
}

/** The JSON that a response has, or why it has none. */
export type JsonResult = { ok: true; value: unknown } | { ok: false; problem: 'not_json' | 'too_large' }

/** How a JSON body is read. */
interface JsonOptions {
  operation: OperationName
  /** A longer body is not read to its end. */
  maxBytes: number
  /** Called for every chunk of the body. */
  onProgress?: (() => void) | undefined
  /** Elements of arrays to take out as they come, so that an array of any length is read in constant memory. */
  elements?: {
    /**
     * From the root to the elements, with a `*` for each of them: `$.data.conversions.*`. No two paths may
     * have the same depth.
     */
    paths: readonly string[]
    /** Called with the elements that a chunk has completed. The next chunk is read when it has finished. */
    take: (elements: JsonElement[]) => void | Promise<void>
  }
}

/** One element of an array, taken out of the JSON text while that is read. */
export interface JsonElement {
  /** The path that it was found by. */
  path: string
  value: unknown
  /** What is known by then of the object that has the array. */
  owner: unknown
}

/**
 * Reads a response's body as JSON, with a `JsonNumber` for every number, and without the elements that are
 * taken out.
 *
 * @throws ServiceTransportError where the body breaks off, and what `elements.take` throws
 */
export async function readJson(
  response: Response,
  { operation, maxBytes, onProgress, elements }: JsonOptions,
): Promise<JsonResult> {
  if (response.body === null) return { ok: false, problem: 'not_json' }
  const parser = new ElementParser(elements?.paths ?? [])
  const chunks = response.body.getReader()
  let sizeBytes = 0
  try {
    for (;;) {
      const chunk = await chunks.read().catch((error: unknown) => {
        throw new ServiceTransportError(operation, errorCode(error))
      })
      onProgress?.()
      sizeBytes += chunk.value?.byteLength ?? 0
      if (sizeBytes > maxBytes) return { ok: false, problem: 'too_large' }
      const isJson = chunk.done ? parser.end() : parser.write(chunk.value)
      if (!isJson) return { ok: false, problem: 'not_json' }
      if (chunk.done) return { ok: true, value: parser.document }
      const completed = parser.takeElements()
      if (completed.length > 0) await elements?.take(completed)
    }
  } finally {
    // Closes a body that was not read to its end. One that broke off rejects here once more.
    await chunks.cancel().catch(() => {})
  }
}

/** The tokenizer, but for its numbers. */
class ExactTokenizer extends Tokenizer {
  // The parser hands values through as they are, so they may be of another type than the declared one.
  protected override parseNumber(text: string): number {
    return new JsonNumber(text) as unknown as number
  }
}

class ElementParser {
  /** What the text holds besides the elements that were taken out. */
  document: unknown
  readonly #tokenizer = new ExactTokenizer()
  // Broken UTF-8 becomes a replacement character. The tokenizer would refuse the whole text.
  readonly #decoder = new TextDecoder()
  #isComplete = false
  #elements: JsonElement[] = []

  constructor(paths: readonly string[]) {
    const pathOfDepth = new Map(paths.map((path) => [path.split('.').length - 1, path]))
    const parser = new TokenParser({ paths: ['$', ...paths] })
    this.#tokenizer.onToken = (token) => parser.write(token)
    parser.onValue = ({ value, parent, stack }) => {
      if (stack.length === 0) {
        // To a schema a JsonNumber is an object. Nothing expects a number alone.
        this.document = value instanceof JsonNumber ? Number(value.text) : value
        this.#isComplete = true
      } else if (Array.isArray(parent)) {
        parent.pop()
        const path = pathOfDepth.get(stack.length) ?? ''
        this.#elements.push({ path, value, owner: stack.at(-1)?.value })
      }
    }
  }

  /** @returns whether the text can be JSON so far. */
  write(chunk: Uint8Array): boolean {
    return this.#parse(() => this.#tokenizer.write(this.#decoder.decode(chunk, { stream: true })))
  }

  /** @returns whether the text was JSON. */
  end(): boolean {
    return this.#parse(() => this.#tokenizer.end()) && this.#isComplete
  }

  takeElements(): JsonElement[] {
    const elements = this.#elements
    this.#elements = []
    return elements
  }

  /** Both classes of the library throw for every text that is not JSON, and for nothing else. */
  #parse(step: () => void): boolean {
    try {
      step()
      return true
    } catch {
      return false
    }
  }
}

/** Writes a value that was read here as JSON again, with its numbers as they were. */
export function stringifyJson(value: unknown): string {
  if (value instanceof JsonNumber) return value.text
  if (Array.isArray(value)) return `[${value.map(stringifyJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const fields = Object.entries(value).map(([name, field]) => `${JSON.stringify(name)}:${stringifyJson(field)}`)
  return `{${fields.join(',')}}`
}
