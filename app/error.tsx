'use client'

import { Failure } from '@/components/site/failure'

/** Shown if a page throws. Next has already logged the error on the server; users see no details. */
export default function ErrorPage({ reset }: { reset: () => void }) {
  return <Failure retry={reset} />
}
