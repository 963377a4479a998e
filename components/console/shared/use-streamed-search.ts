'use client'

import { useCallback, useEffect, useReducer, useRef } from 'react'
import { announce } from './announcer'
import { followJsonLines } from './follow-json-lines'

type Started = { kind: 'started' } | { kind: 'stopped' } | { kind: 'broken' }

/**
 * Runs a search that reports its progress, from the moment that the component is there until it is gone, or until
 * its URL changes.
 *
 * @param options.url - the route handler with the search; null for none.
 * @param options.reducer - applies the search's messages, and its start and its end here.
 * @param options.startedText - announced at the start.
 * @returns `stop` once the search has started.
 */
export function useStreamedSearch<Search, Message>({
  url,
  reducer,
  initial,
  startedText,
}: {
  url: string | null
  reducer: (search: Search, event: Message | Started) => Search
  initial: Search
  startedText: string
}): { search: Search; start: () => void; stop: (() => void) | undefined } {
  const [{ search, hasStarted }, dispatch] = useReducer(
    (before: { search: Search }, event: Message | Started) => ({
      search: reducer(before.search, event),
      hasStarted: true,
    }),
    { search: initial, hasStarted: false },
  )
  const abortController = useRef<AbortController>(null)

  const start = useCallback(() => {
    abortController.current?.abort()
    if (url === null) return
    const controller = new AbortController()
    abortController.current = controller
    dispatch({ kind: 'started' })
    announce(startedText)
    // Events of an aborted search are ignored: a newer one has begun, or the page has been left.
    void followJsonLines<Message>(url, controller.signal, (event) => !controller.signal.aborted && dispatch(event))
  }, [url, startedText])

  useEffect(() => {
    start()
    return () => abortController.current?.abort()
  }, [start])

  const stop = useCallback(() => {
    abortController.current?.abort()
    dispatch({ kind: 'stopped' })
  }, [])

  // The server renders a search that has not started, and a press on what does not listen yet would be lost.
  return { search, start, stop: hasStarted ? stop : undefined }
}
