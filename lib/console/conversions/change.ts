import { Big } from 'big.js'
import type { DecimalText } from '@/lib/service'
import { decimalText } from './decimal'

/** The difference between an amount and its earlier value. */
export interface Change {
  difference: DecimalText
  /** In percent of the earlier value, to one decimal; null if the earlier value was 0. */
  percent: number | null
}

export function changeOf(now: DecimalText, before: DecimalText): Change {
  const difference = new Big(now).minus(before)
  const base = Math.abs(Number(before))
  const percent = base === 0 ? null : Number(((Number(difference) / base) * 100).toFixed(1))
  return { difference: decimalText(difference), percent }
}
