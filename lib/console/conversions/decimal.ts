import { Big } from 'big.js'
import type { DecimalText } from '@/lib/service'

/** The units of a number with no more characters are an exact floating-point number. */
const shortCharacters = 15
/** One more of them can be added to a sum up to here, and the result is exact. */
const largestExactSum = Number.MAX_SAFE_INTEGER - 10 ** shortCharacters

/** A sum that never rounds, and counts what was added. */
export class DecimalSum {
  #sum = new Big(0)
  /**
   * What is to be added to the sum, in units of the last decimal place: `125` at index 2 is 1.25. Short numbers are
   * added here, which takes a third of the time: a breakdown can have a million of them.
   */
  readonly #unitsByPlaces: number[] = []
  #count = 0
  #maxPlaces = 0

  add(text: DecimalText): void {
    this.#count += 1
    const places = placesOf(text)
    if (places > this.#maxPlaces) this.#maxPlaces = places
    if (text.length > shortCharacters || hasExponent(text)) {
      this.#sum = this.#sum.plus(text)
      return
    }
    const sum = (this.#unitsByPlaces[places] ?? 0) + Math.round(Number(text) * 10 ** places)
    const isExact = Math.abs(sum) <= largestExactSum
    this.#unitsByPlaces[places] = isExact ? sum : 0
    if (!isExact) this.#sum = this.#sum.plus(inUnits(sum, places))
  }

  /** How many numbers were added. */
  get count(): number {
    return this.#count
  }

  /** The most decimal places that a number had; 0 if there are none. */
  get maxPlaces(): number {
    return this.#maxPlaces
  }

  /** The sum; 0 if there are no numbers. */
  get value(): Big {
    return this.#unitsByPlaces.reduce((sum, units, places) => sum.plus(inUnits(units, places)), this.#sum)
  }
}

/** The exact sum; 0 if there are no values. */
export function sumOf(values: Iterable<DecimalText>): DecimalSum {
  const sum = new DecimalSum()
  for (const value of values) sum.add(value)
  return sum
}

/** The number in full, without an exponent or trailing zeros: `-0.5`. */
export function decimalText(value: Big): DecimalText {
  return value.toFixed() as DecimalText
}

const hasExponent = (text: DecimalText) => text.includes('e') || text.includes('E')

/** How many digits a number has after its decimal point, 0 or more: 2 in 12.50. */
function placesOf(text: DecimalText): number {
  const [number = '', exponent = '0'] = hasExponent(text) ? text.split(/e/i) : [text]
  const point = number.indexOf('.')
  return Math.max((point === -1 ? 0 : number.length - point - 1) - Number(exponent), 0)
}

const inUnits = (units: number, places: number) => new Big(`${units}e-${places}`)
