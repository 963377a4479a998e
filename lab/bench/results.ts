import { median } from './load'

export type SideName = 'product' | 'bare'
type Unit = '/s' | 'ms' | 's' | 'MB'

const digits: Record<Unit, number> = { '/s': 0, ms: 2, s: 2, MB: 0 }

export class Results {
  readonly #measured = new Map<string, { unit: Unit } & Record<SideName, number[]>>()

  add(what: string, unit: Unit, side: SideName, value: number): void {
    const known = this.#measured.get(what) ?? { unit, product: [], bare: [] }
    known[side].push(value)
    this.#measured.set(what, known)
  }

  /** Prints the median of each figure, and the median, the minimum and the maximum of the rounds' ratios. */
  print(): void {
    const rows = [...this.#measured].map(([what, { unit, product, bare }]) => {
      const ratios = product.map((value, round) => value / (bare[round] ?? Number.NaN)).toSorted((a, b) => a - b)
      const [own, other] = [product, bare].map((each) => `${median(each).toFixed(digits[unit])} ${unit}`)
      const spread = `${ratios[0]?.toFixed(2)} to ${ratios.at(-1)?.toFixed(2)}`
      return [what, { 'this app': own, 'bare Next': other, ratio: median(ratios).toFixed(2), 'of rounds': spread }]
    })
    console.table(Object.fromEntries(rows))
  }
}
