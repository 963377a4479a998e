'use client'

import { Failure } from '@/components/site/failure'

/** The content instead of a page that could not be rendered. */
export function FailureExample() {
  return <Failure retry={() => {}} />
}
