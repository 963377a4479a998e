import { Big } from 'big.js'
import type { DecimalText } from '@/lib/service'
import { decimalText } from './decimal'

/** By how much an amount differs from what it was before. */
export interface Change {
  difference: DecimalText
  /** Of what it was before, to one decimal; null if that was nothing. */
  percent: number | null
}

export function changeOf(now: DecimalText, before: DecimalText): Change {
  const difference = new Big(now).minus(before)
  const base = Math.abs(Number(before))
  const percent = base === 0 ? null : Number(((Number(difference) / base) * 100).toFixed(1))
  return { difference: decimalText(difference), percent }
}
