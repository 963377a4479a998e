'use client'

import { Failure } from '@/components/site/failure'

/** Shown in place of a page that could not be rendered. */
export function FailureExample() {
  return <Failure retry={() => {}} />
}
