import { StringDecoder } from 'node:string_decoder'
import { none, type Many } from 'stream-chain/defs.js'
import { Assembler } from 'stream-json/core/assembler.js'
import { jsonParser, type Token } from 'stream-json/core/parser.js'
import { errorCode, ServiceTransportError } from './errors'
import type { OperationName } from './operation-name'

/** No response is nested this deeply. `stringifyJson` would overflow the stack for a deeper value. */
const maxDepth = 100

/**
 * The parser reads a chunk in pieces of this size, in bytes. A JavaScript substring keeps the whole original string in
 * memory, so a single ID would otherwise keep a whole chunk.
 */
const pieceBytes = 2048

/**
 * A number exactly as written in a JSON text, such as `9007199254740993` or `0.1234567890123456789`. A double has about
 * 16 digits and would change the others.
 */
export class JsonNumber {
  constructor(readonly text: string) {}
}

/** The JSON of a response, or the reason why it has no JSON. */
export type JsonResult = { ok: true; value: unknown } | { ok: false; problem: 'not_json' | 'too_large' }

/** Options for reading a JSON body. */
interface JsonOptions {
  operation: OperationName
  /** The client stops reading a longer body. */
  maxBytes: number
  /** Called for each chunk of the body. */
  onProgress?: (() => void) | undefined
  /** Array elements to remove as they arrive. Memory then stays constant for an array of any length. */
  elements?: {
    /**
     * Paths from the root to the elements, with a `*` for each element: `$.data.conversions.*`. No two paths may have
     * the same depth.
     */
    paths: readonly string[]
    /**
     * Called with the elements that a chunk completed. The client reads the next chunk after this call has finished.
     */
    take: (elements: JsonElement[]) => void | Promise<void>
  }
}

/** One element of an array, removed from the document during reading. */
export interface JsonElement {
  /** The path from `paths` that matches the element. */
  path: string
  value: unknown
  /** The fields of the array's parent object that have arrived so far. */
  owner: unknown
}

/**
 * Reads a response's body as JSON, with a `JsonNumber` for every number and without the removed elements.
 *
 * @throws ServiceTransportError if the body breaks off, and the errors of `elements.take`
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
    // This closes a body that the loop has not read to its end. A broken body rejects here a second time.
    await chunks.cancel().catch(() => {})
  }
}

/** The library's assembler, except for numbers. */
class ExactAssembler extends Assembler {
  override numberValue(text: string): void {
    // The assembler stores any value unchanged, so the value may differ from the declared type.
    this.stringValue(new JsonNumber(text) as unknown as string)
  }

  /**
   * Replaces the library's method, which looks up a method by the token's name. That lookup takes longer than parsing
   * the token.
   */
  override consume(token: Token): this {
    switch (token.name) {
      case 'keyValue':
        this.keyValue(token.value)
        return this
      case 'stringValue':
        this.stringValue(token.value)
        return this
      case 'numberValue':
        this.numberValue(token.value)
        return this
      case 'startObject':
        this.startObject()
        return this
      case 'endObject':
        this.endObject()
        return this
      default:
        return super.consume(token)
    }
  }
}

const byteOrderMark = '\ufeff'

class ElementParser {
  readonly #tokensOf = jsonParser({ packValues: true, streamValues: false })
  readonly #assembler = new ExactAssembler()
  // Replaces invalid UTF-8 with the replacement character, as TextDecoder does, but four times as fast.
  readonly #decoder = new StringDecoder('utf8')
  #isAtStart = true
  readonly #pathOfDepth: ReadonlyMap<number, string>
  /** The arrays whose elements the parser removes, with the path of their elements. */
  readonly #pathOfArray = new WeakMap<unknown[], string>()
  #elements: JsonElement[] = []

  constructor(paths: readonly string[]) {
    this.#pathOfDepth = new Map(paths.map((path) => [path.split('.').length - 1, path]))
  }

  /** The document without the removed elements. */
  get document(): unknown {
    const { current } = this.#assembler
    // A schema would accept a JsonNumber as an object. No caller expects a single number.
    return current instanceof JsonNumber ? Number(current.text) : current
  }

  /** @returns false if the text is not JSON or is nested too deeply. */
  write(chunk: Uint8Array): boolean {
    for (let start = 0; start < chunk.length; start += pieceBytes) {
      const text = this.#decoder.write(chunk.subarray(start, start + pieceBytes))
      if (!this.#parse(this.#isAtStart ? this.#withoutMark(text) : text)) return false
    }
    return true
  }

  /** @returns whether the complete text is JSON. */
  end(): boolean {
    return this.#parse(this.#decoder.end()) && this.#parse(none)
  }

  takeElements(): JsonElement[] {
    const elements = this.#elements
    this.#elements = []
    return elements
  }

  #withoutMark(text: string): string {
    // The text is still empty after the first bytes of a multi-byte character.
    this.#isAtStart = text === ''
    return text.startsWith(byteOrderMark) ? text.slice(byteOrderMark.length) : text
  }

  #parse(text: string | typeof none): boolean {
    let tokens: Many<Token> | typeof none
    try {
      // The declared type lacks `none`, which marks the end of the text.
      tokens = this.#tokensOf(text as string)
    } catch {
      // The parser throws only for a text that is not JSON.
      return false
    }
    if (tokens === none) return true
    for (const token of tokens.values) if (!this.#take(token)) return false
    return true
  }

  /** @returns false if the text is nested too deeply. */
  #take(token: Token): boolean {
    const assembler = this.#assembler.consume(token)
    const { current, depth, stack } = assembler
    if (depth > maxDepth) return false
    if (!Array.isArray(current)) return true
    if (token.name === 'startArray') {
      const path = this.#pathOfDepth.get(depth)
      if (path !== undefined && path === pathOfElements(assembler)) this.#pathOfArray.set(current, path)
    } else if (current.length > 0) {
      const path = this.#pathOfArray.get(current)
      if (path !== undefined) this.#elements.push({ path, value: current.pop(), owner: stack.at(-2) })
    }
    return true
  }
}

/** Returns the path of the current array's elements. */
function pathOfElements({ path }: Assembler): string {
  return ['$', ...path.map((key) => (typeof key === 'number' ? '*' : key)), '*'].join('.')
}

/** Writes a value from `readJson` as JSON, with its original numbers. */
export function stringifyJson(value: unknown): string {
  if (value instanceof JsonNumber) return value.text
  if (Array.isArray(value)) return `[${value.map(stringifyJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const fields = Object.entries(value).map(([name, field]) => `${JSON.stringify(name)}:${stringifyJson(field)}`)
  return `{${fields.join(',')}}`
}
