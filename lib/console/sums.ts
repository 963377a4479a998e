import { Big } from 'big.js'

/** Amounts with at most six decimals are whole numbers of this unit, which add up exactly and a hundred times as fast. */
const unitsInOne = 1e6

/** Adds amounts as decimals, so that 0.1 and 0.2 make 0.3. Returns 0 without amounts. */
export function sumOf(amounts: Iterable<number>): number {
  let units = 0
  let rest = new Big(0)
  for (const amount of amounts) {
    const added = units + Math.round(amount * unitsInOne)
    const isExact = (added - units) / unitsInOne === amount && Number.isSafeInteger(added)
    if (isExact) units = added
    else rest = rest.plus(amount)
  }
  return rest.plus(new Big(units).div(unitsInOne)).toNumber()
}

/** Subtracts an amount as a decimal, so that 0.3 less 0.1 is 0.2. */
export function differenceOf(amount: number, subtracted: number): number {
  return new Big(amount).minus(subtracted).toNumber()
}
