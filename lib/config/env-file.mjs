import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import nextEnv from '@next/env'

/*
 * Reads the text of `.env` files by the app's rules. This file is plain JavaScript, because `npm start` also uses it.
 */

/**
 * Returns the variables in a file's text, read by the app's rules.
 *
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
 * Finds the files and the variables of which the reader of a file drops a part in silence. It checks the given files by
 * Next's rules, and those of `node --env-file` by Node's. A comment after a blank, and a reference to another variable,
 * are right.
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

/**
 * Checks whether a file that was read as UTF-8 is in UTF-16, or has a variable in another encoding.
 *
 * @param {string} contents
 */
export const isNotUtf8 = (contents) => /\0|^[^#\n]*\uFFFD/m.test(contents)

/** Reads the files of `node --env-file`. */
export function filesOfNode() {
  const line = process.execArgv.join('\0').matchAll(/(?<=^|\0)--env-file(?:-if-exists)?[=\0]([^\0]+)/g)
  const paths = [...line].map(([, path = '']) => path).filter((path) => existsSync(path))
  return paths.map((path) => ({ path, contents: readFileSync(path, 'utf8') }))
}

/**
 * What the readers of such files read alike without quotes: Next, `node --env-file`, Compose, Docker, systemd and
 * kubectl. They differ in what they make of `#`, `$`, a backslash, a quote at the start, and blanks at the ends.
 */
const readAlike = /^(?!['"`])(?:[^\p{C}\p{Z}#$\\]+(?: +[^\p{C}\p{Z}#$\\]+)*)?$/u

/** @param {string} value */
export const isReadAlike = (value) => readAlike.test(value)

/**
 * Names the variables in a file's text whose lines the readers may read differently.
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

/**
 * Returns the text behind the name in the last line of each variable.
 *
 * @param {string} contents
 */
function linesOf(contents) {
  const lines = contents.split(/\r\n?|\n/).map((text) => variableIn(text))
  return new Map(lines.flatMap((line) => (line ? [line] : [])))
}

/**
 * Returns the name that a line of a file sets, and the text behind it; undefined for another line.
 *
 * @param {string} line
 * @returns {[name: string, rest: string] | undefined}
 */
export function variableIn(line) {
  const [, name, rest = ''] = /^\s*(?:export\s+)?([\w.-]+)(?:\s*=|:\s)([^]*)/.exec(line) ?? []
  return name === undefined ? undefined : [name, rest]
}
