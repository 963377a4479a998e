import type { DecimalText } from '@/lib/service'

/** An exact decimal number: 0.1 + 0.2 is 0.3. */
export interface Decimal {
  /** The number without its decimal point: 1250 for 12.50. */
  readonly units: bigint
  /** How many digits are after the decimal point, 0 or more: 2 for 12.50. */
  readonly places: number
}

/** @throws RangeError if the text is not a number. */
export function decimalOf(text: DecimalText): Decimal {
  const [, sign = '', whole, fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? []
  if (whole === undefined) throw new RangeError('The text is not a decimal number.')
  const units = BigInt(sign + whole + fraction)
  const places = fraction.length - Number(exponent)
  return places >= 0 ? { units, places } : { units: units * 10n ** BigInt(-places), places: 0 }
}

/** The units of a number with no more characters are an exact floating-point number. */
const shortCharacters = 15
/** One more of them can be added to a sum up to here, and the result is exact. */
const largestExactSum = Number.MAX_SAFE_INTEGER - 10 ** shortCharacters

const codeOf = (character: string) => character.charCodeAt(0)
const minus = codeOf('-')
const point = codeOf('.')
const zero = codeOf('0')
const nine = codeOf('9')

/**
 * Reads a short number digit by digit, which takes a third of the time of an expression and `Number`.
 *
 * @returns undefined where it has an exponent.
 */
function shortDecimalOf(text: DecimalText): { units: number; places: number } | undefined {
  const isNegative = text.charCodeAt(0) === minus
  let units = 0
  let pointAt = text.length - 1
  for (let index = isNegative ? 1 : 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code >= zero && code <= nine) units = units * 10 + code - zero
    else if (code === point) pointAt = index
    else return undefined
  }
  return { units: isNegative ? -units : units, places: text.length - 1 - pointAt }
}

/** A sum that never rounds, and counts what was added. */
export class DecimalSum {
  /** The sums of the numbers with so many decimal places, by that number. */
  readonly #unitsByPlaces: bigint[] = []
  /** What is to be added to these. Short numbers are added here, which takes a tenth of the time of a bigint. */
  readonly #shortUnitsByPlaces: number[] = []
  #count = 0

  add(text: DecimalText): void {
    this.#count += 1
    const short = text.length <= shortCharacters ? shortDecimalOf(text) : undefined
    if (short === undefined) {
      const { units, places } = decimalOf(text)
      this.#addUnits(units, places)
      return
    }
    const { units, places } = short
    const sum = (this.#shortUnitsByPlaces[places] ?? 0) + units
    const isExact = Math.abs(sum) <= largestExactSum
    this.#shortUnitsByPlaces[places] = isExact ? sum : 0
    if (!isExact) this.#addUnits(BigInt(sum), places)
  }

  /** How many numbers were added. */
  get count(): number {
    return this.#count
  }

  /** The most decimal places that a number had; 0 if there are none. */
  get maxPlaces(): number {
    return Math.max(this.#unitsByPlaces.length - 1, this.#shortUnitsByPlaces.length - 1, 0)
  }

  /** The sum; 0 if there are no numbers. */
  get value(): Decimal {
    const places = this.maxPlaces
    const add = (sum: bigint, units: bigint | number, own: number) => sum + BigInt(units) * 10n ** BigInt(places - own)
    return { units: this.#shortUnitsByPlaces.reduce(add, this.#unitsByPlaces.reduce(add, 0n)), places }
  }

  #addUnits(units: bigint, places: number): void {
    this.#unitsByPlaces[places] = (this.#unitsByPlaces[places] ?? 0n) + units
  }
}

/** The exact sum; 0 if there are no values. */
export function sumOf(values: Iterable<DecimalText>): DecimalSum {
  const sum = new DecimalSum()
  for (const value of values) sum.add(value)
  return sum
}

/** The exact value of `a - b`. */
export function difference(a: Decimal, b: Decimal): Decimal {
  const places = Math.max(a.places, b.places)
  return { units: unitsAt(a, places) - unitsAt(b, places), places }
}

/** Negative if `a` is less than `b`, positive if it is more. */
export function compareDecimals(a: DecimalText, b: DecimalText): number {
  // Numbers that differ as doubles differ in the same direction. Only few have to be compared digit by digit.
  const rough = Number(a) - Number(b)
  if (rough !== 0 || a === b) return rough
  return Number(difference(decimalOf(a), decimalOf(b)).units)
}

/** The number in full, without an exponent or trailing zeros: `-0.5`. */
export function decimalText({ units, places }: Decimal): DecimalText {
  const sign = units < 0n ? '-' : ''
  const digits = String(units < 0n ? -units : units).padStart(places + 1, '0')
  const fraction = digits.slice(digits.length - places).replace(/0+$/, '')
  const whole = digits.slice(0, digits.length - places)
  return `${sign}${whole}${places > 0 && fraction !== '' ? `.${fraction}` : ''}` as DecimalText
}

/** The nearest floating-point number. */
export function numberOf({ units, places }: Decimal): number {
  return Number(`${units}e-${places}`)
}

const unitsAt = ({ units, places }: Decimal, wanted: number) => units * 10n ** BigInt(wanted - places)
