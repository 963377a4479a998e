import { byPackage, type Weight } from './contents'
import type { ScriptFile } from './page-scripts'

type Sizes = Pick<ScriptFile, 'compressedBytes' | 'uncompressedBytes'>

/** Adds up the sizes of several scripts. */
export function sum(scripts: readonly Sizes[]): Sizes {
  return {
    compressedBytes: scripts.reduce((sum, { compressedBytes }) => sum + compressedBytes, 0),
    uncompressedBytes: scripts.reduce((sum, { uncompressedBytes }) => sum + uncompressedBytes, 0),
  }
}

/** Prints a line of a table. */
export function printLine(name: string, cells: readonly (string | number)[]): void {
  const texts = cells.map((cell) => (typeof cell === 'number' ? numberText(cell) : cell).padStart(15))
  console.log(`${name.padEnd(44)}${texts.join('')}`)
}

/** Prints each script with its sizes, and their sum. */
export function printScripts(title: string, scripts: readonly ScriptFile[]): void {
  console.log(`\n${title}:`)
  for (const script of scripts) printLine(script.path, [script.compressedBytes, script.uncompressedBytes])
  const { compressedBytes, uncompressedBytes } = sum(scripts)
  printLine('together', [compressedBytes, uncompressedBytes])
}

/** Prints modules by package, the largest first. */
export function printModules(title: string, modules: Map<string, Weight>): void {
  console.log(`\n${title} (each compressed alone):`)
  for (const [name, weight] of byPackage(modules)) {
    printLine(name, [weight.compressedAloneBytes, weight.uncompressedBytes])
  }
}

export function numberText(value: number): string {
  return value.toLocaleString('en')
}
