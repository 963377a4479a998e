/**
 * Decimal numbers, added without the noise of floating point: 0.1 and 0.2 make 0.3.
 *
 * A double that was read from JSON prints as the digits that were sent (up to seventeen of them), so
 * what the service wrote is what is added here.
 */
export interface Decimal {
  /** The number without its point: 12.50 is 1250. */
  readonly units: bigint
  /** How many of those digits stand behind the point, 0 or more. */
  readonly places: number
}

const zero: Decimal = { units: 0n, places: 0 }

/** @throws RangeError for what is no finite number. */
export function decimalOf(value: number): Decimal {
  const [, sign = '', whole, fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? []
  if (whole === undefined) throw new RangeError('Only a finite number is a decimal.')
  const units = BigInt(sign + whole + fraction)
  const places = fraction.length - Number(exponent)
  return places >= 0 ? { units, places } : { units: units * 10n ** BigInt(-places), places: 0 }
}

/** The exact sum; 0 of nothing. */
export function sumOf(values: Iterable<number>): Decimal {
  let sum = zero
  for (const value of values) sum = add(sum, decimalOf(value))
  return sum
}

/** `a - b`, exactly. */
export function difference(a: Decimal, b: Decimal): Decimal {
  return add(a, { units: -b.units, places: b.places })
}

/** The nearest double, for showing. */
export function numberOf({ units, places }: Decimal): number {
  return Number(`${units}e-${places}`)
}

function add(a: Decimal, b: Decimal): Decimal {
  const places = Math.max(a.places, b.places)
  return { units: unitsAt(a, places) + unitsAt(b, places), places }
}

const unitsAt = ({ units, places }: Decimal, wanted: number) => units * 10n ** BigInt(wanted - places)
