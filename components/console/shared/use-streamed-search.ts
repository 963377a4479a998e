'use client'

import { useCallback, useEffect, useReducer, useRef } from 'react'
import { readJsonLines } from '@/lib/console/shared/json-lines'
import { initialSearch, searchReducer, type Search, type SearchMessage } from '@/lib/console/shared/search'
import { announce } from '@/components/ui/announcer'

type SearchEvent<Hit> = Parameters<typeof searchReducer<Hit>>[1]

/**
 * Runs a search that reports its progress, from the mounting of the component until it is unmounted or its URL changes.
 *
 * @param options.url - the route handler with the search.
 * @param options.startedText - announced at the start.
 * @returns `stop` once the search has started.
 */
export function useStreamedSearch<Hit>({ url, startedText }: { url: string; startedText: string }): {
  search: Search<Hit>
  start: () => void
  stop: (() => void) | undefined
} {
  const [{ search, hasStarted }, dispatch] = useReducer(
    (before: { search: Search<Hit> }, event: SearchEvent<Hit>) => ({
      search: searchReducer(before.search, event),
      hasStarted: true,
    }),
    { search: initialSearch, hasStarted: false },
  )
  const abortController = useRef<AbortController>(null)

  const start = useCallback(() => {
    abortController.current?.abort()
    const controller = new AbortController()
    abortController.current = controller
    dispatch({ kind: 'started' })
    announce(startedText)
    // Events of an aborted search are ignored, because a newer one has started or the page was left.
    void readEvents<Hit>(url, controller.signal, (event) => !controller.signal.aborted && dispatch(event))
  }, [url, startedText])

  useEffect(() => {
    start()
    return () => abortController.current?.abort()
  }, [start])

  const stop = useCallback(() => {
    abortController.current?.abort()
    dispatch({ kind: 'stopped' })
  }, [])

  // The server renders a search that has not started. A press before hydration would be lost.
  return { search, start, stop: hasStarted ? stop : undefined }
}

/** Passes on the messages of a search. The last event is always `broken`, which has no effect after an end. */
async function readEvents<Hit>(
  url: string,
  signal: AbortSignal,
  onEvent: (event: SearchEvent<Hit>) => void,
): Promise<void> {
  try {
    // Otherwise Chromium's cache delays a request up to 20 s while another request for the same URL ends, like a
    // stopped search.
    const response = await fetch(url, { signal, cache: 'no-store' })
    if (response.ok && response.body) {
      for await (const message of readJsonLines<SearchMessage<Hit>>(response.body)) onEvent(message)
    }
  } catch {
    // Every failure is reported as `broken`, below.
  }
  onEvent({ kind: 'broken' })
}
