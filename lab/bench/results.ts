import { median } from './load'

export type SideName = 'product' | 'bare'
type Unit = '/s' | 'ms' | 's' | 'MB'

const digits: Record<Unit, number> = { '/s': 0, ms: 2, s: 2, MB: 0 }

/** The measurements of both sides, by round. */
export interface Results {
  add(what: string, unit: Unit, side: SideName, value: number): void
  /** Returns a line for each figure, with the median, the minimum and the maximum of the rounds' ratios. */
  text(): string
}

export function newResults(): Results {
  const measured = new Map<string, { unit: Unit } & Record<SideName, number[]>>()

  function line(what: string, cells: readonly string[]): string {
    return what.padEnd(22) + cells.map((cell) => cell.padStart(14)).join('')
  }
  return {
    add(what, unit, side, value) {
      const known = measured.get(what) ?? { unit, product: [], bare: [] }
      known[side].push(value)
      measured.set(what, known)
    },
    text() {
      const lines = [...measured].map(([what, { unit, product, bare }]) => {
        const ratios = product.map((value, round) => value / (bare[round] ?? Number.NaN)).toSorted((a, b) => a - b)
        const spread = `${ratios[0]?.toFixed(2)} to ${ratios.at(-1)?.toFixed(2)}`
        const values = [product, bare].map((each) => `${median(each).toFixed(digits[unit])} ${unit}`)
        return line(what, [...values, median(ratios).toFixed(2), spread])
      })
      return [line('', ['this app', 'bare Next', 'ratio', 'of rounds']), ...lines].join('\n')
    },
  }
}
