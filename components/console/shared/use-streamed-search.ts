'use client'

import { useCallback, useEffect, useReducer, useRef } from 'react'
import { readJsonLines } from '@/lib/console/shared/json-lines'
import { initialSearch, searchReducer, type Search, type SearchMessage } from '@/lib/console/shared/search'
import { announce } from '@/components/ui/announcer'

type SearchEvent<Hit> = Parameters<typeof searchReducer<Hit>>[1]

/**
 * Starts a search when the component mounts, and again when the URL changes. It stops the search on unmount.
 *
 * @param options.url - the route handler with the search.
 * @param options.startedText - the announcement at the start.
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
    // Ignores events of an aborted search, because a newer one has started or the user has left the page.
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

  // No `stop` before the search starts, because a press before hydration would be lost.
  return { search, start, stop: hasStarted ? stop : undefined }
}

/** Reads the messages of a search. The last event is always `broken`, which has no effect after an end. */
async function readEvents<Hit>(
  url: string,
  signal: AbortSignal,
  onEvent: (event: SearchEvent<Hit>) => void,
): Promise<void> {
  try {
    // Otherwise Chromium's cache delays a request by up to 20 s while another one for the same URL is ending. A stopped
    // search is such a request.
    const response = await fetch(url, { signal, cache: 'no-store' })
    if (response.ok && response.body) {
      for await (const message of readJsonLines<SearchMessage<Hit>>(response.body)) onEvent(message)
    }
  } catch {
    // The event `broken` below reports every failure.
  }
  onEvent({ kind: 'broken' })
}
