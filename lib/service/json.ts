import { StringDecoder } from 'node:string_decoder'
import { none, type Many } from 'stream-chain/defs.js'
import { Assembler } from 'stream-json/core/assembler.js'
import { jsonParser, type Token } from 'stream-json/core/parser.js'
import { errorCode, ServiceTransportError } from './errors'
import type { OperationName } from './operation-name'

/** No response is nested this deeply. Writing such a value again, level by level, would overflow the stack. */
const maxDepth = 100

/**
 * A chunk is read in pieces of this size. A string that is cut out of a longer one keeps that one in memory: with
 * a single ID of a chunk, all of it would be kept.
 */
const pieceBytes = 2048

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

/** The library's assembler, but for its numbers. */
class ExactAssembler extends Assembler {
  override numberValue(text: string): void {
    // The assembler saves any value as it is, so it may be of another type than the declared one.
    this.stringValue(new JsonNumber(text) as unknown as string)
  }

  /** As in the library, which looks for a method of the token's name: that takes longer than a token itself. */
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
  // Turns broken UTF-8 into a replacement character, as other readers do, in a quarter of TextDecoder's time.
  readonly #decoder = new StringDecoder('utf8')
  #isAtStart = true
  readonly #pathOfDepth: ReadonlyMap<number, string>
  /** The arrays whose elements are taken out, and the path of each one's elements. */
  readonly #pathOfArray = new WeakMap<unknown[], string>()
  #elements: JsonElement[] = []

  constructor(paths: readonly string[]) {
    this.#pathOfDepth = new Map(paths.map((path) => [path.split('.').length - 1, path]))
  }

  /** What the text holds besides the elements that were taken out. */
  get document(): unknown {
    const { current } = this.#assembler
    // To a schema a JsonNumber is an object. Nothing expects a number alone.
    return current instanceof JsonNumber ? Number(current.text) : current
  }

  /** @returns whether the text can be JSON so far, and is nested no deeper than any response. */
  write(chunk: Uint8Array): boolean {
    for (let start = 0; start < chunk.length; start += pieceBytes) {
      const text = this.#decoder.write(chunk.subarray(start, start + pieceBytes))
      if (!this.#parse(this.#isAtStart ? this.#withoutMark(text) : text)) return false
    }
    return true
  }

  /** @returns whether the text was JSON. */
  end(): boolean {
    return this.#parse(this.#decoder.end()) && this.#parse(none)
  }

  takeElements(): JsonElement[] {
    const elements = this.#elements
    this.#elements = []
    return elements
  }

  #withoutMark(text: string): string {
    // The first bytes of a character alone are no text yet.
    this.#isAtStart = text === ''
    return text.startsWith(byteOrderMark) ? text.slice(byteOrderMark.length) : text
  }

  #parse(text: string | typeof none): boolean {
    let tokens: Many<Token> | typeof none
    try {
      // The declared type leaves out `none`, which ends the text.
      tokens = this.#tokensOf(text as string)
    } catch {
      // It throws for every text that is not JSON, and for nothing else.
      return false
    }
    if (tokens === none) return true
    for (const token of tokens.values) if (!this.#take(token)) return false
    return true
  }

  /** @returns false where the text is nested too deeply. */
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

/** The path that the elements of the current array have. */
function pathOfElements({ path }: Assembler): string {
  return ['$', ...path.map((key) => (typeof key === 'number' ? '*' : key)), '*'].join('.')
}

/** Writes a value that was read here as JSON again, with its numbers as they were. */
export function stringifyJson(value: unknown): string {
  if (value instanceof JsonNumber) return value.text
  if (Array.isArray(value)) return `[${value.map(stringifyJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const fields = Object.entries(value).map(([name, field]) => `${JSON.stringify(name)}:${stringifyJson(field)}`)
  return `{${fields.join(',')}}`
}
