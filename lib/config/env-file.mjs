import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import nextEnv from '@next/env'

/* Reads `.env` files by the app's rules, in plain JavaScript, because `npm start` uses it too. */

/**
 * @param {string} contents
 * @returns {Record<string, string>}
 */
export function valuesOf(contents) {
  // Next's reader prefers the variables of the process and adds to them, so it runs with an empty environment.
  const processEnv = process.env
  process.env = /** @type {NodeJS.ProcessEnv} */ ({})
  try {
    const file = { path: '', contents, env: {} }
    nextEnv.processEnv([file], undefined, undefined, true)
    return file.env
  } finally {
    process.env = processEnv
  }
}

const todo =
  "that ends its value: expected a value without it, or the variable in your platform's own settings instead of the file"

/**
 * Finds the files and variables of which a reader drops a part in silence. Next reads these files, and Node those of
 * `node --env-file`. A comment after a blank, and a reference to another variable, are right.
 *
 * @param {readonly { path: string; contents: string }[]} files
 * @returns {{ name: string; message: string }[]} the problems, without the values.
 */
export function cutVariables(files) {
  const ofNode = filesOfNode()
  const encoded = [
    ...files.filter(({ contents }) => isNotUtf8(contents)),
    // Node takes a byte order mark for a part of the first name.
    ...ofNode.filter(({ contents }) => isNotUtf8(contents) || contents.startsWith('\uFEFF')),
  ]
  return [
    ...encoded.map(({ path }) => ({ name: path, message: notUtf8 })),
    ...files.flatMap(({ path, contents }) =>
      cutByNext(contents).map((name) => ({ name, message: `in ${path} continues after a # or $ ${todo}` })),
    ),
    ...ofNode.flatMap(({ path, contents }) =>
      cutByHash(contents, parseEnv).map((name) => ({ name, message: `in ${path} continues after a # ${todo}` })),
    ),
  ]
}

export const notUtf8 = 'is not plain UTF-8: save it as UTF-8 without a byte order mark'

/** @param {string} contents - a file that was read as UTF-8 */
export const isNotUtf8 = (contents) => /\0|^[^#\n]*\uFFFD/m.test(contents)

export function filesOfNode() {
  const line = process.execArgv.join('\0').matchAll(/(?<=^|\0)--env-file(?:-if-exists)?[=\0]([^\0]+)/g)
  const paths = [...line].map(([, path = '']) => path).filter((path) => existsSync(path))
  return paths.map((path) => ({ path, contents: readFileSync(path, 'utf8') }))
}

/**
 * Checks whether Next, `node --env-file`, Compose, Docker, systemd and kubectl read a value alike without quotes. They
 * differ in `#`, `$`, a backslash, a quote at the start, and blanks at the ends.
 *
 * @param {string} value
 */
export const isReadAlike = (value) => /^(?!['"`])(?:[^\p{C}\p{Z}#$\\]+(?: +[^\p{C}\p{Z}#$\\]+)*)?$/u.test(value)

/**
 * Names the variables whose lines these readers may read differently.
 *
 * @param {string} contents
 */
export function readDifferently(contents) {
  const lines = new Set(contents.split(/\r?\n/))
  const isAlike = /** @param {[string, string]} line */ ([name, rest]) =>
    isReadAlike(rest) && lines.has(`${name}=${rest}`)
  return [...linesOf(contents)].filter((line) => !isAlike(line)).map(([name]) => name)
}

/** @param {string} contents */
function cutByNext(contents) {
  /** @param {string} text */
  const withDollars = (text) => valuesOf(text.replace(/\\?\$/g, String.raw`\$`))
  const [values, written] = [valuesOf(contents), withDollars(contents)]
  const cutByDollar = [...linesOf(contents)].flatMap(([name, rest]) => {
    const references = [...rest.matchAll(/(?<!\\)\$\{?(\w+)(:-)?/g)]
    const isLost = references.some(([, to = '', hasDefault]) => !hasDefault && !values[to] && !process.env[to])
    return isLost && values[name] !== written[name] ? [name] : []
  })
  return [...new Set([...cutByHash(contents, withDollars), ...cutByDollar])]
}

/**
 * @param {string} contents
 * @param {(contents: string) => Record<string, string | undefined>} parse
 */
function cutByHash(contents, parse) {
  const values = parse(contents)
  return [...linesOf(contents)].flatMap(([name, rest]) => {
    const [, quote, quoted] = /^\s*(["'`])((?:(?!\1).)*)\1\s+#/.exec(rest) ?? /^\s*(["'`])(.*)\1\s*$/.exec(rest) ?? []
    const text = quoted ?? rest.replace(/\s#.*$/, '').trim()
    const { length } = text.replaceAll(quote === '"' ? /\\[nr$]/g : /\\\$/g, '$')
    return (values[name]?.length ?? length) < length ? [name] : []
  })
}

/** @param {string} contents */
function linesOf(contents) {
  const lines = contents.split(/\r\n?|\n/).map((text) => variableIn(text))
  return new Map(lines.flatMap((line) => (line ? [line] : [])))
}

/**
 * @param {string} line
 * @returns {[name: string, rest: string] | undefined}
 */
export function variableIn(line) {
  const [, name, rest = ''] = /^\s*(?:export\s+)?([\w.-]+)(?:\s*=|:\s)([^]*)/.exec(line) ?? []
  return name === undefined ? undefined : [name, rest]
}
