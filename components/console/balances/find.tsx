'use client'

import Form from 'next/form'
import { useCallback, useEffect, useReducer, useRef, useState, type FormEvent } from 'react'
import { announce } from '@/components/console/shared/announcer'
import { followJsonLines } from '@/components/console/shared/follow-json-lines'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import type { FindMessage } from '@/lib/console/balances/find'
import { pageSize, maxSearchLength } from '@/lib/console/balances/limits'
import { initialSearch, searchReducer, type Search } from '@/lib/console/balances/search'
import { pageUrl } from '@/lib/console/shared/page-url'
import { balanceMessages } from '@/lib/messages/console-balances'
import { SearchOutcome } from './search-outcome'

const messages = balanceMessages.find

/**
 * Searches all balances for a wallet or a user. The text is in the URL, so that Back and a shared link work.
 * The search goes on while people page through the list below.
 *
 * @param searchText - the text in the URL; null if there is none.
 * @param page - the page number of the list, which is kept.
 * @param rows - the page size of the list, which is kept.
 * @param foundByServer - the result of the server's search, made for browsers without scripts. It is shown
 *   without a new search.
 */
export function FindBalance({
  searchText,
  page,
  rows,
  foundByServer,
}: {
  searchText: string | null
  page: number
  rows: number
  foundByServer?: Search | undefined
}) {
  const [typed, setTyped] = useState(searchText ?? '')
  const [lastSearchText, setLastSearchText] = useState(searchText)
  const [submitted, setSubmitted] = useState<string | null>(null)
  if (lastSearchText !== searchText) {
    // The URL has changed. After Back or a link the field shows its text; after a search from here it keeps
    // what may have been typed since.
    setLastSearchText(searchText)
    setSubmitted(null)
    if (submitted === null || searchText !== submitted) setTyped(searchText ?? '')
  }
  const { search, start, stop } = useSearch(foundByServer ? null : searchText)
  const outcomeRef = useRef<HTMLDivElement>(null)
  const isSearching = search?.state === 'searching'

  function submit(event: FormEvent<HTMLFormElement>) {
    if (typed.trim() !== searchText || foundByServer) return setSubmitted(typed.trim())
    // The URL stays the same, so the search has to be started here.
    event.preventDefault()
    if (!isSearching) start()
  }

  function stopAndFocus() {
    stop()
    // The button is removed, and would take the focus with it.
    outcomeRef.current?.focus()
  }

  const shown = search ?? foundByServer
  return (
    <>
      <Form action="/console/balances" scroll={false} onSubmit={submit} role="search" className="grid gap-4">
        <div className="flex flex-wrap items-end gap-4">
          <div className="min-w-0 grow basis-72">
            <Field
              name="find"
              label={messages.label}
              hint={messages.hint}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              required
              maxLength={maxSearchLength}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              className="font-mono"
            />
          </div>
          <Button type="submit" look="primary" isBusy={isSearching && typed.trim() === searchText}>
            {messages.button}
          </Button>
          {isSearching && <Button onClick={stopAndFocus}>{messages.stop}</Button>}
        </div>
        {page > 1 && <input type="hidden" name="page" value={page} />}
        {rows !== pageSize.default && <input type="hidden" name="rows" value={rows} />}
        <noscript>
          <input type="hidden" name="search" value="server" />
        </noscript>
      </Form>
      <div ref={outcomeRef} tabIndex={-1} className="grid grid-cols-[minmax(0,1fr)] gap-4 empty:hidden">
        {shown && searchText !== null && (
          <SearchOutcome
            search={shown}
            searchText={searchText}
            rows={rows}
            retryUrl={pageUrl('/console/balances', {}, { find: searchText, page, rows })}
          />
        )}
      </div>
    </>
  )
}

/** Searches for the text while it is set, and starts again when it changes. */
function useSearch(searchText: string | null): { search: Search | null; start: () => void; stop: () => void } {
  const [search, dispatch] = useReducer(nextSearch, null)
  const abortControllerRef = useRef<AbortController>(null)

  const begin = useCallback((searchText: string) => {
    abortControllerRef.current?.abort()
    const abortController = new AbortController()
    abortControllerRef.current = abortController
    dispatch({ kind: 'started' })
    announce(messages.starting)
    // Events of an aborted search are ignored: a newer one has begun, or the page has been left.
    const url = pageUrl('/console/balances/find', {}, { find: searchText })
    void followJsonLines<FindMessage>(
      url,
      abortController.signal,
      (event) => !abortController.signal.aborted && dispatch(event),
    )
  }, [])

  useEffect(() => {
    if (searchText === null) return undefined
    begin(searchText)
    return () => abortControllerRef.current?.abort()
  }, [searchText, begin])

  return {
    search: searchText === null ? null : search,
    start: () => searchText !== null && begin(searchText),
    stop: () => {
      abortControllerRef.current?.abort()
      dispatch({ kind: 'stopped' })
    },
  }
}

type SearchEvent = Parameters<typeof searchReducer>[1] | { kind: 'started' }

function nextSearch(search: Search | null, event: SearchEvent): Search | null {
  if (event.kind === 'started') return initialSearch
  return search && searchReducer(search, event)
}
