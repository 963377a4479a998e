'use client'

import { Failure } from '@/components/site/failure'

/** What is shown in place of a page that could not be rendered. */
export function FailureExample() {
  return <Failure retry={() => {}} />
}
